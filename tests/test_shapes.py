"""The evaluation `mnk_shapes`: its classes against their definition cell by cell, its updates against counting anew."""

import functools
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import noughts
from commands import run_python
from noughts.evals.mnk_shapes import EVALUATION
from noughts.evals.shared.line_classes import FIVE, FOUR, NOTHING, OPEN_FOUR, OPEN_THREE, OPEN_TWO, STONE, THREE, TWO
from noughts.evals.shared.line_shapes import LINES
from noughts.kernel.compiling import specialize
from noughts.kernel.contract import NO_MOVE, forced_moves, threat_moves
from noughts.kernel.evaluation import ALL_MOVES, CANDIDATES, LOST, ORDER, OTHERS_LOSE

WEIGHTS = EVALUATION.loaded_weights
OTHER_SIDE = str.maketrans("XO", "OX")
GAMES = [
    *("1x1x1", "2x3x2", "tictactoe", "1x9x3", "5x4x3", "6x7x4", "misere-4x4x3", "8x10x5", "15x15x5", "12x9x7"),
    *("3x30x10", "19x19x6", "32x32x5", "20x32x20"),
    *("exact-1x9x3", "exact-5x6x3", "exact-6x7x4", "exact-8x10x5", "exact-15x15x5", "exact-3x32x6", "exact-32x32x32"),
]
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]
# By stones that are missing, counting the one to be played: closed, open.
CLASSES = {1: (FIVE, FIVE), 2: (FOUR, OPEN_FOUR), 3: (THREE, OPEN_THREE), 4: (TWO, OPEN_TWO)}


@functools.cache
def functions(game_name: str) -> tuple[Callable[..., int], Callable[..., None], Callable[..., None]]:
    game = noughts.game(game_name)
    found = EVALUATION.for_rules(game.rules, game.name)
    return found.call_value, found.call_update, specialize(EVALUATION.order, ORDER.signature(game.rules), "a test")


def counted(position: Any) -> Any:
    """The row of accumulators of a position, counted from nothing."""
    row = np.full((1, EVALUATION.accumulator_size), 7, np.int32)
    functions(position.game.name)[1](position.states, 0, NO_MOVE, WEIGHTS, row)
    return row


def value_of(game_name: str, text: str) -> int:
    position = noughts.game(game_name).position(text)
    return int(functions(game_name)[0](position.states, 0, WEIGHTS, counted(position)))


def scores_of(game_name: str, text: str | None = None) -> dict[str, int]:
    game = noughts.game(game_name)
    position = game.position(text) if text else game.start()
    moves = np.array([move.code for move in position.legal_moves], np.int64)
    scores = np.zeros(len(moves), np.int64)
    functions(game_name)[2](position.states, 0, moves, len(moves), scores, WEIGHTS, counted(position))
    return {str(move): int(score) for move, score in zip(position.legal_moves, scores, strict=True)}


def starts(game_name: str, number: int) -> list[Any]:
    """The empty board, and boards with obstacles."""
    game: Any = noughts.game(game_name)
    chance = random.Random(game_name)
    found = [game.start()]
    while len(found) < number:
        rows = ["".join(chance.choice(".......#") for _ in range(game.columns)) for _ in range(game.rows)]
        if "." in "".join(rows):
            found.append(game.position(f"{'/'.join(rows)} {chance.choice('XO')}"))
    return found


def random_positions(game_name: str, number: int) -> list[Any]:
    chance = random.Random(game_name)
    found: list[Any] = []
    while len(found) < number:
        for position in starts(game_name, 4):
            for _ in range(int(position.game.max_plies * chance.random() ** 3)):
                if position.is_game_over():
                    break
                position.push(chance.choice(position.legal_moves))
            if not position.is_game_over():
                found.append(position)
    return found[:number]


@pytest.mark.parametrize("name", GAMES)
def test_updates_are_a_full_recount_at_every_ply(name: str) -> None:
    game: Any = noughts.game(name)
    used = LINES + 2 * (3 * (game.rows + game.columns) - 2) + 2 * game.rows * (game.columns + 1)
    chance = random.Random(name)
    for start in starts(name, 40 if game.max_plies < 100 else 6):
        position, states = start, game.new_states(game.max_plies + 1)
        accumulators = np.full((game.max_plies + 1, EVALUATION.accumulator_size), 9, np.int32)
        states[:1] = position.states
        accumulators[:1] = counted(position)
        while not position.is_game_over():
            position.push(chance.choice(position.legal_moves))
            ply = len(position.move_stack)
            states[ply : ply + 1] = position.states
            functions(name)[1](states, ply, position.peek().code, WEIGHTS, accumulators)
            assert np.array_equal(accumulators[ply, :used], counted(position)[0, :used]), position.text()


def class_by_definition(
    game: Any, rows: Sequence[str], at_cell: tuple[int, int], step: tuple[int, int], player: str
) -> int:
    """What a stone of the player would make in a direction, by looking at every window."""
    k, (row, column) = game.k, at_cell

    def at(i: int) -> str:
        down, right = row + i * step[0], column + i * step[1]
        return rows[down][right] if 0 <= down < len(rows) and 0 <= right < len(rows[0]) else "#"

    def is_too_long(first: int) -> bool:
        """Whether a line of k from there would have a further stone beside it, where that matters."""
        return game.exact and player in (at(first - 1), at(first + k))

    def missing(first: int, length: int) -> int:
        cells = [at(i) for i in range(first, first + length)]
        if is_too_long(first) or (length < k and is_too_long(first - 1)):
            return length
        if player not in cells or set(cells) - {player, "."}:
            return length
        return cells.count(".")

    is_near = any(at(i) in "XO" for i in range(-min(max(2, k - 3), k - 1), min(max(2, k - 3), k - 1) + 1))
    closed = min(missing(first, k) for first in range(1 - k, 1))
    inner = [first for first in range(2 - k, 1) if at(first - 1) == at(first + k - 1) == "."]
    opened = min((missing(first, k - 1) for first in inner if missing(first, k - 1) < k - 1), default=k) + 1
    if closed == k or (closed > 3 and not is_near):
        return NOTHING
    return CLASSES[closed][opened == closed] if closed in CLASSES else STONE


@pytest.mark.parametrize("name", [name for name in GAMES if name != "1x1x1"])
def test_classes_are_as_defined(name: str) -> None:
    game: Any = noughts.game(name)
    cells = LINES + 2 * (3 * (game.rows + game.columns) - 2)
    seen = set()
    for position in random_positions(name, 40 if game.max_plies < 100 else 4):
        contents = game.contents(position.states[0])
        rows = [contents[at : at + game.columns] for at in range(0, len(contents), game.columns)]
        accumulators = counted(position)[0].view(np.uint32)
        for move in position.legal_moves:
            row, column = divmod(move.code, game.columns + 1)
            for direction, step in enumerate(DIRECTIONS):
                both = int(accumulators[cells + 2 * move.code]) >> 4 * direction
                expected = [class_by_definition(game, rows, (row, column), step, player) for player in "XO"]
                assert [both & 15, both >> 16 & 15] == expected, (position.text(), str(move), direction)
                seen |= set(expected)
    assert len(seen) > 1


@pytest.mark.parametrize("name", ["tictactoe", "5x4x3", "6x7x4", "15x15x5", "32x32x5", "misere-4x4x3", "exact-6x7x4"])
def test_sides_may_be_swapped_and_boards_mirrored(name: str) -> None:
    values = set()
    for position in random_positions(name, 30 if position_is_small(name) else 5):
        text = position.text()
        board, side = text.split(" ")
        rows, expected = board.split("/"), value_of(name, text)
        assert value_of(name, text.translate(OTHER_SIDE)) == expected
        for image in (rows[::-1], [row[::-1] for row in rows]):
            assert value_of(name, f"{'/'.join(image)} {side}") == expected
        values.add(expected)
    assert len(values) > 2


def position_is_small(name: str) -> bool:
    return noughts.game(name).max_plies < 100


def test_whose_turn_it_is_matters() -> None:
    three = "9/9/9/9/3XXX3/9/4O4/9/9"
    assert value_of("9x9x5", f"{three} X") > -value_of("9x9x5", f"{three} O") > 0


@pytest.mark.parametrize(
    ("name", "first"),
    [("tictactoe", {"b2"}), ("15x15x5", {"h8"}), ("6x7x4", {"d3", "d4"}), ("32x32x5", {"p16", "p17", "q16", "q17"})],
)
def test_the_first_move_is_in_the_middle(name: str, first: set[str]) -> None:
    scores = scores_of(name)
    assert {move for move, score in scores.items() if score == max(scores.values())} == first


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("9/9/9/9/9/3XXXX2/2OOOO3/9/9 X", ["c4", "h4"]),  # a win before a block
        ("9/9/9/9/9/3XXXX1O/2OOO4/9/9 O", ["c4", "h4"]),  # a block before all else
        ("9/9/9/9/9/3XXX3/2O1O1O2/9/9 X", ["c4", "g4"]),  # an open four
        ("9/9/9/OXXX.4/4X4/4X4/4X4/4O4/9 X", ["e6"]),  # two fours at once
    ],
)
def test_the_best_shapes_come_first(text: str, best: list[str]) -> None:
    scores = scores_of("9x9x5", text)
    assert sorted(sorted(scores, key=lambda move: -scores[move])[: len(best)]) == sorted(best)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("9/9/9/9/9/3XXX3/9/9/9 O", {"c4", "g4"}),  # an open three has to be stopped, from either side
        ("9/9/9/9/9/1O1XXX3/9/9/9 O", {"c4", "g4", "h4"}),  # with less room, from further away too
        ("9/9/1XOOO4/9/9/3XXX3/9/9/9 O", {"c4", "g4", "f7", "g7"}),  # or answered by a four
        ("9/9/9/OXXX.4/4X4/4X4/4X4/4O4/9 O", {"e6", "f6", "e7"}),  # two fours at once
    ],
)
def test_against_a_threatened_open_four_only_what_may_help_is_kept(text: str, kept: set[str]) -> None:
    assert {move for move, score in scores_of("9x9x5", text).items() if score >= 0} == kept


@pytest.mark.parametrize("name", ["6x7x4", "8x10x5", "15x15x5", "32x32x5", "exact-15x15x5", "misere-4x4x3"])
def test_candidates_are_what_the_order_keeps_and_what_the_game_knows(name: str) -> None:
    game: Any = noughts.game(name)
    assert EVALUATION.candidates is not None
    list_moves = specialize(EVALUATION.candidates, CANDIDATES.signature(game.rules), "a test")
    chance, seen = random.Random(name), set()
    for position in [*random_positions(name, 40), *(near_the_middle(name, chance) for _ in range(200))]:
        row, (moves, scores, known) = counted(position), game.new_moves(3)

        def listed(only_threats: bool, states: Any = position.states, row: Any = row) -> tuple[dict[int, int], int]:
            found = int(list_moves(states, 0, moves, scores, WEIGHTS, row, only_threats))  # noqa: B023
            count = found % OTHERS_LOSE if found != ALL_MOVES else 0
            return dict(zip(moves[:count].tolist(), scores[:count].tolist(), strict=True)), found  # noqa: B023

        forced = int(forced_moves(position.states[0], known))
        if forced == 0 or game.rules.function("winning_move")(position.states[0]) != NO_MOVE:
            continue
        kept, found = listed(False)
        ordered = {position.parse_move(move).code: score for move, score in scores_of(name, position.text()).items()}
        if found == ALL_MOVES:
            seen.add("all")
        elif forced == 1:
            seen.add("forced")
            assert list(kept) == known[:1].tolist(), position.text()
        else:
            seen.add("some" if found < OTHERS_LOSE else "lost")
            assert kept == {move: score for move, score in ordered.items() if score >= 0}, position.text()
            assert found < OTHERS_LOSE or all(score in kept.values() or score == LOST for score in ordered.values())
        threats, _ = listed(True)
        assert set(threats) <= set(known[: int(threat_moves(position.states[0], known))].tolist()), position.text()
        seen |= {"threats"} if threats else set()
    expected = {"all"} if "misere" in name else {"all", "forced", "some", "lost", "threats"}
    assert expected <= seen, seen


def near_the_middle(name: str, chance: random.Random) -> Any:
    """Stones close together, and nobody with a line."""
    game: Any = noughts.game(name)
    position = game.start()
    places = [(move, *divmod(move.code, game.columns + 1)) for move in position.legal_moves]
    middle = [move for move, row, column in places if max(abs(2 * row - game.rows), abs(2 * column - game.columns)) < 8]
    for move in chance.sample(middle, chance.randrange(4, min(30, len(middle)))):
        position.push(move)
        if position.is_game_over():
            position.pop()
    return position


def test_cells_far_from_all_stones_are_left_out() -> None:
    scores = scores_of("9x9x5", "9/9/9/9/4X4/9/9/9/9 O")
    assert {move for move, score in scores.items() if score >= 0} == {
        *("c3", "c5", "c7", "d4", "d5", "d6", "e3", "e4", "e6", "e7", "f4", "f5", "f6", "g3", "g5", "g7")
    }
    assert min(scores_of("5x5x4", "X4/5/5/5/5 O").values()) == 0  # few cells


def test_uncompiled_it_says_the_same() -> None:
    texts = ["..X.../.XO.../..OX.#/...O../....../.X...O X", "....../.XXO../..O..#/....../....../.X.... O"]
    code = f"""
import numpy as np, noughts
from noughts.evals.mnk_shapes import EVALUATION, order, update, value
weights = EVALUATION.loaded_weights
for text in {texts!r}:
    game = noughts.game("6x6x4")
    position = game.position(text)
    states = np.concatenate([position.states, position.states])
    rows = np.zeros((2, EVALUATION.accumulator_size), np.int32)
    update(position.states, 0, -1, weights, rows)
    moves = np.array([move.code for move in position.legal_moves])
    scores = np.zeros(len(moves), np.int64)
    order(states, 0, moves, len(moves), scores, weights, rows)
    position.push(position.legal_moves[5])
    states[1:] = position.states
    update(states, 1, int(moves[5]), weights, rows)
    print(value(states, 0, weights, rows), value(states, 1, weights, rows), *scores)
"""
    run = run_python("-c", code, NOUGHTS_UNCOMPILED="1")
    assert run.returncode == 0, run.stderr
    for text, printed in zip(texts, run.stdout.splitlines(), strict=True):
        position = noughts.game("6x6x4").position(text)
        position.push(position.legal_moves[5])
        values = [value_of("6x6x4", text), value_of("6x6x4", position.text())]
        assert [int(number) for number in printed.split()] == [*values, *scores_of("6x6x4", text).values()]
