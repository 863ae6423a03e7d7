"""Players from outside: a user's Python file and other people's programs in a match, whatever they do."""

import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from pydantic import TypeAdapter, ValidationError

import noughts
from commands import noughts as command
from noughts import Engine, Limit
from noughts.arena.clock import Conditions
from noughts.arena.competition import Competition
from noughts.arena.contestants import bot_of, check_contestant, contestant, identity, name_of
from noughts.arena.openings import Openings
from noughts.arena.referee import Ending, play_game
from noughts.arena.scheduling import play_here
from noughts.engine.engine_text import EngineSettings
from noughts.engine.time_control import TimeControl
from noughts.play.seats import check_seat
from noughts.protocols.bots import Bot
from noughts.protocols.host import AnyEngine
from noughts.protocols.hosting import host_for
from noughts.records import read_records
from noughts.registry import search_class
from noughts.web.models import SeatModel, seat_text

SCRIPT = Path(__file__).parent / "scripted_bot.py"
LONG = Conditions(Limit(time=600))  # on however slow a machine
HONEST = "def move(position, limit):\n    print('hello' * 1000)\n    return position.legal_moves[0]\n"


def written(folder: Path, body: str, name: str = "mybot.py") -> str:
    path = folder / name
    path.write_text(body if body.startswith(("def", "import")) else f"def move(position, limit):\n    {body}\n")
    return str(path)


def first_game(bot: AnyEngine, conditions: Conditions = LONG, game: str = "3x3x3") -> Ending:
    """One game, in which the bot moves first."""
    try:
        return play_game(noughts.game(game).start(), (bot, Engine("random", seed=1)), conditions)
    finally:
        bot.close()


def test_a_python_file_plays_with_positions_limits_and_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "taste.py").write_text("def best(moves):\n    return max(map(str, moves))\n")
    body = """
import noughts, taste

def move(position, limit):
    assert isinstance(position, noughts.Position) and limit.white_clock > 0 and limit.nodes == 7
    best = taste.best(position.legal_moves)
    position.push(best)  # on a copy of its own
    return best
"""
    bot = contestant(written(tmp_path, body.lstrip()))
    ending = first_game(bot, Conditions(Limit(nodes=7), TimeControl(1000)), "ultimate")
    assert ending.fault is None, ending.reason
    assert ending.moves[0].text == "9.9"


FAULTS = {
    "an illegal move": ("return 'b2'", "b2 is not legal here"),
    "no move": ("return 42", "its move is '42', which is no move"),
    "words": ("return 'b2 is best'", "b2 is best"),
    "an error": ("return [][0]", "bot.py, line 2, in move: IndexError: list index out of range"),
    "an end": ("raise SystemExit(3)", "it ends Python by SystemExit(3)"),
    "a crash": ("import os; os.abort()", "it crashed (SIGABRT)"),
    "no function": ("import os", "bot.py has no function move(position, limit)"),
    "a syntax error": ("def move(position:\n", "bot.py, line 1: SyntaxError"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_whatever_a_python_file_does_wrong_forfeits_the_game_in_words(case: str, tmp_path: Path) -> None:
    body, words = FAULTS[case]
    ending = first_game(contestant(written(tmp_path, body)))
    assert ending.fault == 0
    assert ending.result == "0-1"
    assert ending.reason.startswith("X forfeits: mybot.py: ")
    assert words in ending.reason


@pytest.mark.parametrize("case", ["no function", "a syntax error"])
def test_a_python_file_that_could_play_no_game_is_refused_before_the_first(case: str, tmp_path: Path) -> None:
    body, words = FAULTS[case]
    told = command("match", written(tmp_path, body), "random", "--game", "3x3x3", "--games", "2")
    assert told.returncode == 2
    assert words in told.stderr
    assert not told.stdout


def test_a_python_file_may_bind_its_function_in_any_way(tmp_path: Path) -> None:
    game = noughts.game("3x3x3")
    (tmp_path / "parts.py").write_text(HONEST)
    for body in ("import parts\nmove = parts.move", "import parts as move", "import os\nfrom parts import *"):
        check_contestant(written(tmp_path, body), game)


def test_a_python_file_that_hangs_is_ended(tmp_path: Path) -> None:
    ending = first_game(contestant(written(tmp_path, "while True: pass")), Conditions(Limit(time=0.5)))
    assert ending.reason == "X forfeits: mybot.py: it did not answer within its 0.5 s and 1 s more"
    assert not [child for child in psutil.Process().children() if "mybot.py" in " ".join(child.cmdline())]


def test_a_python_file_that_takes_too_much_memory_is_ended(tmp_path: Path) -> None:
    bot = bot_of(written(tmp_path, "taken = b'x' * 800_000_000; input()"))
    assert bot is not None
    assert bot.memory == 2048
    ending = first_game(host_for(replace(bot, memory=600)))
    assert "MB of memory; 600 are allowed" in ending.reason


def test_a_match_goes_on_with_a_restarted_bot(tmp_path: Path) -> None:
    """It dies in every first game of a process; games are won and lost by default, and the reasons are recorded."""
    body = """
def move(position, limit):
    if position.ply > 2 and position.turn == 0:
        raise RuntimeError("enough")
    return position.legal_moves[0]
"""
    file, pgn, figures = written(tmp_path, body.lstrip()), tmp_path / "games.pgn", tmp_path / "match.json"
    match = ("match", file, "random", "--game", "5x5x4", "--openings", "none", "--games", "6", "--time", "600")
    run = command(*match, "--pgn", str(pgn), "--json", str(figures))
    assert run.returncode == 0, run.stderr
    assert "mybot.py lost 3 of these games by default:" in run.stdout
    reasons = [record.reason for record in read_records(pgn.read_text())]
    words = "its last words: 'mybot.py, line 3, in move: RuntimeError: enough'"
    told = f"X forfeits: mybot.py: it ended (exit code 1); {words}"
    assert reasons[::2] == [told] * 3
    assert not any("forfeits" in reason for reason in reasons[1::2])
    assert json.loads(figures.read_text())["forfeits"] == [[told] * 3, []]


def scripted(behaviour: str, protocol: str = "ugi") -> str:
    prefix = "cmd" if protocol == "ugi" else protocol
    return f"{prefix}:{shlex.join([sys.executable, str(SCRIPT), protocol, behaviour])}"


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        ("Cheats", "is not legal here"),
        ("Hangs", "did not answer within its 0.5 s"),
        ("Dies", "it ended (exit code 3); its last words: 'I have had enough'"),
        ("Floods", "it flooded us"),
        ("IgnoresQuit", ""),
    ],
)
def test_programs_in_a_game(behaviour: str, words: str) -> None:
    """The program moves second: one that cheats repeats the move before."""
    bot = contestant(scripted(behaviour))
    waits = behaviour == "Hangs"
    conditions = Conditions(Limit(time=0.5), margin=0.0) if waits else LONG
    opening = noughts.game("3x3x3").start()
    opening.push("b2")
    try:
        ending = play_game(opening, (Engine("random", seed=1), bot), conditions)
    finally:
        bot.close()
    assert words in ending.reason
    assert (ending.fault == 1) == bool(words)


def test_an_answer_that_comes_late_loses_by_the_referees_clock() -> None:
    bot = contestant(scripted("AnswersLate"), margin=600)
    ending = first_game(bot, Conditions(Limit(time=0.5), margin=0.1))
    assert ending.reason.startswith("X forfeits: lost on time: it took ")


def test_a_match_of_programs_by_a_file_of_bots(tmp_path: Path) -> None:
    bots = tmp_path / "bots.toml"
    words = [scripted("Bot").removeprefix("cmd:"), scripted("Bot", "gomocup").removeprefix("gomocup:")]
    bots.write_text(f"[calm]\ncommand = {json.dumps(words[0])}\noptions = {{ Style = 'wild' }}\n\n"
                    f"[five]\ncommand = {json.dumps(words[1])}\nprotocol = 'gomocup'\n")  # fmt: skip
    match = ("match", "calm", "five", "--game", "6x6x5", "--games", "2", "--time", "600", "--bots", str(bots))
    run = command(*match)
    assert "calm against five in 6x6x5, 2 games: " in run.stdout, run.stderr
    assert "default" not in run.stdout
    assert command(*match[:-2]).returncode == 2, "without the file nobody knows them"


def test_a_program_has_one_process_whomever_it_plays(tmp_path: Path) -> None:
    """But for one that plays itself."""
    started = tmp_path / "started"
    body = f"""
import os, sys

with open({str(started)!r}, "a") as file:
    print(os.path.basename(__file__), file=file)

def move(position, limit):
    return position.legal_moves[0]
"""
    files = tuple(written(tmp_path, body.lstrip(), name) for name in ("a.py", "b.py", "c.py"))
    match = Competition("3x3x3", (*files, files[0]), Openings.read("none", noughts.game("3x3x3")), LONG)
    pairings = [(0, 1), (1, 2), (0, 2), (0, 3)]
    assert not [game for game in play_here(match.tasks(pairings, 2)) if game.forfeit]
    assert sorted(started.read_text().split()) == ["a.py", "a.py", "b.py", "c.py"]


def test_a_program_of_a_file_of_bots_has_the_arenas_memory_unless_the_file_says_more() -> None:
    bots = {"calm": Bot("calm", "./calm"), "large": Bot("large", "./large", memory=9999)}
    found = [bot_of(name, bots) for name in bots]
    assert [bot.memory for bot in found if bot is not None] == [2048, 9999]


def test_texts_of_players_from_outside() -> None:
    bot = bot_of("cmd:./mybot --fast 'a b'")
    assert bot is not None
    assert (bot.words, bot.protocol) == (["./mybot", "--fast", "a b"], "ugi")
    assert name_of("cmd:./mybot --fast") == "./mybot --fast"
    assert name_of("noughts:level=easy") == "noughts, easy"
    assert bot_of("noughts:eval=./centre.py") is None
    with pytest.raises(noughts.NoughtsError, match=r"there is no bot file \./nowhere\.py"):
        contestant("./nowhere.py")
    with pytest.raises(noughts.NoughtsError, match="there is no command"):
        contestant("gomocup:")
    assert contestant("cmd:./nowhere").check(noughts.game("3x3x3")) is None  # type: ignore[func-returns-value]


def test_an_edited_bot_is_another_player(tmp_path: Path) -> None:
    file = written(tmp_path, HONEST)
    before = identity(file), identity(f"cmd:{sys.executable} {file}"), identity(f"cmd:{file}")
    written(tmp_path, HONEST + "# edited\n")
    after = identity(file), identity(f"cmd:{sys.executable} {file}"), identity(f"cmd:{file}")
    assert not set(before) & set(after)


@pytest.mark.parametrize("text", ["cmd:./mybot", "gomocup:./pbrain", "BOT"])
def test_outside_the_arena_no_text_starts_a_program(text: str, tmp_path: Path) -> None:
    """Neither the registry nor what the page and the terminal make seats of knows these forms."""
    marker = tmp_path / "started"
    if text == "BOT":
        text = written(tmp_path, f"import pathlib; pathlib.Path({str(marker)!r}).touch()")
    for refuse in (
        lambda: Engine(text),
        lambda: EngineSettings.read(text),
        lambda: check_seat(text, None),
        lambda: check_seat(text, noughts.game("3x3x3")),
        lambda: search_class(text),
    ):
        with pytest.raises(noughts.NoughtsError):
            refuse()
    for seat in ({"kind": "player", "player": text}, {"kind": "search", "search": text}):
        with pytest.raises((noughts.NoughtsError, ValidationError)):  # what a visitor of the page would send
            Engine(seat_text(TypeAdapter(SeatModel).validate_python(seat)))
    assert not marker.exists()
