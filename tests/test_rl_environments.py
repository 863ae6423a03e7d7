"""Environments for PettingZoo and Gymnasium, by these libraries' own checks."""

import copy
import doctest
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import noughts
from noughts.rl import aec_env, gym_env

# Turns that alternate and that do not, passes, counters, small boards, moves that only the state places.
GAMES = [
    "tictactoe",
    "ultimate",
    "xtreme",
    "examples/othello.py",
    "examples/dots_and_boxes.py",
    "examples/connect_four.py",
]


def first_legal(env: Any) -> int:
    return int(np.flatnonzero(env.last()[0]["action_mask"])[0])


@pytest.mark.filterwarnings("ignore:Observation")  # PettingZoo's own games have masks beside their planes, too
@pytest.mark.parametrize("name", GAMES)
def test_pettingzoos_own_test(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(aec_env(name), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_agents_take_turns_as_the_rules_say(name: str) -> None:
    env, position = aec_env(name), noughts.game(name).start()
    env.reset()
    for agent in env.agent_iter():
        observation, _, is_over, _, _ = env.last()
        if is_over:
            break
        assert agent == f"player_{position.turn}"
        assert (observation["observation"] == position.planes()).all()
        assert not env.observe(f"player_{1 - position.turn}")["action_mask"].any()
        position.push_code(first_legal(env))
        env.step(first_legal(env))
    outcome = position.outcome()
    assert outcome is not None
    expected = [0, 0] if outcome.winner is None else [[1, -1], [-1, 1]][outcome.winner]
    assert [env.rewards[agent] for agent in ("player_0", "player_1")] == expected


def test_an_illegal_action_loses() -> None:
    env = aec_env("tictactoe")
    env.reset()
    env.step(0)
    env.step(0)
    assert env.rewards == {"player_0": 0, "player_1": -1}
    assert all(env.terminations.values())


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_of_environments_go_their_own_way(copied: Any) -> None:
    env = aec_env("ultimate")
    env.reset()
    env.step(40)
    other = copied(env)
    other.step(first_legal(other))
    assert other.unwrapped.position.ply == 2
    assert env.unwrapped.position.ply == 1
    against = gym_env("ultimate", "random")
    against.reset(seed=4)
    twin = copied(against)
    twin.step(int(np.flatnonzero(twin.action_masks())[0]))
    assert twin.position.ply == against.position.ply + 2


@pytest.mark.parametrize("name", ["tictactoe", "examples/dots_and_boxes.py", "xrudder"])
def test_gymnasiums_own_checker(name: str) -> None:
    check_env(gym_env(name), skip_render_check=True)  # drawings are checked below: it wants registered environments


def test_the_same_seed_gives_the_same_games() -> None:
    def games(seed: int) -> list[str]:
        env, texts = gym_env("tictactoe", "random"), []
        env.reset(seed=seed)
        for _ in range(3):
            env.reset()
            is_over = False
            while not is_over:
                _, _, is_over, _, _ = env.step(int(np.flatnonzero(env.action_masks())[0]))
            texts.append(env.position.text())
        return texts

    assert games(7) == games(7)
    assert len({*games(1), *games(2), *games(3)}) > 2


def test_an_opponent_may_be_a_function_or_an_engine() -> None:
    env = gym_env("tictactoe", lambda position: position.legal_moves[-1], player=1)
    env.reset()
    assert env.position.text() == ".../.../..X O"
    _, reward, is_over, _, info = env.step(10)  # where X stands
    assert (reward, is_over, info["player"]) == (-1, True, 1)
    with pytest.raises(noughts.NoughtsError, match=r"reset\(\) begins one"):
        env.step(0)
    strong = gym_env("tictactoe", noughts.Engine("minimax", eval="zero", limit=noughts.Limit(depth=9)), player=0)
    strong.reset()
    for move in ("b3", "c2"):  # and O takes what wins
        _, reward, is_over, _, _ = strong.step(strong.game.read_move(move).code)
        assert not is_over or reward == -1


def test_environments_are_drawn_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    board = "3 . X .\n2 . . .\n1 . . .\n  a b c\nO to move"
    drawn, printed = (aec_env("tictactoe", render_mode=mode) for mode in ("ansi", "human"))
    for env in (drawn, printed):
        env.reset()
        env.step(1)
    assert drawn.render() == board
    assert capsys.readouterr().out == board + "\n"
    against = gym_env("tictactoe", "random", player=0, render_mode="ansi")
    against.reset()
    assert str(against.render()).endswith("X to move")


def test_what_makes_no_environment_is_refused() -> None:
    for wrong in (
        lambda: gym_env("tictactoe", 3),  # type: ignore[arg-type]
        lambda: gym_env("tictactoe", player=2),
        lambda: gym_env("tictactoe", render_mode="rgb_array"),
        lambda: aec_env("tictactoe", render_mode="rgb_array"),
        lambda: gym_env("tictactoe", "no-such-engine"),
    ):
        with pytest.raises(noughts.NoughtsError):
            wrong()


@pytest.mark.parametrize(("call", "library"), [("aec_env", "PettingZoo"), ("gym_env", "Gymnasium")])
def test_without_the_extra_one_is_told_what_to_install(call: str, library: str) -> None:
    program = (
        "import sys; sys.modules['pettingzoo'] = sys.modules['gymnasium'] = None\n"
        "import noughts, noughts.rl\n"
        "assert len(noughts.rl.Batch('tictactoe', 2)) == 2\n"
        f"try: noughts.rl.{call}('tictactoe')\n"
        "except noughts.NoughtsError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == f"this needs {library}: pip install 'noughts[rl]'\n"


def test_the_guides_examples_do_what_stands_there() -> None:
    failed, tried = doctest.testfile(str(Path(__file__).parent.parent / "docs" / "rl.md"), module_relative=False)
    assert (failed, tried > 20) == (0, True)
