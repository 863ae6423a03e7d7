"""The fast rules and the naive ones side by side: the same games and the same position texts, nothing may differ.

Games are random, but each is played in a style that leads somewhere: to lines, to full boards, to bonus moves, to
players who can do nothing. Position texts are put together from parts that matter, and some are then spoilt.
"""

import contextlib
import random
import re
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import noughts
from noughts import reference
from positions import NESTED

FULL = ["XOXXOOOXX", "OXOOXXXOO", "XXOOOXXOX"]  # small boards without a line
LINES = ["XXX......", "O..O..O..", "..X.X.X..", "OXOXOXX.O", "XXXOO.OO.", ".O.XO.XOX", "XXOOXOXOX"]
TWO_LINES = ["XXXOOO...", "XOXXOXXOX"]
NEARLY = ["XX.......", ".OO......", "XOX.OOOX.", "O...O....", "XOXXOOOX.", ".OXXXOOXO", "XX.OO.XX."]

# Boards that just fit the words of a bitboard or just do not, the longest lines, and the largest board.
WORD_SIZES = [(8, 7), (7, 8), (9, 7), (16, 7), (7, 17), (16, 15), (15, 16), (16, 16)]
LARGE_SIZES = [*WORD_SIZES, (1, 32), (32, 1), (4, 32), (31, 3), (32, 32)]


def side_by_side(examples: int) -> settings:
    return settings(
        max_examples=examples,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],  # a seed does not get simpler by being smaller, and a failing game tells its position
        suppress_health_check=[HealthCheck.too_slow],
    )


@dataclass(frozen=True)
class Style:
    """How a random player chooses among the legal moves."""

    aim: str  # "anything"; or, where there is one, a move that "wins", "goes on" or keeps the turn ("again")
    top: int  # the corner and the size of the part that is played on first, which may reach around the board's edges
    left: int
    size: int
    habits: tuple[str, str]  # what each player would rather do where tokens can be placed and moved

    def choose(self, position: noughts.Position, chance: random.Random) -> noughts.Move:
        moves = position.legal_moves
        chance.shuffle(moves)
        moves.sort(key=lambda move: (not self.is_habit(position, move), not self.is_inside(position, move)))
        for move in moves if self.aim != "anything" else []:
            mover = position.turn
            position.push(move)
            goes_on, again = not position.is_game_over(), position.turn == mover
            outcome = position.outcome()
            wins = outcome is not None and outcome.winner == mover
            position.pop()
            if {"wins": wins, "goes on": goes_on, "again": goes_on and again}[self.aim]:
                return move
        return moves[0]

    def is_habit(self, position: noughts.Position, move: noughts.Move) -> bool:
        return (self.habits[position.turn] == "move") == ("-" in move.text)

    def is_inside(self, position: noughts.Position, move: noughts.Move) -> bool:
        row, column = position.game.places[move.code].tolist()
        down, right = (row - self.top) % position.game.rows, (column - self.left) % position.game.columns
        return bool(down < self.size and right < self.size)


styles = st.builds(
    Style,
    aim=st.sampled_from(["anything", "wins", "goes on", "goes on", "again"]),
    top=st.integers(0, 31),
    left=st.integers(0, 31),
    size=st.integers(3, 8),
    habits=st.tuples(st.sampled_from(["place", "move"]), st.sampled_from(["place", "move"])),
)
seeds = st.integers(0, 2**32)

EIGHT = "/9" * 8
TEN = "12" + "/12" * 9
TEXTS = [  # where a reader may go astray
    ("nineboard", f"{FULL[0]}{EIGHT} X 1"),
    ("nineboard-fulldraw", f"{FULL[0]}{EIGHT} X 1"),
    ("ultimate", f"{FULL[0]}{EIGHT} X 1"),
    ("ultimate", f"{LINES[0]}{EIGHT} X 1"),
    ("ultimate-playon", f"{LINES[0]}{EIGHT} X 1 X........"),
    ("xtreme", f"{FULL[0]}{EIGHT}/9{EIGHT} X 1 -"),
    ("xtreme", f"{FULL[0]}{EIGHT}/{LINES[0]}{EIGHT} X 1 b"),
    ("xtreme", f"9{EIGHT}/9{EIGHT} X 01 -"),
    ("nineboard", f"9{EIGHT} X 05"),
    ("xrudder", f"{TEN} X 015 15 030"),
    ("xrudder", f"{TEN} X 0015 15 30"),
    ("xrudder", f"{TEN} X 15 15 0030"),
    ("tictactoe", "003/3/3"),
    ("3x1x3", "X/O/X"),
    ("3x1x3", "X/O/X/O"),
    ("3x1x3", "X\nO\n.\nO"),
    ("tictactoe", "3\n/3/3 X"),
    ("tictactoe", "3\r3\r3 X"),
    ("tictactoe", "3/3/3 /X"),
    ("tictactoe", "3/3/3X"),
]


def assert_same(position: noughts.Position, board: reference.Board) -> None:
    """What the fast rules say of a position is what the naive ones say, and its text reads back as itself."""
    outcome = position.outcome()
    text = position.text()
    assert text == board.text()
    assert sorted(move.text for move in position.legal_moves) == sorted(board.legal_moves()), text
    assert position.turn == board.turn, text
    assert (outcome is not None) == position.is_game_over() == board.is_over(), text
    if outcome is not None:
        assert (outcome.winner, outcome.points) == (board.winner(), board.points()), text
    again = position.game.position(text)
    assert again == position, text
    assert (again.key, again.turn) == (position.key, position.turn), text


def play_both(position: noughts.Position, board: reference.Board, style: Style, chance: random.Random) -> None:
    """Play one game by both rules: to its end, or on a huge board for a while."""
    assert_same(position, board)
    for _ in range(200 if len(position.game.cells) < 200 else 50):
        if position.is_game_over():
            return
        move = style.choose(position, chance)
        position.push(move)
        board = board.play(move.text)
        assert_same(position, board)


def read_both(name: str, text: str) -> tuple[noughts.Position, reference.Board] | None:
    """The position of a text by both rules; None if it is refused, which it must be by both."""
    position = board = None
    with contextlib.suppress(ValueError):
        board = reference.game(name).parse(text)
    with contextlib.suppress(noughts.NoughtsError):
        position = noughts.game(name).position(text)
    assert (position is None) == (board is None), f"{text!r}: the fast rules read {position!r}, the naive ones {board}"
    return None if position is None or board is None else (position, board)


def play_from(name: str, text: str, style: Style, chance: random.Random) -> None:
    both = read_both(name, text)
    if both is not None:
        play_both(*both, style, chance)


@pytest.mark.parametrize(("name", "text"), TEXTS)
def test_texts_are_read_alike(name: str, text: str) -> None:
    both = read_both(name, text)
    if both is not None:
        assert_same(*both)


def random_cells(chance: random.Random, count: int, glyphs: str) -> str:
    """Cells of which some are taken: few or many, by all kinds alike or mostly by one."""
    weights = [chance.random() * 3 + 0.1] + [chance.random() ** 2 for _ in glyphs]
    return "".join(chance.choices("." + glyphs, weights, k=count))


def written(chance: random.Random, rows: list[str], fields: list[str]) -> str:
    """A position's text in one of the ways in which it may be written."""
    if chance.random() < 0.5:
        rows = [re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows]
    if chance.random() < 0.3:
        rows = [row.lower() for row in rows]
    gap = chance.choice([" ", " ", "\n", "\r\n"])
    return chance.choice(["/", "/", "\n", " / "]).join(rows) + gap + gap.join(fields)


def spoilt(chance: random.Random, text: str) -> str:
    """The text as it is, or with a mistake or two."""
    for _ in range(chance.choice([0, 0, 0, 0, 0, 0, 1, 1, 2])):
        start = chance.randrange(len(text) + 1)
        end = chance.choice([start, start + 1, start + 1, len(text)])
        insert = chance.choice(["", *"XOxo.#-b/ \n0123456789?²Z", "//", "16", "31", " X", "0000", "\t"])
        text = text[:start] + insert + text[end:]
    return text


def mnk_text(chance: random.Random, rows: int, columns: int) -> str:
    cells = random_cells(chance, rows * columns, chance.choice(["XO", "XO#", "#"]))
    fields = chance.choice([[], ["X"], ["O"], ["o"]])
    return written(chance, [cells[row * columns : (row + 1) * columns] for row in range(rows)], fields)


def nested_text(chance: random.Random, name: str) -> str:
    """Small boards that are open, won, full, about to be either, or impossible, and fields that fit them or do not."""
    rare = TWO_LINES if name == "ultimate-playon" or chance.random() < 0.1 else FULL
    kinds = chance.sample([[9 * "."], NEARLY, NEARLY, LINES, FULL, rare], chance.choice([1, 2, 3, 4]))
    boards = [chance.choice(chance.choice(kinds)) for _ in range(18 if name == "xtreme" else 9)]
    if chance.random() < 0.3:
        boards[chance.randrange(len(boards))] = random_cells(chance, 9, "XO")
    fields = [chance.choice("XO"), chance.choice("-123456789")]
    if name == "xtreme":
        fields.append(chance.choice("-b"))
    elif name == "ultimate-playon":
        fields.append("".join(reference.small_boards.owner_by_line(cells) for cells in boards))
        if chance.random() < 0.3:
            fields[-1] = "".join(chance.choice(".XO") if cells in TWO_LINES else "." for cells in boards)
    return written(chance, boards, fields)


def xrudder_text(chance: random.Random) -> str:
    """Tokens crowded together, here and there an X or nearly one, crossed or not, and hands that may run out."""
    cells = dict.fromkeys(((row, column) for row in range(10) for column in range(12)), ".")
    for _ in range(chance.randrange(4)):
        row, column, own = chance.randrange(10), chance.randrange(12), chance.choice("XO")
        other = "O" if own == "X" else "X"
        shape = {(0, 0): own, (-1, -1): own, (-1, 1): own, (1, -1): own, (1, 1): own, (0, -1): other, (0, 1): other}
        for (down, right), mark in shape.items():
            if (row + down, column + right) in cells and chance.random() < (0.95 if down or mark == own else 0.6):
                cells[row + down, column + right] = mark
    top, left = chance.randrange(7), chance.randrange(9)
    for _ in range(chance.randrange(12)):
        cells[top + chance.randrange(4), left + chance.randrange(4)] = chance.choice("XO")
    most = [15 - list(cells.values()).count(mark) for mark in "XO"]
    hands = [chance.choice([0, 0, 1, own, own, own // 2]) if chance.random() < 0.95 else 15 for own in most]
    fields = [chance.choice("XO"), *map(str, hands), str(chance.choice([0, 0, 1, 2, 5, 30]))]
    return written(chance, ["".join(cells[row, column] for column in range(12)) for row in range(10)], fields)


small_sizes = st.tuples(st.integers(1, 8), st.integers(1, 8))
lengths = st.integers(1, 32) | st.integers(2, 5)
variants = st.sampled_from(["", "misere-", "exact-", "exact-"])


def mnk_name(size: tuple[int, int], length: int, variant: str) -> str:
    return f"{variant}{size[0]}x{size[1]}x{min(length, max(size))}"


@side_by_side(450)
@given(small_sizes, lengths, variants, styles, seeds)
def test_small_mnk_games(size: tuple[int, int], length: int, variant: str, style: Style, seed: int) -> None:
    name = mnk_name(size, length, variant)
    play_both(noughts.game(name).start(), reference.game(name).start(), style, random.Random(seed))


@side_by_side(500)
@given(small_sizes, lengths, variants, styles, seeds)
def test_small_mnk_positions_set_up(size: tuple[int, int], length: int, variant: str, style: Style, seed: int) -> None:
    chance = random.Random(seed)
    play_from(mnk_name(size, length, variant), spoilt(chance, mnk_text(chance, *size)), style, chance)


@pytest.mark.parametrize("size", LARGE_SIZES, ids=str)
def test_large_mnk_games(size: tuple[int, int]) -> None:
    @side_by_side(9)
    @given(lengths, variants, styles, seeds)
    def play(length: int, variant: str, style: Style, seed: int) -> None:
        chance = random.Random(seed)
        name = mnk_name(size, length, variant)
        play_both(noughts.game(name).start(), reference.game(name).start(), style, chance)
        play_from(name, spoilt(chance, mnk_text(chance, *size)), style, chance)

    play()


@pytest.mark.parametrize("name", NESTED)
def test_nested_games(name: str) -> None:
    @side_by_side(12 if name == "xtreme" else 25)
    @given(styles, seeds)
    def play(style: Style, seed: int) -> None:
        play_both(noughts.game(name).start(), reference.game(name).start(), style, random.Random(seed))

    play()


@pytest.mark.parametrize("name", NESTED)
def test_nested_positions_set_up(name: str) -> None:
    @side_by_side(40 if name == "xtreme" else 90)
    @given(styles, seeds)
    def play(style: Style, seed: int) -> None:
        chance = random.Random(seed)
        play_from(name, spoilt(chance, nested_text(chance, name)), style, chance)

    play()


@side_by_side(30)
@given(styles, seeds)
def test_xrudder_games(style: Style, seed: int) -> None:
    play_both(noughts.game("xrudder").start(), reference.game("xrudder").start(), style, random.Random(seed))


@side_by_side(300)
@given(styles, seeds)
def test_xrudder_positions_set_up(style: Style, seed: int) -> None:
    chance = random.Random(seed)
    play_from("xrudder", spoilt(chance, xrudder_text(chance)), style, chance)
