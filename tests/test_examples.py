"""The examples of games from outside, against naive rules over sets of cells."""

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

import noughts
from commands import BREAKTHROUGH, HEX, OTHELLO, ROOT
from noughts.kernel.contract import ROOM
from noughts.kernel.perft import perft_for
from noughts.kernel.scores import MATE_RANGE
from noughts.registry import evaluation, search_class
from noughts.search.base import Bounds, SearchSettings, StopSignal
from noughts.solving.method import Exhaustive, ProofNumbers
from noughts.solving.question import NOT_LOST, WIN, Question


def name_of(cell: tuple[int, int]) -> str:
    return f"{'abcdefg'[cell[0]]}{cell[1] + 1}"


class NaiveHex:
    """Column and row of each player's stones; row 0 is the bottom one."""

    def __init__(self) -> None:
        self.stones: tuple[set[tuple[int, int]], set[tuple[int, int]]] = (set(), set())
        self.turn = 0

    def moves(self) -> dict[str, tuple[int, int]]:
        cells = {(column, row) for column in range(7) for row in range(7)} - self.stones[0] - self.stones[1]
        return {name_of(cell): cell for cell in cells}

    def play(self, cell: tuple[int, int]) -> None:
        self.stones[self.turn].add(cell)
        self.turn = 1 - self.turn

    def winner(self) -> int | None:
        for player in range(2):
            side = 1 - player  # X joins rows 6 and 0, O columns 0 and 6
            reached = {cell for cell in self.stones[player] if cell[side] == 0}
            waiting = list(reached)
            while waiting:
                column, row = waiting.pop()
                for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)):
                    near = (column + right, row + up)
                    if near in self.stones[player] and near not in reached:
                        reached.add(near)
                        waiting.append(near)
            if any(cell[side] == 6 for cell in reached):
                return player
        return None


class NaiveBreakthrough:
    def __init__(self) -> None:
        rows = ((0, 1), (4, 5))
        self.pawns = [{(column, row) for column in range(6) for row in rows[player]} for player in range(2)]
        self.turn = 0

    def moves(self) -> dict[str, tuple[tuple[int, int], tuple[int, int]]]:
        return {name_of(source) + name_of(target): (source, target) for source, target in self._moves()}

    def _moves(self) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        own, other, up = self.pawns[self.turn], self.pawns[1 - self.turn], 1 - 2 * self.turn
        for column, row in own:
            for right in (-1, 0, 1):
                target = column + right, row + up
                if 0 <= target[0] < 6 and target not in own and not (right == 0 and target in other):
                    yield (column, row), target

    def play(self, move: tuple[tuple[int, int], tuple[int, int]]) -> None:
        self.pawns[self.turn].remove(move[0])
        self.pawns[self.turn].add(move[1])
        self.pawns[1 - self.turn].discard(move[1])
        self.turn = 1 - self.turn

    def winner(self) -> int | None:
        for player, goal in ((0, 5), (1, 0)):
            if any(row == goal for _, row in self.pawns[player]) or not self.pawns[1 - player]:
                return player
        return None


@pytest.mark.parametrize(("file", "naive"), [(HEX, NaiveHex), (BREAKTHROUGH, NaiveBreakthrough)])
def test_an_example_plays_by_its_rules(file: object, naive: type[NaiveHex] | type[NaiveBreakthrough]) -> None:
    chance = random.Random(1)
    game = noughts.game(str(file))
    for _ in range(30):
        position, other = game.start(), naive()
        while other.winner() is None:
            known = other.moves()
            assert position.outcome() is None
            assert {str(move) for move in position.legal_moves} == known.keys()
            assert position.turn == other.turn
            chosen = chance.choice(sorted(known))
            position.push(chosen)
            other.play(known[chosen])  # type: ignore[arg-type]
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.winner == other.winner()


def test_hex_lights_the_chain_that_won() -> None:
    position = noughts.game(str(HEX)).position("X....../X....../X....../X....../X....../X.....X/.OOO..X O")
    assert position.outcome() is None
    position = noughts.game(str(HEX)).position("X....X./X....../X....../X....../X....../X.....X/XOOO..X O")
    view = position.view()
    assert [view.cells[cell].name for cell in view.winning] == ["a7", "a6", "a5", "a4", "a3", "a2", "a1"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("XOOOOO/OOOOOO/6/6/XXXXXX/XXXXXO X", "both players have won"),
        ("OOOOOO/OOOOOO/O5/6/XXXXXX/XXXXXX X", "O has 13 pawns; there are 12 at most"),
    ],
)
def test_breakthrough_refuses_what_cannot_be(text: str, message: str) -> None:
    with pytest.raises(noughts.NoughtsError, match=message):
        noughts.game(str(BREAKTHROUGH)).position(text)


def test_breakthrough_ends_across_the_board_or_with_the_last_pawn() -> None:
    game = noughts.game(str(BREAKTHROUGH))
    for text, move, reason in (("6/X5/6/6/5O/6 X", "a5b6", "the other side"), ("6/1O4/X5/6/6/6 X", "a4b5", "no pawn")):
        position = game.position(text)
        position.push(move)
        outcome = position.outcome()
        assert outcome is not None
        assert (outcome.winner, reason in outcome.reason) == (0, True)


def test_othello_has_as_many_games_as_others_have_counted() -> None:
    """As Paul Byrne and Aart Bik have published them."""
    game = noughts.game(str(OTHELLO))
    states = game.new_states(9)
    states[:1] = game.start().states
    count, stop = perft_for(game.rules, game.name), np.zeros(1, np.int64)
    counts = [count(states, 0, depth, game.new_moves(9), stop) for depth in range(1, 9)]
    assert counts == [4, 12, 56, 244, 1396, 8200, 55092, 390216]


def test_othello_passes_only_where_no_stone_can_be_put_and_ends_where_nobody_can() -> None:
    game = noughts.game(str(OTHELLO))
    position = game.position("XO6/8/8/8/8/8/8/7X O")
    assert position.legal_moves == ["pass"]
    position.push("pass")
    assert position.legal_moves == ["c1"]
    position.push("c1")
    assert str(position.outcome()) == str(noughts.Outcome(0, "4 stones to 0", None))


def test_connect_four_with_hooks_is_the_same_game_and_its_late_positions_are_worth_what_minimax_says() -> None:
    """The hooks are checked one by one when the game is loaded; here all of them together, with all that they cut."""
    plain, hooked = (
        noughts.game(str(ROOT / "examples" / name)) for name in ("connect_four.py", "connect_four_hooks.py")
    )
    minimax = search_class("minimax")(plain, SearchSettings(evaluation("zero"), 0))
    methods = [ProofNumbers(hooked, 0.1), Exhaustive(hooked, 0.1)]
    chance, worths = random.Random(6), set()
    for _ in range(150):
        position = plain.start()
        while not position.is_game_over() and len(position.move_stack) < 34:
            position.push(chance.choice(position.legal_moves))
        if position.is_game_over():
            continue
        (iteration,) = minimax.iterate(position, Bounds(42), StopSignal())
        found = int(iteration.lines[0].value) * (1 - 2 * position.turn)
        worth = 0 if abs(found) < MATE_RANGE else WIN if found > 0 else -WIN
        worths.add(worth)
        same = hooked.position(position.text())
        assert [str(move) for move in same.legal_moves] == [str(move) for move in position.legal_moves]
        for asked in methods:
            for target in (WIN, NOT_LOST):
                assert asked.ask(same, Question(0, target)) == (worth >= target), position.text()
    assert worths == {WIN, 0, -WIN}


def test_who_cannot_win_at_connect_four_does_not() -> None:
    """Against exhaustive search of the game without hooks, by how many columns have an odd number of stones."""
    plain, hooked = (
        noughts.game(str(ROOT / "examples" / name)) for name in ("connect_four.py", "connect_four_hooks.py")
    )
    asked, chance, seen = Exhaustive(plain, 1.0), random.Random(7), Counter[int]()
    room, cannot_win = np.zeros(ROOM, np.int64), hooked.rules.function("cannot_win")
    while min(seen[uneven] for uneven in (0, 2, 4)) < 10:
        position = plain.start()
        while not position.is_game_over() and len(position.move_stack) < 32:
            position.push(chance.choice(position.legal_moves))
        state = hooked.position(position.text()).states[0]
        for player in range(2) if not position.is_game_over() else ():
            if cannot_win(state, player, room):
                assert not asked.ask(position, Question(player, WIN)), position.text()
                seen[int((state.filled % 2).sum())] += 1
