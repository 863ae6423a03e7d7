"""Levels: what they may and may not do. How strong they are is measured by benchmarks/levels.py."""

import pytest

import noughts
from commands import noughts as command
from noughts import Engine, Limit
from noughts.errors import NoughtsError
from noughts.levels import LEVELS
from positions import LARGE, late_positions, random_positions

SEEING = [name for name in LEVELS if name not in ("beginner", "easy")]


@pytest.mark.parametrize("level", SEEING)
@pytest.mark.parametrize("name", [*LARGE, "3x3x3"])
def test_a_win_in_one_is_taken_and_a_loss_in_one_avoided(name: str, level: str) -> None:
    game = noughts.game(name)
    engine, plain = Engine(level=level, seed=1), Engine("alphabeta", eval="zero")
    limit = Limit(time=0.05) if level == "max" else None
    for position in [*late_positions(name, 40, seed=5), *random_positions(name, 20, seed=5)]:
        best = plain.analyse(position, Limit(depth=2)).score
        chosen = engine.play(position, limit).move
        position.push(chosen)
        if best.mate == 1:
            assert position.is_game_over(), position.text()
        elif best.mate is None and not position.is_game_over():
            reply = plain.analyse(position, Limit(depth=1)).score
            assert reply.mate != 1 or position.turn == best.side, position.text()
    assert game.name == name


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_every_game(level: str) -> None:
    engine = Engine(level=level, seed=3)
    for name in ("3x3x3", "misere-4x4x3", "ultimate", "xrudder"):
        for position in random_positions(name, 3, seed=6):
            limit = Limit(time=0.05) if level == "max" else None
            assert engine.play(position, limit).move in position.legal_moves


def test_a_seed_makes_a_level_repeat_itself() -> None:
    position = noughts.game("ultimate").start()
    for level in ("beginner", "medium", "expert"):
        moves = {str(Engine(level=level, seed=9).play(position).move) for _ in range(3)}
        assert len(moves) == 1


def test_weak_levels_play_different_games() -> None:
    position = noughts.game("ultimate").start()
    engine = Engine(level="medium")
    assert len({str(engine.play(position).move) for _ in range(12)}) > 1


def test_levels_stand_in_a_spec_and_are_refused_where_there_are_none() -> None:
    assert Engine("noughts:level=easy").settings.level == LEVELS["easy"]
    with pytest.raises(NoughtsError, match="no level 'godlike'; it must be one of beginner, easy"):
        Engine(level="godlike")
    with pytest.raises(NoughtsError, match="alphabeta has no levels"):
        Engine("alphabeta", level="easy")
    assert Engine("report004:level=easy").settings.level is None


def test_a_bad_level_on_the_command_line() -> None:
    run = command("match", "noughts:level=godlike", "random", "--game", "3x3x3")
    assert run.returncode == 2
    assert "no level" in run.stderr
