"""What programs say in a match, written down for their authors: whole, bounded, and harmless to a terminal."""

import sys
from pathlib import Path

import pytest

import noughts
from commands import noughts as command
from noughts import Limit
from noughts.arena.clock import Conditions
from noughts.arena.competition import Competition
from noughts.arena.openings import Openings
from noughts.arena.played import PlayedGame
from noughts.arena.scheduling import play_here
from noughts.errors import NoughtsError
from noughts.protocols import bot_log
from noughts.protocols.bot_log import BotLog
from noughts.protocols.bots import Bot, read_bots

SCRIPT = Path(__file__).parent / "scripted_bot.py"
LONG = Conditions(Limit(time=600))


def one_game(player: str, log: Path | None = None, bots: dict[str, Bot] | None = None) -> PlayedGame:
    openings = Openings.read("none", noughts.game("3x3x3"))
    match = Competition("3x3x3", (player, "random"), openings, LONG, bots=bots or {}, log=log)
    return next(play_here(match.tasks([(0, 1)], 1)))


def said(file: Path, mark: str) -> list[str]:
    """The lines of a mark, without time, name and process."""
    lines = file.read_text().splitlines()
    return [line.partition(f" {mark} ")[2] for line in lines if f" {mark} " in line]


def test_a_programs_words_and_its_errors_are_written_down(tmp_path: Path) -> None:
    game = one_game(f"cmd:{sys.executable} {SCRIPT} ugi Dies", tmp_path / "match.log")
    assert game.forfeit
    written = tmp_path / "match.log"
    assert said(written, ">")[0] == "ugi"
    assert "id name scripted" in said(written, "<")
    assert said(written, "!") == ["I have had enough"]
    assert said(written, "#")[1].startswith("0-1: X forfeits: ")


def test_what_a_python_file_prints_stands_in_its_own_file_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "here.txt").write_text("found")
    (tmp_path / "alice.py").write_text(
        "def move(position, limit):\n"
        "    print(open('here.txt').read(), 'of', len(position.legal_moves))\n"
        "    print('\\x1b[2J' + 'x' * 5000)\n"
        "    print('y\\n' * 200_000)\n"
        "    import sys\n"
        "    sys.stdout.buffer.write(b'no text')\n"
        "    assert not sys.stdout.isatty() and sys.stdout.fileno() == 1 and sys.stdout.encoding\n"
        "    return position.legal_moves[0]\n"
    )
    bot_log.prepare(tmp_path / "logs")
    game = one_game(str(tmp_path / "alice.py"), tmp_path / "logs")
    assert not game.forfeit
    [file] = (tmp_path / "logs").iterdir()
    assert file.name == "alice.py.log"
    lines = said(file, "<")
    assert "info string found of 9" in lines
    assert f"info string \\x1b[2J{'x' * 996}" in lines
    moves = sum(line.startswith("bestmove") for line in lines)
    assert moves >= 3
    assert file.stat().st_size < moves * 3_000_000, "the rest of a flood goes nowhere"


def test_two_bots_that_are_called_alike_in_their_folders_are_told_apart(tmp_path: Path) -> None:
    files = [tmp_path / name / "bot.py" for name in ("alice", "bob")]
    for file in files:
        file.parent.mkdir()
        file.write_text("def move(position, limit):\n    return position.legal_moves[0]\n")
    played = command("match", *map(str, files), "--game", "tictactoe", "--games", "2", "--log", str(tmp_path / "logs"))
    assert played.stdout.startswith("alice against bob in 3x3x3, 2 games: "), played.stderr
    assert {file.name for file in (tmp_path / "logs").iterdir()} == {"alice.log", "bob.log"}


def test_a_log_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_log, "MOST_BYTES", 10_000)
    log = BotLog(tmp_path / "small.log", "mine")
    for _ in range(100):
        log.write("<", "x" * 5000)
    written = (tmp_path / "small.log").read_text()
    assert len(written) < 10_500
    assert "no more is written here" in written.splitlines()[-1]


def test_a_log_that_cannot_be_written_is_told_before_the_match(tmp_path: Path) -> None:
    with pytest.raises(NoughtsError, match="cannot be written: No such file"):
        bot_log.prepare(tmp_path / "nowhere" / "a.log")
    (tmp_path / "file").touch()
    with pytest.raises(NoughtsError, match="cannot be written: Not a directory"):
        bot_log.prepare(tmp_path / "file" / "logs")


def test_a_program_runs_in_the_folder_that_the_file_of_bots_names(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "start").symlink_to(SCRIPT)
    (tmp_path / "bots.toml").write_text(
        '[there]\ncommand = "{python} start ugi Bot"\nfolder = "mine"\n'.replace("{python}", sys.executable)
    )
    bots = read_bots(tmp_path / "bots.toml")
    assert bots["there"].folder == str(tmp_path / "mine")
    assert not one_game("there", bots=bots).forfeit
    (tmp_path / "bots.toml").write_text('[there]\ncommand = "./x"\nfolder = "elsewhere"\n')
    with pytest.raises(NoughtsError, match=r"there: there is no folder .*elsewhere"):
        read_bots(tmp_path / "bots.toml")
