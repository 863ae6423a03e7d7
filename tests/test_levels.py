"""Levels: what they may and may not do. How strong they are is measured by benchmarks/levels.py."""

from dataclasses import replace
from itertools import pairwise

import pytest

import noughts
from commands import noughts as command
from noughts import Engine, Limit
from noughts.board import MARKS, Position
from noughts.engine.levels import LEVELS, calibration, calibrations, strength
from noughts.engine.score import Score
from noughts.errors import NoughtsError
from positions import LARGE, late_positions, random_positions

ENOUGH = Limit(time=60, nodes=8_000)  # no clock decides; where a level has no fewer nodes itself, these
SOME = ("beginner", "medium", "expert", "max")


@pytest.mark.parametrize("name", [*LARGE, "3x3x3"])
def test_max_takes_a_win_in_one_and_avoids_a_loss_in_one(name: str) -> None:
    engine, plain = Engine(level="max", seed=1), Engine("alphabeta", eval="zero")
    for position in [*late_positions(name, 40, seed=5), *random_positions(name, 20, seed=5)]:
        best = plain.analyse(position, Limit(depth=2)).score
        chosen = engine.play(position, ENOUGH).move
        position.push(chosen)
        if best.mate == 1:
            assert position.is_game_over(), position.text()
        elif best.mate is None and not position.is_game_over():
            reply = plain.analyse(position, Limit(depth=1)).score
            assert reply.mate != 1 or position.turn == best.side, position.text()


@pytest.mark.parametrize("level", SOME)
def test_every_level_plays_every_game_and_looks_no_further_than_it_may(level: str) -> None:
    engine = Engine(level=level, seed=3)
    for name in ("3x3x3", "misere-4x4x3", "ultimate", "xrudder"):
        own = LEVELS[level].strength(noughts.game(name)).nodes
        for position in random_positions(name, 3, seed=6):
            stats = engine.play(position, ENOUGH).stats
            assert own is None or stats.nodes <= own
            assert stats.nodes > 0 or len(position.legal_moves) == 1


def test_levels_of_a_game_are_ever_stronger_and_have_the_names_in_order() -> None:
    assert "any" in calibrations()
    for known in calibrations().values():
        assert known.levels == (*list(LEVELS)[: len(known.weakness)], "max")
        assert len(known.levels) >= 5
        assert known.default in known.levels
        for weaker, stronger in pairwise(map(strength, known.weakness)):
            assert (weaker.nodes or 0) <= (stronger.nodes or 0)
            assert weaker.noise > stronger.noise
            assert weaker.oversight > stronger.oversight


def test_a_board_of_another_size_has_the_levels_of_the_one_most_like_it_and_other_games_the_general_ones() -> None:
    for name, alike in (("14x15x5", "15x15x5"), ("misere-4x4x3", "10x10x5")):
        known, found = calibration(noughts.game(alike)), calibration(noughts.game(name))
        assert (found.weakness, found.default) == (known.weakness, known.default)
        assert known.measured
        assert not found.measured, "a rating holds for the game that it was measured in"
    assert calibration(noughts.game("examples/quarto.py")) is calibrations()["any"]


def distance_to_a_stone(position: Position, move: str) -> float:
    """Cells between a move and the nearest stone, in steps of a king."""
    cells = position.view().cells
    at = next(cell for cell in cells if cell.name == move)
    steps = (max(abs(cell.row - at.row), abs(cell.column - at.column)) for cell in cells if cell.content in MARKS)
    return min(steps, default=0)


@pytest.mark.parametrize("level", ["beginner", "easy", "expert"])
def test_no_move_in_gomoku_is_far_from_all_stones(level: str) -> None:
    for seed in range(3):
        position = noughts.game("15x15x5").start()
        engines = [Engine(level=level, seed=seed, hash_mb=1), Engine("random", seed=seed)]
        while not position.is_game_over() and len(position.move_stack) < 50:
            move = engines[len(position.move_stack) % 2].play(position, Limit(time=60)).move
            if len(position.move_stack) % 2 == 0:
                assert distance_to_a_stone(position, move.text) <= 2, (position.text(), move.text)
            position.push(move)


def test_a_weak_level_overlooks_a_defence_at_times_and_its_own_win_more_seldom() -> None:
    game, tries = noughts.game("15x15x5"), 60
    defence = game.position("15/15/15/15/15/15/15/15/15/3OXXXX7/3O11/3O11/15/15/15 O")
    win = game.position("15/15/15/15/15/15/15/15/15/3OXXXX7/3O11/3O11/15/15/15 X")
    moves = {
        position.turn: [str(Engine(level="easy", seed=seed, hash_mb=1).play(position).move) for seed in range(tries)]
        for position in (defence, win)
    }
    stopped, won = moves[1].count("i6"), moves[0].count("i6")
    assert 0 < stopped < tries
    assert stopped < won


# An open four, two fours at once, an open four beside a four that is stopped; wherever O sends X, X has two in a row.
LOST = {
    "15x15x5": (
        "15/15/15/15/15/15/7X7/7X7/3O3X7/3O3X7/3O11/15/15/15/15 O",
        "15/15/15/15/3OXXXX.O5/15/15/15/7X7/7X7/2O4X7/2O4X7/2O4O7/15/15 O",
        "15/15/15/2XOOOOX7/15/15/15/15/7X7/8X6/9X5/4O5X4/15/15/15 O",
    ),
    "8x8x5": ("8/8/1O3O2/2XXXX2/8/2O1O3/8/8 O",),
    "nineboard": ("/".join(["XX7"] * 9) + " O 5", "/".join(["X3X4"] * 9) + " O 5"),
    "misere-3x3x3": ("OO./.XX/OXX O",),
}


def lost_positions(name: str) -> list[tuple[Position, Score]]:
    """Positions where every move loses, by itself or to the next one, as plain alpha-beta sees it."""
    game, plain = noughts.game(name), Engine("alphabeta", eval="zero", hash_mb=1)
    given = [game.position(text) for text in LOST.get(name, ())]
    seen = [
        (position, plain.analyse(position, Limit(depth=2)).score) for position in given or late_positions(name, 120, 15)
    ]
    return [
        (position, score)
        for position, score in seen
        if score.is_mate and score.value < 0 and len(position.legal_moves) > 1
    ][:8]


@pytest.mark.parametrize("name", [*LOST, "ultimate"])
@pytest.mark.parametrize("level", SOME)
def test_a_lost_game_is_called_lost_and_played_on(name: str, level: str) -> None:
    """A level that overlooks moves may overlook the longest defence, and never claims that it is proved."""
    positions = lost_positions(name)
    assert len(positions) >= len(LOST.get(name, range(8)))
    for position, lost in positions:
        game = position.game
        limit = replace(LEVELS[level].limit(game), time=60, nodes=LEVELS[level].strength(game).nodes or 8_000)
        for seed in range(3):
            result = Engine(level=level, seed=seed, hash_mb=1).play(position, limit)
            assert result.score.value < 0
            assert result.score.is_mate, position.text()
            assert level != "max" or result.score == lost, position.text()


def test_max_finds_the_only_defence_however_early_it_is_stopped() -> None:
    """A four that is open at one end: one move stops it, all others lose at once."""
    position = noughts.game("15x15x5").position("15/15/15/15/15/15/15/15/15/3OXXXX7/3O11/3O11/15/15/15 O")
    for nodes in (5, 20, 100, 400):
        result = Engine(level="max", seed=nodes, hash_mb=1).play(position, Limit(nodes=nodes, time=60))
        assert str(result.move) == "i6", nodes


def test_a_draw_is_proved_only_by_a_search_that_overlooks_nothing() -> None:
    position = noughts.game("tictactoe").start()
    for oversight, is_proved in ((0, True), (0.5, False)):
        result = Engine("noughts", oversight=oversight, seed=1).analyse(position, Limit(depth=9))
        assert result.is_proved == is_proved


def test_who_asks_for_several_moves_is_told_all_of_them() -> None:
    position = noughts.game("tictactoe").start()
    found = Engine("noughts", oversight=0.9, seed=1).analyse(position, Limit(depth=2), multipv=9)
    assert len({str(result.move) for result in found}) == 9


def test_a_seed_makes_a_level_repeat_itself() -> None:
    position = noughts.game("ultimate").start()
    for level in ("beginner", "medium", "expert"):
        moves = {str(Engine(level=level, seed=9).play(position, ENOUGH).move) for _ in range(3)}
        assert len(moves) == 1


def test_weak_levels_play_different_games() -> None:
    position = noughts.game("ultimate").start()
    engine = Engine(level="medium")
    assert len({str(engine.play(position).move) for _ in range(12)}) > 1


def test_levels_stand_in_a_spec_and_are_refused_where_there_are_none() -> None:
    assert Engine("noughts:level=easy").settings.level == LEVELS["easy"]
    with pytest.raises(NoughtsError, match="level is 'godlike'; it must be one of beginner, easy"):
        Engine(level="godlike")
    with pytest.raises(NoughtsError, match="alphabeta has no levels"):
        Engine("alphabeta", level="easy")
    assert Engine("report004:level=easy").settings.level is None


def test_a_bad_level_on_the_command_line() -> None:
    run = command("match", "noughts:level=godlike", "random", "--game", "3x3x3")
    assert run.returncode == 2
    assert "it must be one of beginner" in run.stderr


def test_the_casual_player_wins_and_stops_wins_and_plays_near_the_stones() -> None:
    game = noughts.game("15x15x5")
    text = "15/15/15/15/15/15/15/15/15/3OXXXX7/3O11/3O11/15/15/15"
    for seed in range(5):
        engine = Engine("casual", seed=seed)
        assert str(engine.play(game.position(f"{text} O")).move) == "i6"
        assert str(engine.play(game.position(f"{text} X")).move) == "i6"
        quiet = game.position("15/15/15/15/15/15/15/7X7/8O6/15/15/15/15/15/15 X")
        assert distance_to_a_stone(quiet, engine.play(quiet).move.text) <= 2
