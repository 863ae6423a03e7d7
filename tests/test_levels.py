"""Levels: what they may and may not do. How strong they are is measured by benchmarks/levels.py."""

from dataclasses import replace

import pytest

import noughts
from commands import noughts as command
from noughts import Engine, Limit
from noughts.board import Position
from noughts.engine.levels import LEVELS
from noughts.engine.score import Score
from noughts.errors import NoughtsError
from positions import LARGE, late_positions, random_positions

ENOUGH = Limit(time=60, nodes=8_000)  # no clock decides; where a level has no fewer nodes itself, these
SEEING = [name for name in LEVELS if name not in ("beginner", "easy")]


@pytest.mark.parametrize("level", SEEING)
@pytest.mark.parametrize("name", [*LARGE, "3x3x3"])
def test_a_win_in_one_is_taken_and_a_loss_in_one_avoided(name: str, level: str) -> None:
    engine, plain = Engine(level=level, seed=1), Engine("alphabeta", eval="zero")
    for position in [*late_positions(name, 40, seed=5), *random_positions(name, 20, seed=5)]:
        best = plain.analyse(position, Limit(depth=2)).score
        chosen = engine.play(position, ENOUGH).move
        position.push(chosen)
        if best.mate == 1:
            assert position.is_game_over(), position.text()
        elif best.mate is None and not position.is_game_over():
            reply = plain.analyse(position, Limit(depth=1)).score
            assert reply.mate != 1 or position.turn == best.side, position.text()


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_every_game_and_looks_no_further_than_it_may(level: str) -> None:
    engine, own = Engine(level=level, seed=3), LEVELS[level].limit
    for name in ("3x3x3", "misere-4x4x3", "ultimate", "xrudder"):
        for position in random_positions(name, 3, seed=6):
            stats = engine.play(position, ENOUGH).stats
            assert own.nodes is None or stats.nodes <= own.nodes
            assert own.depth is None or stats.depth <= own.depth
            assert stats.nodes > 0 or LEVELS[level].whims or len(position.legal_moves) == 1


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
@pytest.mark.parametrize("level", LEVELS)
def test_a_lost_game_is_called_lost_and_played_on(name: str, level: str) -> None:
    positions = lost_positions(name)
    assert len(positions) >= len(LOST.get(name, range(8)))
    limit = replace(LEVELS[level].limit, time=60)
    for position, lost in positions:
        for seed in range(3):
            result = Engine(level=level, seed=seed, hash_mb=1).play(position, limit)
            if result.stats.nodes > 0:  # neither a whim nor the only move
                assert result.score == lost, position.text()


def test_the_only_defence_is_found_however_early_a_level_is_stopped() -> None:
    """A four that is open at one end: one move stops it, all others lose at once."""
    position = noughts.game("15x15x5").position("15/15/15/15/15/15/15/15/15/3OXXXX7/3O11/3O11/15/15/15 O")
    for level in LEVELS:
        for nodes in (5, 20, 100, 400):
            result = Engine(level=level, seed=nodes, hash_mb=1).play(position, Limit(nodes=nodes, time=60))
            assert result.stats.nodes == 0 or str(result.move) == "i6", (level, nodes)


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
