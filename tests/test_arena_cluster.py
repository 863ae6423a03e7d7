"""Matches on a Dask cluster: a real scheduler, real workers, and what becomes of games when one of them is killed."""

import collections
import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

import noughts
from commands import ROOT, answer_ctrl_c, run_python
from commands import noughts as command
from dask_cluster import PATIENCE, DaskCluster, dask_cluster
from noughts.arena.competition import Competition, GameTask
from noughts.arena.openings import Openings
from noughts.arena.parcel import packed
from noughts.protocols.bots import Bot

# Tells of each game that it begins, and waits there until it may go on. It does not run where its author wrote it.
WAITING_BOT = """
import json, os, time, uuid
from pathlib import Path

from first_legal import choice

SHARED = Path({shared!r})


def move(position, limit):
    if not Path(__file__).is_relative_to({elsewhere!r}):
        raise RuntimeError("this is not the worker's own copy")
    if len(position.move_stack) < 4:
        told = dict(process=os.getppid(), bot=os.getpid(), opening=[str(one) for one in position.move_stack[:2]])
        unfinished = SHARED / uuid.uuid4().hex
        unfinished.write_text(json.dumps(told))
        unfinished.rename(unfinished.with_suffix(".begun"))
        while not (SHARED / "go").exists():
            time.sleep(0.02)
    return choice(position)
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    with dask_cluster(tmp_path_factory.mktemp("cluster")) as found:
        yield found


@pytest.fixture
def author(tmp_path: Path, cluster: DaskCluster) -> Path:
    """A folder with two bots, and with what they import."""
    (tmp_path / "waiting.py").write_text(WAITING_BOT.format(shared=str(tmp_path), elsewhere=str(cluster.folder)))
    (tmp_path / "other.py").write_text(
        "from first_legal import choice\n\n\ndef move(position, limit):\n    return choice(position)\n"
    )
    (tmp_path / "first_legal.py").write_text("def choice(position):\n    return position.legal_moves[0]\n")
    return tmp_path


def begun(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in folder.glob("*.begun")]


def wait_until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


def start_match(author: Path, *arguments: str) -> subprocess.Popen[str]:
    players = ("waiting.py", str(author / "other.py"), "--game", "6x6x4", "--openings", "random:2", "--time", "100")
    return subprocess.Popen(
        [sys.executable, "-m", "noughts", "match", *players, *arguments, "--json", "match.json"],
        cwd=author,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=answer_ctrl_c,  # noqa: PLW1509 - it only sets a signal
    )


def test_a_killed_workers_games_are_played_again_elsewhere_and_counted_once(author: Path, cluster: DaskCluster) -> None:
    workers = [cluster.add_worker(), cluster.add_worker()]
    match = start_match(author, "--games", "8", "--cluster", cluster.address)
    wait_until(lambda: len(begun(author)) == 2)  # each worker is in the middle of a game
    players = psutil.Process(workers[0].pid).children(recursive=True)
    broken_off = [one for one in begun(author) if one["bot"] in {player.pid for player in players}]
    assert len(broken_off) == 1
    workers[0].kill()
    assert psutil.wait_procs(players, PATIENCE)[1] == [], "nothing that it started goes on"
    (author / "go").touch()
    _, errors = match.communicate(timeout=PATIENCE)
    assert match.returncode == 0, errors

    games = json.loads((author / "match.json").read_text())["played"]
    assert sorted((game["pair"], game["first"]) for game in games) == [
        (pair, first) for pair in range(4) for first in (0, 1)
    ]
    assert [game["reason"] for game in games if game["forfeit"]] == []
    told = begun(author)
    assert len(told) == 9, "eight games, and one that was begun twice"
    processes = collections.defaultdict[str, set[int]](set)
    for one in told:
        processes[" ".join(one["opening"])].add(one["process"])
    again = " ".join(broken_off[0]["opening"])
    assert {opening: len(some) for opening, some in processes.items()} == {
        opening: 2 if opening == again else 1 for opening in processes
    }, "both games of a pair are played by one worker"


def test_ctrl_c_ends_the_games_on_the_cluster_and_the_same_command_goes_on(author: Path, cluster: DaskCluster) -> None:
    worker = cluster.add_worker()
    arguments = ("--games", "2", "--cluster", cluster.address, "--concurrency", "1")
    match = start_match(author, *arguments)
    wait_until(lambda: len(begun(author)) == 1)
    bot = psutil.Process(begun(author)[0]["bot"])
    match.send_signal(signal.SIGINT)
    match.communicate(timeout=PATIENCE)
    assert match.returncode == 130
    assert psutil.wait_procs([bot], PATIENCE)[1] == [], "nobody wants its game any more"
    (author / "go").touch()
    again = start_match(author, *arguments)
    output, errors = again.communicate(timeout=PATIENCE)
    assert again.returncode == 0, errors
    assert "Games: 2" in output
    worker.kill()


def test_openings_are_solved_on_the_cluster_and_ctrl_c_ends_them(tmp_path: Path, cluster: DaskCluster) -> None:
    worker = cluster.add_worker()
    arguments = ("--all-moves", "--hash-mb", "1", "--json")
    there = command("solve", "3x4x3", "--cluster", cluster.address, *arguments)
    assert there.returncode == 0, there.stderr
    here = json.loads(command("solve", "3x4x3", *arguments).stdout)
    told = json.loads(there.stdout)
    assert {name: told[name] for name in ("value", "best_moves", "move_values")} == {
        name: here[name] for name in ("value", "best_moves", "move_values")
    }
    assert command("solve", "./mine.py", "--cluster", cluster.address).returncode == 2
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts", "solve", "4x9x4", "--hash-mb", "1", "--cluster", cluster.address],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=answer_ctrl_c,  # noqa: PLW1509 - it only sets a signal
    )
    used = psutil.Process(worker.pid).cpu_times().user
    wait_until(lambda: psutil.Process(worker.pid).cpu_times().user > used + 2)  # it is at work
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "as far as it is proved" in output
    wait_until(lambda: psutil.Process(worker.pid).cpu_percent(1.0) < 50)
    worker.kill()


def test_a_worker_of_another_version_and_a_scheduler_that_goes_are_told(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "src", copy, ignore=shutil.ignore_patterns("__pycache__"))
    with (copy / "noughts" / "arena" / "__init__.py").open("a") as file:
        file.write("# Another version.\n")
    with dask_cluster(tmp_path) as cluster:
        worker = cluster.add_worker(PYTHONPATH=str(copy))
        arguments = ("match", "random", "greedy", "--game", "3x3x3", "--cluster", cluster.address)
        other = command(*arguments)
        assert (other.returncode, other.stdout) == (2, "")
        assert "has another version of Noughts" in other.stderr
        worker.kill()
        worker.wait()
        with subprocess.Popen([sys.executable, "-m", "noughts", *arguments], stderr=subprocess.PIPE, text=True) as left:
            assert left.stderr is not None
            assert "there are no workers at tcp://" in left.stderr.readline()
            cluster.scheduler.kill()
            assert f"the scheduler at {cluster.address} is gone" in left.stderr.read()
            assert left.wait(PATIENCE) == 2


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("somewhere", "the cluster is 'somewhere'; it must be a scheduler's address, as in tcp://"),
        ("tcp://127.0.0.1:8786; rm", "it must be a scheduler's address"),
        ("tcp://127.0.0.1:1", "no scheduler answers at tcp://127.0.0.1:1"),
    ],
)
def test_a_cluster_that_is_none_is_told(address: str, words: str) -> None:
    result = command("match", "random", "greedy", "--game", "3x3x3", "--cluster", address)
    assert result.returncode == 2
    assert words in result.stderr
    assert "Traceback" not in result.stderr


def test_without_dask_it_is_said_what_to_install() -> None:
    code = "import sys; sys.modules['distributed'] = None; from noughts.cli import main; main()"
    arguments = ("match", "random", "greedy", "--game", "3x3x3", "--cluster", "tcp://127.0.0.1:1")
    result = run_python("-c", code, *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert "python3 scripts/start.py --extra cluster" in result.stderr, "as the scripts made the environment"


def packed_task(players: tuple[str, str], game: str = "3x3x3", **bots: Bot) -> tuple[GameTask, list[str]]:
    match = Competition(game, players, Openings.read("none", noughts.game("3x3x3")), bots=bots)
    task, parcel = packed(next(match.tasks([(0, 1)], 1)))
    return task, [file.place for file in parcel.files]


def test_files_travel_with_what_they_import_and_keep_their_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lib").mkdir()
    for name, source in {
        "bot.py": "import json, numpy, lib.inner",
        "lib/__init__.py": "",
        "lib/inner.py": "import noughts",
        "game.py": "",
        "eval.py": "from game import x",
        "unused.py": "",
        "program": "#!/bin/sh\n",
        "weights": "1 2 3",
    }.items():
        (tmp_path / name).write_text(source)
    (tmp_path / "program").chmod(0o755)
    here = tmp_path.relative_to(tmp_path.anchor).as_posix()
    task, files = packed_task((str(tmp_path / "bot.py"), f"noughts:eval={tmp_path / 'eval.py'},time=1"))
    assert task.texts == ("bot.py", "noughts:eval=eval.py,time=1")
    assert files == [f"{here}/{name}" for name in ("bot.py", "eval.py", "game.py", "lib/__init__.py", "lib/inner.py")]

    python = f"{sys.executable} {tmp_path / 'bot.py'}"
    task, files = packed_task(
        ("cmd:./program --with weights 'a b'", "mine"), mine=Bot("mine", python), not_mine=Bot("x", "y")
    )
    assert task.texts == ("cmd:./program --with weights 'a b'", "mine"), "verbatim where nothing is to be changed"
    assert {name: bot.command for name, bot in task.bots.items()} == {"mine": f"{sys.executable} ./bot.py"}
    assert f"{here}/program" in files
    assert f"{here}/weights" in files
    assert not any("python" in Path(place).name for place in files), "an interpreter does not travel"


def test_files_that_are_too_large_do_not_travel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with (tmp_path / "net").open("wb") as file:
        file.truncate(21_000_000)
    with pytest.raises(noughts.NoughtsError, match=r"have 21,000,000 bytes, net the most; up to 20,000,000 travel"):
        packed_task(("cmd:python3 net", "random"))
