"""`noughts ladder`: bots that come, change, misbehave and go, while all play each other; and an end at any time."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import noughts as library
from commands import noughts
from noughts.arena import ladder as ladder_module
from noughts.arena import watched_folder
from noughts.arena.clock import Conditions
from noughts.arena.competition import arranged
from noughts.arena.journal import journal_folder
from noughts.arena.ladder import Ladder, check_games
from noughts.arena.scheduling import play_here
from noughts.web.arena_answers import MatchMessage
from noughts.web.arena_match import Matches
from noughts.web.catalogue import Catalogue

FIRST = "def move(position, limit):\n    return position.legal_moves[0]\n"
LAST = "def move(position, limit):\n    return position.legal_moves[-1]\n"
# Tells of each move before it thinks.
SLOW = """
import time
from pathlib import Path

def move(position, limit):
    with Path(__file__).with_suffix(".moves").open("a") as file:
        file.write(".")
    time.sleep(0.2)
    return position.legal_moves[0]
"""


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched_folder, "LOOK_SECONDS", 0.0)


def opened(folder: Path, said: list[str], games: int = 2, *staff: str) -> Ladder:
    common = arranged(library.game("3x3x3"), staff, Conditions(library.Limit(time=600)))
    return Ladder(folder, common, games, said.append)


def played_out(ladder: Ladder) -> list[tuple[str, str]]:
    """Play until there is nothing to play; who met whom, in this order."""
    met = []
    for game in play_here(ladder.tasks()):
        assert ladder.keep(game)
        first, second = (ladder.names[player] for player in game.players)
        met.append((first, second))
    return met


def test_new_and_changed_bots_play_all_others_and_a_restart_goes_on(tmp_path: Path) -> None:
    folder, said = tmp_path / "class", list[str]()
    (folder / "alice").mkdir(parents=True)
    (folder / "alice" / "bot.py").write_text(FIRST)
    (folder / "bob.py").write_text(LAST)
    ladder = opened(folder, said, 4, "random")
    matches = Matches(Catalogue([]))
    watched = matches.at(ladder.journal.path.stem)
    met = played_out(ladder)
    assert len(met) == 12
    assert len(set(met[:6])) == 3, "everybody once before anybody twice"
    watched.look()
    assert watched.whole().players == ["random", "alice", "bob"]
    (folder / "alice" / "bot.py").write_text(LAST)
    (folder / "bob.py").unlink()
    (folder / "carol.py").write_text(FIRST)
    for _ in range(2):  # what changes between two looks is still being written
        ladder.look()
    assert [ladder.names[player] for player in ladder.current] == ["random", "alice (2)", "carol"]
    assert len(watched.games(None, 100)) == 12
    change = watched.look()
    assert isinstance(change, MatchMessage), "spectators get the new players by themselves"
    assert change.players == ["random", "alice (2)", "carol"]
    assert {name for pair in played_out(ladder) for name in pair} == {"random", "alice (2)", "carol"}
    assert "alice (2)" in watched.games(None, 1)[0].players or "carol" in watched.games(None, 1)[0].players
    table = [row[:3] for row in ladder.standings().table()[1]]
    assert sorted(row[1:] for row in table) == [["alice (2)", "8"], ["carol", "8"], ["random", "8"]]
    ladder.close()
    again = opened(folder, said, 4, "random")
    assert played_out(again) == []
    assert again.names == ladder.names
    (folder / "alice" / "bot.py").write_text(FIRST)
    for _ in range(2):
        again.look()
    assert "alice" in [again.names[player] for player in again.current], "what it was before counts as that"
    again.close()
    assert next(line for line in said if "carol" in line) == "carol plays"


def test_a_bot_that_cannot_play_is_told_and_set_aside_until_it_changes(tmp_path: Path) -> None:
    (tmp_path / "alice.py").write_text(FIRST)
    (tmp_path / "bob.py").write_text("def move(position limit):\n    pass\n")
    (tmp_path / "carol.py").write_text("raise RuntimeError('\\x1b[2J')\n" + FIRST)
    (tmp_path / "dave").mkdir()
    said = list[str]()
    ladder = opened(tmp_path, said)
    played_out(ladder)
    assert sorted(line.partition(" ")[0] for line in ladder.aside()) == ["bob", "carol", "dave"]
    assert any("bob is set aside: bob.py, line 1: SyntaxError" in line for line in said)
    assert any("dave is set aside: there is no bot file" in line for line in said)
    assert any("carol is set aside: it did not start" in line for line in said)
    assert [ladder.names[player] for player in ladder.current] == ["alice"]
    (tmp_path / "carol.py").write_text(LAST)
    for _ in range(2):
        ladder.look()
    assert len(played_out(ladder)) == 2
    ladder.close()


def test_whatever_lies_in_the_folder_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder_module, "MOST_VERSIONS", 2)
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "zero.py").symlink_to("/dev/zero")
    (tmp_path / "deep.py").write_text("x = " + 3000 * "(" + "1" + 3000 * ")")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\x1b[2J.py")).touch()
    (tmp_path / "notes.txt").write_text("no bot")
    said = list[str]()
    ladder = opened(tmp_path, said, 2, "random")
    assert sorted(line.partition(" is set aside: ")[0] for line in ladder.aside()) == [
        r"\udcff\x1b[2J",
        "deep",
        "pipe",
        "zero",
    ]
    for number in range(3):
        (tmp_path / "restless.py").write_text(f"{FIRST}# {number}\n")
        for _ in range(2):
            ladder.look()
    assert "restless is set aside: it has changed 2 times; give it another name" in ladder.aside()
    assert played_out(ladder) == []
    ladder.close()
    assert json.loads(ladder.journal.path.read_text().splitlines()[0])["current"] == [0]


def test_a_game_of_a_bot_that_changed_meanwhile_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "alice.py").write_text(FIRST)
    ladder = opened(tmp_path, [], 2, "random")
    games = play_here(ladder.tasks())
    game = next(games)
    (tmp_path / "alice.py").write_text(LAST)
    assert not ladder.keep(game)
    games.close()
    ladder.close()


def kept_games() -> list[tuple[object, ...]]:
    found = []
    for path in journal_folder().glob("*.jsonl"):
        for line in path.read_text().splitlines()[1:]:
            game = json.loads(line)
            found.append((*game["players"], game["pair"], game["first"]))
    return found


def begun(arguments: list[str], games: int) -> subprocess.Popen[bytes]:
    """The command, once so many games have been played."""
    run = subprocess.Popen([sys.executable, "-m", "noughts", *arguments], stdout=subprocess.PIPE)
    while len(kept_games()) < games:
        assert run.poll() is None
        time.sleep(0.05)
    return run


def test_a_ladder_that_was_killed_goes_on(tmp_path: Path) -> None:
    (tmp_path / "alice.py").write_text(FIRST)
    arguments = ["ladder", str(tmp_path), "--players", "random", "--game", "3x3x3", "--time", "60", "--games"]
    killed = begun([*arguments, "10000"], 4)
    killed.kill()
    killed.communicate()
    kept = kept_games()
    most = 2 * (len(kept) // 2 + 2)
    done = noughts(*arguments, str(most), "--once")
    assert done.returncode == 0, done.stderr
    assert f", {most} games" in done.stdout
    now = kept_games()
    assert now[: len(kept)] == kept
    assert len(set(now)) == len(now) == most


def test_a_match_that_is_asked_to_end_finishes_its_game(tmp_path: Path) -> None:
    bot, moves = tmp_path / "slow.py", tmp_path / "slow.moves"
    bot.write_text(SLOW)
    arguments = ["match", str(bot), "random", "--game", "3x3x3", "--time", "60", "--openings", "none"]
    run = begun([*arguments, "--games", "50"], 1)
    made = moves.stat().st_size
    while moves.stat().st_size == made:  # the next game is under way when it moves again
        time.sleep(0.02)
    run.send_signal(signal.SIGTERM)
    out = run.communicate()[0].decode()
    assert run.returncode == 130
    kept = len(kept_games())
    assert 2 <= kept < 50, "the game under way was finished, and no other begun"
    assert f"{kept} games: " in out


def test_bad_input_gets_a_message_and_exit_code_2() -> None:
    done = noughts("ladder", "nowhere", "--game", "3x3x3")
    assert (done.returncode, "there is no folder nowhere" in done.stderr) == (2, True), done.stderr
    with pytest.raises(library.NoughtsError, match="--games is 0; it must be from 1 to 10,000"):
        check_games(0, ())
    with pytest.raises(library.NoughtsError, match="a player is named twice"):
        check_games(2, ("greedy", "greedy"))
