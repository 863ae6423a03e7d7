"""The tools in tuning/: each does its whole work, in small."""

import re
import shutil
from pathlib import Path
from subprocess import CompletedProcess

import numpy as np
import pytest

from commands import ROOT, edit, run_python
from noughts import game, solve
from noughts.evals.mnk_shapes import COMBINATIONS
from noughts.evals.shared.board_net_file import read_net
from noughts.evals.shared.line_classes import OPEN_FOUR, OPEN_THREE
from noughts.evals.shared.small_boards import WEIGHTS


def tool(name: str, *arguments: object) -> "CompletedProcess[str]":
    run = run_python(str(ROOT / "tuning" / name), *map(str, arguments))
    assert run.returncode == 0, run.stderr
    return run


@pytest.mark.parametrize(
    ("game", "name"),
    [("ultimate", "ultimate_boards"), ("nineboard", "nineboard_safe_moves"), ("xtreme", "xtreme_boards")],
)
def test_weights_of_tables_are_fitted_to_games_played_with_them(game: str, name: str, tmp_path: Path) -> None:
    """The more is learned, the better the games that were played are foretold; the file is of the package's form."""
    positions, weights = tmp_path / "positions.npz", tmp_path / "weights.npy"
    tool("selfplay.py", game, positions, "--nodes", 20, "--games", 12)
    with np.load(positions) as played:
        assert len(played["states"]) == len(played["values"]) == len(played["results"]) > 100
        assert set(played["results"]) & {0.0, 1.0}
    run = tool("fit.py", name, positions, "--trust", 0, "--passes", 3, "--out", weights)
    losses = [float(loss) for loss in re.findall(r"loss ([0-9.]+)", run.stdout)]
    assert len(losses) == 3
    assert losses[-1] < losses[0]
    fitted, own = np.load(weights), np.load(WEIGHTS / f"{name}.npy")
    assert (fitted.shape, fitted.dtype) == (own.shape, own.dtype)
    assert fitted.any()


def test_a_net_is_fitted_to_games_and_is_of_the_packages_form(tmp_path: Path) -> None:
    positions, net = tmp_path / "positions.npz", tmp_path / "net.npz"
    tool("selfplay.py", "ultimate", positions, "--nodes", 20, "--games", 60)
    run = tool("net.py", positions, "--batch", 64, "--rate", 0.02, "--passes", 3, "--out", net)
    losses = [float(loss) for loss in re.findall(r"loss ([0-9.]+)", run.stdout)]
    assert len(losses) == 3
    assert losses[-1] < losses[0]
    assert read_net(net).keys() == read_net(WEIGHTS / "ultimate_net.npz").keys()


def test_weights_of_shapes_are_fitted_to_games_played_with_them(tmp_path: Path) -> None:
    out = tmp_path / "weights.npy"
    run = tool("shapes.py", tmp_path, "--games", 60, "--nodes", 200, "--sizes", "8x8x5", "--out", out)
    assert len(list(tmp_path.glob("8x8x5-*.npz"))) == 1
    loss = re.search(r"loss ([0-9.]+)", run.stdout)
    assert loss is not None
    assert float(loss[1]) < 0.6931, "no better than knowing nothing"
    fitted, own = np.load(out), np.load(WEIGHTS / "mnk_shapes.npy")
    assert (fitted.shape, fitted.dtype) == (own.shape, own.dtype)
    by_classes = dict(zip(COMBINATIONS, fitted[: len(COMBINATIONS)].tolist(), strict=True))
    assert by_classes[0, 0, 0, OPEN_FOUR] > by_classes[0, 0, 0, OPEN_THREE] > by_classes[0, 0, 0, 0]


def test_a_sequential_test_counts_pairs_and_gives_its_verdict() -> None:
    arguments = ("noughts", "random:seed=1", "--game", "3x3x3", "--nodes", 50, "--processes", 1, "--most", 60)
    last = tool("sprt.py", *arguments).stdout.splitlines()[-1]
    found = re.fullmatch(r"noughts - random:seed=1 in 3x3x3: (\d+) games, ([0-9.]+) %, LLR \+\S+: A is better", last)
    assert found is not None, last
    assert int(found[1]) < 120, "before the games end that it may play at most"
    assert float(found[2]) > 55  # from some openings nobody can win any more


def test_other_sources_play_as_a_program_of_their_own(tmp_path: Path) -> None:
    copy, mark = tmp_path / "src", tmp_path / "mark"
    shutil.copytree(ROOT / "src", copy, ignore=shutil.ignore_patterns("__pycache__"))
    edit(
        copy / "noughts" / "engine" / "engine.py",
        ("\nclass Engine:", f"\nopen({str(mark)!r}, 'w').close()\nclass Engine:"),
    )
    arguments = ("greedy", "random", "--game", "3x3x3", "--processes", 1, "--most", 1, "--other", str(copy))
    last = tool("sprt.py", *arguments).stdout.splitlines()[-1]
    assert re.fullmatch(r"greedy - random in 3x3x3: 2 games, [0-9.]+ %, LLR \S+: undecided", last)
    assert mark.exists()


def test_balanced_openings_of_a_small_game_are_drawn_ones_and_all_different() -> None:
    """Whoever is called level on a board of nine cells must be level in truth."""
    lines = tool("balanced_openings.py", "3x3x3", 8, "--plies", 2, 3).stdout.splitlines()
    reached = []
    for line in lines:
        position = game("3x3x3").start()
        for move in line.split():
            position.push(move)
        assert solve(position).value == "draw", line
        reached.append(position)
    assert len(reached) == 8
    images = {min(one.transformed(symmetry).text() for symmetry in one.game.symmetries) for one in reached}
    assert len(images) == 8
