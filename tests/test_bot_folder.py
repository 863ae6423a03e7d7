"""A folder of bots: who is in it, what they are called, and what becomes of those that do not load."""

import json
import os
import shlex
from pathlib import Path

import pytest

from noughts import NoughtsError, game
from noughts.arena.bot_folder import BotFolder
from noughts.arena.clock import Conditions
from noughts.arena.competition import Competition
from noughts.arena.contestants import without_engine
from noughts.arena.figures import competition_figures
from noughts.arena.openings import Openings
from noughts.arena.parcel import packed
from noughts.arena.scheduling import play_here
from noughts.engine.limit import Limit

HONEST = "def move(position, limit):\n    return position.legal_moves[0]\n"


def filled(folder: Path, **files: str) -> Path:
    """A folder with files by their paths, in which __ stands for a slash."""
    for name, body in files.items():
        path = folder / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body)
    return folder


def test_a_bot_is_named_by_its_file_or_its_folder(tmp_path: Path) -> None:
    filled(tmp_path, dora=HONEST, alice__bot=HONEST, alice__parts=HONEST, carol__my_idea=HONEST, two__a="", two__b="")
    (tmp_path / "Eve with a space").mkdir()
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / "late.zip").write_bytes(b"")
    found = BotFolder.read(tmp_path)
    assert {name: path.relative_to(tmp_path).as_posix() for name, path in found.files.items()} == {
        "Eve with a space": "Eve with a space/bot.py",  # which is not there, and forfeits
        "alice": "alice/bot.py",
        "carol": "carol/my_idea.py",
        "dora": "dora.py",
        "two": "two/bot.py",
    }
    assert found.others == ("late.zip",)


def test_two_of_one_name_and_no_folder_are_told(tmp_path: Path) -> None:
    filled(tmp_path, bob=HONEST, bob__bot=HONEST)
    with pytest.raises(NoughtsError, match=r"bob/bot.py and bob.py are both named bob; rename one of them"):
        BotFolder.read(tmp_path)
    with pytest.raises(NoughtsError, match="cannot be read: No such file or directory"):
        BotFolder.read(tmp_path / "none")


def test_bots_of_a_folder_play_under_their_names_and_forfeit_what_does_not_load(tmp_path: Path) -> None:
    found = BotFolder.read(filled(tmp_path / "the class", alice__bot=HONEST, bob="import nowhere\n"))
    bots = found.bots()
    competition = Competition(
        "3x3x3", tuple(bots), Openings.read("none", game("3x3x3")), Conditions(Limit(time=600)), bots=bots
    )
    assert competition.names == ["alice", "bob"]
    (played,) = play_here(competition.tasks([(0, 1)], 1))
    assert played.forfeit
    assert played.share == 1
    assert "bob: it ended (exit code 1)" in played.reason
    assert "bob.py, line 1: ModuleNotFoundError: No module named 'nowhere'" in played.reason


def test_bots_of_a_folder_travel_to_another_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path / "bots", alice__bot="import parts\n" + HONEST, alice__parts="", bob=HONEST)
    monkeypatch.chdir(tmp_path)
    bots = BotFolder.read(Path("bots")).bots()
    competition = Competition(
        "3x3x3", tuple(bots), Openings.read("none", game("3x3x3")), bots=without_engine(bots, bots)
    )
    task, parcel = packed(next(competition.tasks([(0, 1)], 1)))
    places = [Path("/") / file.place for file in parcel.files]
    assert places == [tmp_path / "bots" / name for name in ("alice/bot.py", "alice/parts.py", "bob.py")]
    words = [shlex.split(bot.command) for bot in task.bots.values()]
    assert [(one[0], one[-2]) for one in words] == [("{python}", "bots/alice/bot.py"), ("{python}", "bots/bob.py")]


def test_a_name_that_is_no_text_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9\x1b.py")).write_text(HONEST)
    (tmp_path / "nul.py").write_bytes(b"x\0y")
    bots = BotFolder.read(tmp_path).bots()
    competition = Competition("3x3x3", tuple(bots), Openings.read("none", game("3x3x3")), bots=bots)
    assert competition.names == ["caf\\udce9\\x1b", "nul"]
    json.dumps([competition.definition(), competition_figures(competition)], ensure_ascii=False).encode()
