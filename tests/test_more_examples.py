"""Qubic, Quarto, dots and boxes and Ataxx, the examples, against naive rules over plain Python's sets and strings."""

import functools
import itertools
import random
from collections.abc import Hashable
from typing import Protocol

import numpy as np
import pytest

import noughts
from commands import ROOT
from noughts.kernel.perft import perft_for

ATAXX, DOTS, QUARTO, QUBIC = (
    str(ROOT / "examples" / f"{name}.py") for name in ("ataxx", "dots_and_boxes", "quarto", "qubic")
)


class Naive(Protocol):
    turn: int

    def moves(self) -> dict[str, Hashable]: ...
    def play(self, move: Hashable) -> None: ...
    def result(self) -> int | None:
        """0 or 1 for the winner, -1 for a draw, None while the game goes on."""


class NaiveQubic:
    """Layer, row and column of each player's stones."""

    def __init__(self) -> None:
        self.stones: tuple[set[tuple[int, ...]], set[tuple[int, ...]]] = (set(), set())
        self.turn = 0

    def moves(self) -> dict[str, Hashable]:
        cells = set(itertools.product(range(4), repeat=3)) - self.stones[0] - self.stones[1]
        return {f"{layer + 1}{'abcd'[column]}{row + 1}": (layer, row, column) for layer, row, column in cells}

    def play(self, move: Hashable) -> None:
        assert isinstance(move, tuple)
        self.stones[self.turn].add(move)
        self.turn = 1 - self.turn

    def result(self) -> int | None:
        for player, own in enumerate(self.stones):
            for cell in own:
                for step in itertools.product((-1, 0, 1), repeat=3):
                    line = {tuple(at + n * by for at, by in zip(cell, step, strict=True)) for n in range(4)}
                    if len(line) == 4 and line <= own:
                        return player
        return None if len(self.stones[0]) + len(self.stones[1]) < 64 else -1


class NaiveQuarto:
    """Pieces are their four letters."""

    pieces = frozenset("".join(letters) for letters in itertools.product("ts", "dl", "rq", "hf"))

    def __init__(self) -> None:
        self.board: dict[str, str] = {}
        self.hand: str | None = None
        self.turn, self.mover = 0, 0

    def moves(self) -> dict[str, Hashable]:
        if self.hand:
            cells = {column + row for column in "abcd" for row in "1234"} - self.board.keys()
            return {cell: cell for cell in cells}
        return {piece: piece for piece in self.pieces - set(self.board.values())}

    def play(self, move: Hashable) -> None:
        assert isinstance(move, str)
        if self.hand:
            self.board[move], self.hand = self.hand, None
        else:
            self.hand, self.turn = move, 1 - self.turn

    def result(self) -> int | None:
        lines = [[column + row for row in "1234"] for column in "abcd"]
        lines += [[column + row for column in "abcd"] for row in "1234"]
        lines += [["a1", "b2", "c3", "d4"], ["a4", "b3", "c2", "d1"]]
        for line in lines:
            pieces = [self.board[cell] for cell in line if cell in self.board]
            if len(pieces) == 4 and any(len(set(letters)) == 1 for letters in zip(*pieces, strict=True)):
                return self.turn
        return None if len(self.board) < 16 else -1


class NaiveDots:
    """An edge is the set of its two dots, a dot its column and row in the drawing."""

    def __init__(self) -> None:
        self.drawn: set[frozenset[tuple[int, int]]] = set()
        self.boxes = [0, 0]
        self.turn = 0

    def moves(self) -> dict[str, Hashable]:
        found: dict[str, Hashable] = {}
        for column, row in itertools.product(range(0, 9, 2), repeat=2):
            for right, down in ((2, 0), (0, 2)):
                other = column + right, row + down
                edge = frozenset({(column, row), other})
                if max(other) <= 8 and edge not in self.drawn:
                    found[f"{'abcdefghi'[column + right // 2]}{row + down // 2 + 1}"] = edge
        return found

    def closed(self) -> int:
        count = 0
        for column, row in itertools.product(range(0, 8, 2), repeat=2):
            corners = [(column, row), (column + 2, row), (column + 2, row + 2), (column, row + 2)]
            count += all(frozenset({corners[n - 1], corners[n]}) in self.drawn for n in range(4))
        return count

    def play(self, move: Hashable) -> None:
        assert isinstance(move, frozenset)
        before = self.closed()
        self.drawn.add(move)
        new = self.closed() - before
        self.boxes[self.turn] += new
        if not new:
            self.turn = 1 - self.turn

    def result(self) -> int | None:
        if len(self.drawn) < 40:
            return None
        return -1 if self.boxes[0] == self.boxes[1] else self.boxes.index(max(self.boxes))


class NaiveAtaxx:
    """The stones by column and row from the bottom."""

    def __init__(self) -> None:
        self.stones = {(0, 6): 0, (6, 0): 0, (0, 0): 1, (6, 6): 1}
        self.turn = self.quiet = 0

    def at_distance(self, cell: tuple[int, int], distance: int) -> set[tuple[int, int]]:
        steps = itertools.product(range(-2, 3), repeat=2)
        near = {(cell[0] + x, cell[1] + y) for x, y in steps if max(abs(x), abs(y)) == distance}
        return {one for one in near if min(one) >= 0 and max(one) < 7}

    def moves(self) -> dict[str, Hashable]:
        found: dict[str, Hashable] = {}
        for source, player in self.stones.items():
            for distance in (1, 2) if player == self.turn else ():
                for target in self.at_distance(source, distance) - self.stones.keys():
                    name = f"{'abcdefg'[target[0]]}{target[1] + 1}"
                    left = f"{'abcdefg'[source[0]]}{source[1] + 1}" if distance == 2 else ""
                    found[left + name] = (source if distance == 2 else None, target)
        return found or {"pass": None}

    def play(self, move: Hashable) -> None:
        self.quiet += 1
        if move is not None:
            assert isinstance(move, tuple)
            source, target = move
            if source is None:
                self.quiet = 0
            else:
                del self.stones[source]
            self.stones[target] = self.turn
            for near in self.at_distance(target, 1) & self.stones.keys():
                self.stones[near] = self.turn
        self.turn = 1 - self.turn

    def result(self) -> int | None:
        counts = [list(self.stones.values()).count(player) for player in range(2)]
        if min(counts) > 0 and sum(counts) < 49 and self.quiet < 50:
            return None  # with a free cell on the board somebody can always move in the games below
        return -1 if counts[0] == counts[1] else counts.index(max(counts))


@pytest.mark.parametrize(
    ("file", "naive", "games"),
    [(QUBIC, NaiveQubic, 3), (QUARTO, NaiveQuarto, 20), (DOTS, NaiveDots, 8), (ATAXX, NaiveAtaxx, 6)],
)
def test_an_example_plays_by_its_rules(file: str, naive: type[Naive], games: int) -> None:
    chance, game = random.Random(2), noughts.game(file)
    for _ in range(games):
        position, other = game.start(), naive()
        while other.result() is None:
            known = other.moves()
            assert position.outcome() is None
            assert {str(move) for move in position.legal_moves} == known.keys()
            assert position.turn == other.turn
            chosen = chance.choice(sorted(known))
            position.push(chosen)
            other.play(known[chosen])
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.winner == (None if other.result() == -1 else other.result())


@functools.cache
def counts(file: str, depth: int) -> list[int]:
    game = noughts.game(file)
    states = game.new_states(depth + 1)
    states[:1] = game.start().states
    count, stop = perft_for(game.rules, game.name), np.zeros(1, np.int64)
    return [count(states, 0, plies, game.new_moves(depth + 1), stop) for plies in range(1, depth + 1)]


def test_ataxx_has_as_many_games_as_others_have_counted() -> None:
    """As the tests of Ataxx programs have them, libataxx and those that follow it among them."""
    assert counts(ATAXX, 5) == [16, 256, 6460, 155888, 4752668]


def test_qubic_has_76_lines_and_192_symmetries_that_keep_them() -> None:
    """Silver (1967), The group of automorphisms of the game of 3-dimensional ticktacktoe."""
    game = noughts.game(QUBIC)
    grid = list(itertools.product(range(4), repeat=3))
    lines = set()
    for one, other in itertools.combinations(grid, 2):
        step = [b - a for a, b in zip(one, other, strict=True)]
        if all(by in (-3, 0, 3) for by in step):
            lines.add(
                frozenset(grid.index(tuple(a + n * by // 3 for a, by in zip(one, step, strict=True))) for n in range(4))
            )
    assert len(lines) == 76
    images = {tuple(symmetry.cells) for symmetry in game.symmetries}
    assert len(images) == 192
    for image in images:
        assert {frozenset(image[cell] for cell in line) for line in lines} == lines


def test_a_player_who_closes_a_box_moves_again_and_a_box_may_be_left() -> None:
    position = noughts.game(DOTS).start()
    for move in ("b1", "a2", "c2"):
        position.push(move)
    assert position.turn == 1
    position.push("b3")
    assert (position.turn, position.outcome()) == (1, None)
    assert position.text().startswith("#.../#O#")


def test_the_same_player_places_a_piece_and_gives_the_next_in_quarto() -> None:
    game = noughts.game(QUARTO)
    position = game.position("tdrh,tlqf,tdqf,-/-,-,-,-/-,-,-,-/-,-,-,- - X")
    position.push("tlrf")
    assert (position.turn, position.view().status) == (1, "O to move and to place the tall, light, round, full piece")
    position.push("d4")
    assert str(position.outcome()) == "O wins: four in a line have something in common"
    assert [game.cells[cell].name for cell in position.view().winning] == ["a4", "b4", "c4", "d4"]


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        (QUBIC, "XXXX12/OOOO12/16/16 X", "both players have four in a row"),
        (QUARTO, "tdrh,tdrh,-,-/-,-,-,-/-,-,-,-/-,-,-,- - X", "the piece tdrh is there twice"),
        (QUARTO, "tdrx,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- - X", "'tdrx' is no piece"),
        (QUARTO, "-,-,-/-,-,-,-/-,-,-,-/-,-,-,-,- - X", "each row has four cells"),
        (DOTS, "#3/#X7/4/9/4/9/4/9/4 X", "the box b2 is closed by its four edges"),
        (DOTS, "X3/9/4/9/4/9/4/9/4 X", "b1 is an edge"),
        (ATAXX, "X5O/7/7/7/7/7/O5X X 51", "from 0 to 50"),
    ],
)
def test_what_cannot_be_is_refused(file: str, text: str, message: str) -> None:
    with pytest.raises(noughts.NoughtsError, match=message):
        noughts.game(file).position(text)


def test_ataxx_passes_where_nothing_else_is_possible_and_ends_after_fifty_quiet_moves() -> None:
    game = noughts.game(ATAXX)
    position = game.position("XOO4/OOO4/OOO4/7/7/7/7 X 49")
    assert position.legal_moves == ["pass"]
    position.push("pass")
    assert str(position.outcome()) == "O wins: 8 stones to 1"
