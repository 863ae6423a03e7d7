"""The evaluations by tuned tables: `ultimate_boards`, `nineboard_safe_moves` and `xtreme_boards`; and `ultimate_net`.

Their weights come from self-play; what is tested is that each weight is found where the definitions say, by counting
with weights of our own, and that nothing depends on how a position came about or which way round it lies.
"""

import itertools
import random
from typing import Any

import numpy as np
import pytest

import noughts
from noughts.evals import nineboard_safe_moves, ultimate_boards, xtreme_boards
from noughts.evals.shared import small_boards
from noughts.evals.shared.small_boards import CLASS_OF, DEAD, FIRST_OPEN, LEVELS, LOST, WON
from noughts.games.ultimate import Ultimate
from noughts.kernel.contract import NO_MOVE
from noughts.registry import best_evaluation, evaluation
from positions import NESTED
from test_evaluations import OTHER_SIDE, compiled_for, random_texts, rows_of, static_value
from test_evaluations_nested import DRAWN, O, X, nested, twice_nested

USED = {name: best_evaluation(noughts.game(name)).name for name in NESTED}
GAMES = [*USED.items(), *((name, "ultimate_boards") for name in Ultimate.names)]
ROWS = ["012", "345", "678", "036", "147", "258", "048", "246"]


def value_by(weights: np.ndarray, name: str, game_name: str, text: str) -> int:
    """The value with other weights than the tuned ones."""
    position, words = noughts.game(game_name).position(text), np.array(small_boards.packed(weights), np.int64)
    value, update = compiled_for(name, game_name)
    accumulators = np.zeros((1, evaluation(name).accumulator_size), np.int32)
    update(position.states, 0, NO_MOVE, words, accumulators)
    return int(value(position.states, 0, words, accumulators))


def only(size: int, *ranges: tuple[int, int]) -> np.ndarray:
    """Weights of 1 in some places, 0 elsewhere."""
    weights = np.zeros(size, np.int64)
    for first, last in ranges:
        weights[first:last] = 1
    return weights


def test_what_a_search_uses_in_every_nested_game() -> None:
    assert set(USED.values()) == {"ultimate_net", "nineboard_safe_moves", "xtreme_boards"}


@pytest.mark.parametrize(("game_name", "name"), GAMES)
def test_updates_are_counts_from_nothing(game_name: str, name: str) -> None:
    game, chance = noughts.game(game_name), random.Random(game_name)
    found, (value, update) = evaluation(name), compiled_for(name, game_name)
    weights = found.loaded_weights
    for _ in range(15):
        position = game.start()
        states: Any = game.new_states(game.max_plies + 1)
        rows = np.zeros((game.max_plies + 1, found.accumulator_size), np.int32)
        states[:1] = position.states
        update(states, 0, NO_MOVE, weights, rows)
        for ply in itertools.count(1):
            move = chance.choice(position.legal_moves)
            position.push(move)
            if position.is_game_over():
                break
            states[ply : ply + 1] = position.states
            update(states, ply, move.code, weights, rows)
            counted = np.zeros((1, found.accumulator_size), np.int32)
            update(position.states, 0, NO_MOVE, weights, counted)
            assert rows[ply].tolist() == counted[0].tolist()
            assert value(states, ply, weights, rows) == value(position.states, 0, weights, counted)


# Symmetries


def images(cells: str) -> list[list[int]]:
    """The eight ways to lay a square of nine, as the old places of what is then on each place."""
    square = np.array(list(cells)).reshape(3, 3)
    turned = [np.rot90(square, quarter) for quarter in range(4)]
    return [[int(place) for place in image.ravel()] for image in turned + [image.T for image in turned]]


@pytest.mark.parametrize(("game_name", "name"), GAMES)
def test_the_square_may_lie_any_way_and_marks_be_swapped(game_name: str, name: str) -> None:
    values = set()
    for text in random_texts(game_name, 40):
        expected, small = static_value(name, game_name, text), rows_of(text)
        values.add(expected)
        _, side, target, *rest = text.split(" ")
        for image in images("012345678"):
            turned = [[small[first + board] for board in image] for first in range(0, len(small), 9)]
            laid = "/".join("".join(cells[cell] for cell in image) for nine in turned for cells in nine)
            sent = target if target == "-" else str(image.index(int(target) - 1) + 1)
            owners = ["".join(part[board] for board in image) if len(part) == 9 else part for part in rest]
            lying = " ".join([laid, side, sent, *owners])
            assert static_value(name, game_name, lying) == expected
            swapped = [part.translate(OTHER_SIDE) for part in (laid, side, sent, *owners)]
            assert static_value(name, game_name, " ".join(swapped)) == expected
    assert len(values) > 20


def test_big_boards_may_be_swapped() -> None:
    for text in random_texts("xtreme", 40):
        board, rest = text.split(" ", 1)
        small = board.split("/")
        swapped = "/".join(small[9:] + small[:9]) + " " + rest
        assert static_value("xtreme_boards", "xtreme", swapped) == static_value("xtreme_boards", "xtreme", text)


# Classes


def level(cells: str, own: str, other: str) -> int:
    rows = [[cells[int(at)] for at in row] for row in ROWS]
    winning = {
        row[[cells[int(at)] for at in row].index(".")]
        for row in ROWS
        if sorted(cells[int(at)] for at in row) == sorted([own, own, "."])
    }
    if winning:
        return 4 if len(winning) > 1 else 3
    strength = sum(2 if own in row else 1 for row in rows if other not in row)
    return min(strength, 1) if strength <= 5 else 2


def test_classes_of_all_small_boards() -> None:
    for number, cells in enumerate(itertools.product(".XO", repeat=9)):
        text = "".join(reversed(cells))
        won = {mark for mark in "XO" if any(all(text[int(at)] == mark for at in row) for row in ROWS)}
        if len(won) == 2:
            continue
        own, other = level(text, "X", "O"), level(text, "O", "X")
        is_dead = (own, other) == (0, 0) or "." not in text
        open_class = FIRST_OPEN - 1 + LEVELS * own + other
        expected = (WON if won == {"X"} else LOST) if won else DEAD if is_dead else open_class
        assert CLASS_OF[number] == expected, text


def test_a_class_is_swapped_by_swapping_marks() -> None:
    for number, cells in enumerate(itertools.product(".XO", repeat=9)):
        swapped = sum({".": 0, "X": 2, "O": 1}[mark] * 3**at for at, mark in enumerate(reversed(cells)))
        won = sum(any(all(cells[8 - int(at)] == mark for at in row) for row in ROWS) for mark in "XO")
        if won < 2:
            assert CLASS_OF[swapped] == small_boards.SWAPPED[CLASS_OF[number]]


# What is counted how often

ULTIMATE = 4 * ultimate_boards.WORDS
LATE = {1: X, 2: O, 5: DRAWN, 6: "XX7", 9: "OO7"}


@pytest.mark.parametrize(
    ("first", "last", "text", "expected"),
    [
        (ultimate_boards.BOARD, ultimate_boards.LINE, nested(LATE, "X 4"), 9),
        (ultimate_boards.LINE, ultimate_boards.TARGET, nested(LATE, "X 4"), 8),
        (
            ultimate_boards.LINE,
            ultimate_boards.TARGET,
            nested(LATE, "O -"),
            -8,
        ),  # these two are X's view, and weights here are all 1
        (ultimate_boards.TARGET, ultimate_boards.TARGET_LINE, nested(LATE, "O 3"), 1),
        (ultimate_boards.TARGET_LINE, ultimate_boards.SENDS, nested(LATE, "X 3"), 3),
        (ultimate_boards.TARGET_LINE, ultimate_boards.SENDS, nested(LATE, "X 4"), 2),
        (ultimate_boards.TARGET_LINE, ultimate_boards.SENDS, nested({}, "X 5"), 4),
        (
            ultimate_boards.TARGET_LINE,
            ultimate_boards.SENDS,
            nested({}, "X -"),
            4,
        ),  # the best board's: the centre is in four lines
        (ultimate_boards.SENDS, ultimate_boards.FREE_CHOICE, nested(LATE, "X 3"), 1),
        (ultimate_boards.SENDS, ultimate_boards.FREE_CHOICE, nested(LATE, "X -"), 0),
        (ultimate_boards.FREE_CHOICE, ULTIMATE, nested(LATE, "X 3"), 0),
        (ultimate_boards.FREE_CHOICE, ULTIMATE, nested(LATE, "X -"), 1),
    ],
)
def test_each_table_of_ultimate_counts_as_often_as_it_should(first: int, last: int, text: str, expected: int) -> None:
    assert value_by(only(ULTIMATE, (first, last)), "ultimate_boards", "ultimate", text) == expected


@pytest.mark.parametrize("owners", [".........", "XO......."])
def test_playing_on_has_weights_of_its_own(owners: str) -> None:
    text = nested({1: "XXX6", 2: "OOO6"} if "X" in owners else {}, "X 1")
    weights = only(2 * ULTIMATE, (ULTIMATE + ultimate_boards.TARGET, ULTIMATE + ultimate_boards.TARGET_LINE))
    assert value_by(weights, "ultimate_boards", "ultimate", text) == 0
    assert value_by(weights, "ultimate_boards", "ultimate-playon", f"{text} {owners}") == 1


def test_counting_boards_makes_a_lead_worth_more_the_more_boards_are_closed() -> None:
    """By two boards to one, and one drawn: four closed boards, a lead of one, 6 hundredths for each."""
    nothing = only(ULTIMATE)
    text = nested({1: X, 2: O, 3: DRAWN, 4: X}, "X 5")
    assert value_by(nothing, "ultimate_boards", "ultimate-count", text) == 24
    assert value_by(nothing, "ultimate_boards", "ultimate-count", text.replace(" X 5", " O 5")) == -24
    assert value_by(nothing, "ultimate_boards", "ultimate", text) == 0


def sends(safe: int, unsafe: int, closed: int) -> int:
    return ultimate_boards.SENDS + (safe * 4 + unsafe) * 4 + closed


@pytest.mark.parametrize(
    ("text", "index"),
    [
        # X on board 3, empty: cells 1, 2, 5 lead to closed boards, 9 to one that O wins at once, five are safe: 4.
        (nested(LATE, "X 3"), sends(4, 1, 3)),
        # For O it is 6 that X wins at once.
        (nested(LATE | {3: ".....XXOO"}, "O 3"), sends(2, 0, 3)),
        (nested(LATE | {3: "XOX...XOX"}, "O 3"), sends(1, 1, 1)),
    ],
)
def test_where_the_cells_send_to(text: str, index: int) -> None:
    for one in range(ultimate_boards.SENDS, ultimate_boards.FREE_CHOICE):
        assert value_by(only(ULTIMATE, (one, one + 1)), "ultimate_boards", "ultimate", text) == (one == index)


def test_a_line_is_found_by_its_classes() -> None:
    """X holds 1; on 2 one cell wins for O and X has a row of one mark left, little; 3 is lost to X."""
    own, other = 1, 3
    open_class = FIRST_OPEN - 1 + LEVELS * own + other
    index = ultimate_boards.LINE + (WON * small_boards.CLASSES + open_class) * small_boards.CLASSES + LOST
    text = nested({1: X, 2: "OO.X.....", 3: O}, "X 8")
    assert value_by(only(ULTIMATE, (index, index + 1)), "ultimate_boards", "ultimate", text) == 1


NINEBOARD = nineboard_safe_moves.TIES.size


@pytest.mark.parametrize(
    ("first", "last", "text", "expected"),
    [
        (nineboard_safe_moves.BOARD, nineboard_safe_moves.SAFE, nested({}, "X 4"), 9),
        (nineboard_safe_moves.SAFE, nineboard_safe_moves.DEADLY, nested({}, "O 4"), 9),
        (nineboard_safe_moves.DEADLY, nineboard_safe_moves.TARGET, nested({}, "O 4"), 1),
        (nineboard_safe_moves.TARGET, nineboard_safe_moves.REPLIES, nested({}, "O 4"), 1),
        (nineboard_safe_moves.REPLIES, nineboard_safe_moves.FREE_CHOICE, nested({}, "O 4"), 1),
        (nineboard_safe_moves.FREE_CHOICE, NINEBOARD, nested({}, "O 4"), 0),
        (nineboard_safe_moves.FREE_CHOICE, NINEBOARD, nested({}, "X -"), 1),
    ],
)
def test_each_table_of_nineboard_counts_as_often_as_it_should(first: int, last: int, text: str, expected: int) -> None:
    assert value_by(only(NINEBOARD, (first, last)), "nineboard_safe_moves", "nineboard", text) == expected


def test_safe_moves_and_replies() -> None:
    """O wins on 3, X wins on 7 and 9. X on 1 has eight safe moves; on 2, with six free cells, five. The fewest safe
    replies: to 2, where O has four, as 7 and 9 would lose; X has sent it there from board 1."""
    text = nested({2: "XOX6", 3: "OO7", 7: "XX7", 9: "X...X...."}, "X 1")
    index = nineboard_safe_moves.REPLIES + 8 * 10 + 4
    assert value_by(only(NINEBOARD, (index, index + 1)), "nineboard_safe_moves", "nineboard", text) == 1
    index = nineboard_safe_moves.DEADLY + 2 * 10 + 1
    assert value_by(only(NINEBOARD, (index, index + 1)), "nineboard_safe_moves", "nineboard", text) == 1
    index = nineboard_safe_moves.SAFE + 6 * 10 + 4  # board 2: nobody wins; X's six cells lead to 4 to 9, none to 3
    assert value_by(only(NINEBOARD, (index, index + 1)), "nineboard_safe_moves", "nineboard", text) == 1


XTREME = xtreme_boards.TIES.size


@pytest.mark.parametrize(
    ("first", "last", "text", "expected"),
    [
        (xtreme_boards.BOARD, xtreme_boards.LINE, twice_nested({}, {}, "X 4 -"), 18),
        (xtreme_boards.LINE, xtreme_boards.TARGET, twice_nested({}, {}, "O 4 -"), -16),
        (xtreme_boards.TARGET, xtreme_boards.TARGET_LINE, twice_nested({}, {}, "O 4 -"), 1),
        (xtreme_boards.TARGET_LINE, xtreme_boards.SENDS, twice_nested({}, {}, "O 4 -"), 2),
        (xtreme_boards.TARGET_LINE, xtreme_boards.SENDS, twice_nested({}, {}, "O - -"), 4),
        (xtreme_boards.SENDS, xtreme_boards.BONUS_TARGET, twice_nested({}, {}, "O 1 -"), 1),
        (xtreme_boards.BONUS_TARGET, xtreme_boards.BONUS, twice_nested({1: X}, {}, "X 1 -"), 0),
        (xtreme_boards.BONUS_TARGET, xtreme_boards.BONUS, twice_nested({1: X}, {}, "X 1 b"), 1),
        (xtreme_boards.BONUS, xtreme_boards.FREE_CHOICE, twice_nested({1: X}, {}, "X 1 b"), 1),
        (xtreme_boards.FREE_CHOICE, XTREME, twice_nested({1: X}, {1: O}, "X 1 -"), 1),
        (xtreme_boards.FREE_CHOICE, XTREME, twice_nested({1: X}, {}, "X 1 -"), 0),
    ],
)
def test_each_table_of_xtreme_counts_as_often_as_it_should(first: int, last: int, text: str, expected: int) -> None:
    """The sum is shown as points: 200 is a logit, and its tanh, of half, is the part of a line's 86 points."""
    weights = only(XTREME, (first, last)) * 20
    promised = round(8600 * np.tanh(expected * 20 / 400))
    assert value_by(weights, "xtreme_boards", "xtreme", text) == promised
