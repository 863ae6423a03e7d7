"""What an older version has written is opened, listed, counted, exported and played on: names change, files stay."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from commands import CONNECT_FOUR, noughts, run_python
from noughts.play.settings import Settings, load_settings
from noughts.store import EARLIER, Store, statistics
from stored_tables import OLD_VERSION, WRITTEN_BY
from web_server import Visitor, serving


@pytest.fixture(autouse=True)
def old_data(data_folder: Path) -> Path:
    """The data folder of a user who played with the old version; the game's file has moved."""
    for name in ("noughts.db", "settings.toml", "web-secret"):
        shutil.copy(WRITTEN_BY / name, data_folder)
    connection = sqlite3.connect(data_folder / "noughts.db")
    connection.execute(
        "UPDATE noughts_games SET game = ? WHERE game = '/home/ada/connect_four.py'", (str(CONNECT_FOUR),)
    )
    connection.commit()
    connection.close()
    return data_folder


def test_settings() -> None:
    assert load_settings() == Settings("hard", "lot", "O", "light", time=2.5, threads=2, clock=False, analysis=True)


def test_games_are_listed_by_their_players_and_days(old_data: Path) -> None:
    lines = noughts("replay", "--list", COLUMNS="200").stdout.splitlines()
    rows = {line.split()[0]: " ".join(line.split()) for line in lines}
    assert len(rows) == 14
    assert rows["6"].startswith("6 15x15x5 noughts, eval=shapes, easy - person 5 1-0 2026-11-16 ")
    assert rows["11"] == "11 tictactoe Team: A - noughts:level=easy 5 1-0 ?"
    assert rows["12"] == "12 tictactoe Ada - Bob 1 unfinished 2019.03.02"
    assert rows["13"] == "13 tictactoe ? - ? 1 unfinished 2019.03.02 18:30:05"
    assert (old_data / f"noughts.db.version-{OLD_VERSION}").exists(), "the database was copied first"


def test_statistics() -> None:
    found = statistics(Store().results())
    assert (found.total.wins, found.total.losses, found.total.draws) == (0, 3, 0)
    assert set(found.by_opponent) == {
        ("15x15x5", "noughts:eval=shapes,level=easy" + EARLIER),
        ("3x3x3", "noughts:level=beginner" + EARLIER),
        ("3x3x3", "noughts:level=easy,time=0.2" + EARLIER),
    }


PLAY_ON = """
import json, sys
from noughts.play import Session
from noughts.store import Store

store = Store()
for number in map(int, sys.argv[1:]):
    session = Session.resume(store.load(number), store)
    session.play(session.position.legal_moves[0])
    thought = session.begin_thought()
    session.answer(thought, thought.run())
    print(json.dumps([number, session.seats[1].text, len(session.line), session.trouble]))
"""


def test_games_are_played_on_by_engines_whose_evaluations_have_other_names_now(old_data: Path) -> None:
    # Each with the number of moves that it had been left after.
    left = {
        1: ("noughts:eval=boards,level=easy", 20),
        2: ("noughts:eval=safe_moves,level=easy", 20),
        3: ("noughts:eval=two_boards,level=easy", 2),
        4: ("alphabeta:eval=reserves,depth=1", 4),
        5: ("noughts:eval=shapes,level=easy", 2),
        10: ("alphabeta:eval=zero,depth=2", 4),
    }
    kept = {number: Store().load(number) for number in left}
    assert {number: (game.record.players[1], game.ply) for number, game in kept.items()} == left
    assert [move.text for move in kept[5].line[2:]] == ["c2", "c1"], "moves taken back are there still"
    run = run_python("-c", PLAY_ON, *map(str, left), NOUGHTS_UNCOMPILED="1")
    assert run.returncode == 0, run.stderr
    told = [json.loads(line) for line in run.stdout.splitlines()]
    assert told == [[number, engine, plies + 2, None] for number, (engine, plies) in left.items()]
    assert [Store().load(number).ply for number in left] == [plies + 2 for _, plies in left.values()]
    connection = sqlite3.connect(old_data / "noughts.db")
    kinds = connection.execute("SELECT DISTINCT typeof(value) FROM noughts_moves WHERE value IS NOT NULL").fetchall()
    connection.close()
    assert kinds == [("integer",)], "neither an old value nor a new one is NumPy's"


def test_games_are_exported(tmp_path: Path) -> None:
    run = noughts("export", "6", "11", "12", "13", NOUGHTS_UNCOMPILED="1")
    assert run.returncode == 0, run.stderr
    resigned, undated, dated, timed = run.stdout.split("\n\n[Event")
    assert '[White "noughts:eval=shapes,level=easy"]\n[Black "human"]\n[Result "1-0"]' in resigned
    assert '[UTCDate "2026.11.16"]' in resigned
    assert "2. g8 {+6.51/2 1.024s}" in resigned, "kept as 0x028B"
    assert '"Evening of 3x3x3"]' in undated
    assert '[Date "????.??.??"]' in undated, "the day on which it came here is not when it was played"
    assert '[Date "2019.03.02"]' in dated
    assert "Time" not in undated + dated
    assert '[Date "2019.03.02"]' in timed
    assert '[Time "18:30:05"]' in timed
    file = tmp_path / "all.pgn"
    run = noughts("export", "--all", "-o", str(file), NOUGHTS_UNCOMPILED="1")
    assert run.stdout == f"13 games written to {file}\n"


def test_a_visitor_of_the_page_is_known_again(old_data: Path) -> None:
    with serving(old_data) as server, Visitor(server) as visitor:
        visitor.cookies.set("noughts", (WRITTEN_BY / "cookie.txt").read_text().strip())
        engine = {"kind": "search", "search": "alphabeta", "evaluation": "shapes", "depth": 2}
        resigned, left = visitor.get("/api/games").json()
        assert (left["id"], left["plies"], left["seats"][1]["choice"]) == (14, 2, engine)
        assert (resigned["id"], resigned["result"], resigned["reason"]) == (15, "0-1", "X resigned")
        assert [verdict["move"] for verdict in visitor.get("/api/games/15/review").json()] == ["a1", "b2"]
        settings = visitor.get("/api/settings").json()
        assert (settings["level"], settings["mark"], settings["theme"]) == ("hard", "O", "dark")
        assert visitor.get("/api/statistics").json()["total"]["losses"] == 1
        visitor.post("/api/games/14/moves", json={"move": "c3"}).raise_for_status()
        assert len(visitor.post("/api/games/14/think").json()["moves"]) == 4
