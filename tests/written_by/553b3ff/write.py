"""Fill NOUGHTS_DATA with games, settings and a visitor of the page, by the commands of the version on PYTHONPATH."""

import os
import sqlite3
import sys
from pathlib import Path

from commands import noughts
from web_server import Visitor, serving

DATA = Path(os.environ.get("NOUGHTS_DATA", "old-data"))
ANY_CELL = ["5", "1", "9", "3", "7", "2", "8", "4", "6"]

FROM_ELSEWHERE = """\
[Event "Evening of 3x3x3"]
[Date "????.??.??"]
[White "Team: A"]
[Black "noughts:level=easy"]
[Variant "tictactoe"]

1. b2 a1 2. b3 c3 3. b1 1-0

[Event "Cup"]
[Date "2019.03.02"]
[White "Ada"]
[Black "Bob"]
[Variant "tictactoe"]

1. b2 *

[Event "Cup"]
[UTCDate "2019.03.02"]
[UTCTime "18:30:05"]
[Variant "tictactoe"]

1. a1 *
"""


def command(*arguments: str, stdin: str = "") -> None:
    done = noughts(*arguments, stdin=stdin)
    assert done.returncode == 0, (arguments, done.stdout, done.stderr)


def play(game: str, *options: str, moves: list[str]) -> None:
    """What is not legal is asked for again; the game is left where the entries end."""
    people = () if options.count("--player") == 2 else ("--mark", "X", "--side", "first")
    command("play", game, "--plain", "--new", *people, *options, stdin="\n".join(moves) + "\n")


def play_in_the_terminal(own_game: str) -> None:
    play("ultimate", "--player", "noughts:eval=boards,level=easy", moves=["5.5", *ANY_CELL])
    play("nineboard", "--player", "noughts:eval=safe_moves,level=easy", moves=["5.5", *ANY_CELL])
    play("xtreme", "--player", "noughts:eval=two_boards,level=easy", moves=["1.5.5", *ANY_CELL])
    play("xrudder", "--player", "alphabeta:eval=reserves,depth=1", moves=["f6", "g6"])
    shapes = ("--player", "noughts:eval=shapes,level=easy")
    play("5x5x4", *shapes, "--obstacles", "b2 d4", moves=["c3", "c2", "undo"])
    play("15x15x5", *shapes, "--side", "second", moves=["h8", "h9", "resign"])
    play("tictactoe", "--player", "noughts:level=beginner", moves=ANY_CELL * 3)
    play("tictactoe", "--player", "noughts:level=easy,time=0.2", moves=ANY_CELL * 3)
    play("tictactoe", "--player", "greedy", "--player", "random", moves=[])
    play(own_game, "--player", "alphabeta:eval=zero,depth=2", moves=["d", "d"])
    command("import", "-", stdin=FROM_ELSEWHERE)


def play_on_the_page() -> None:
    with serving(DATA, NOUGHTS_UNCOMPILED="") as server, Visitor(server) as visitor:
        engine = {"kind": "search", "search": "alphabeta", "evaluation": "shapes", "depth": 2}
        open_game = visitor.begin("tictactoe", second=engine)
        visitor.post(f"/api/games/{open_game['id']}/moves", json={"move": "b2"}).raise_for_status()
        visitor.post(f"/api/games/{open_game['id']}/think").raise_for_status()
        finished = visitor.begin("tictactoe", second={"kind": "level", "level": "easy"})
        visitor.post(f"/api/games/{finished['id']}/moves", json={"move": "a1"}).raise_for_status()
        visitor.post(f"/api/games/{finished['id']}/think").raise_for_status()
        visitor.post(f"/api/games/{finished['id']}/resign").raise_for_status()
        with visitor.live(finished["id"]) as live:
            live.send(do="review")
            while not live.next("review").get("done"):
                pass
        visitor.patch("/api/settings", json={"level": "hard", "mark": "O", "theme": "dark"}).raise_for_status()
        (DATA / "cookie.txt").write_text(visitor.cookies["noughts"] + "\n")


def change_settings() -> None:
    for name, value in (("level", "hard"), ("side", "lot"), ("mark", "O"), ("theme", "light")):
        command("config", name, value)
    for name, value in (("time", "2.5"), ("threads", "2"), ("clock", "false"), ("analysis", "true")):
        command("config", name, value)


def pack() -> None:
    connection = sqlite3.connect(DATA / "noughts.db")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


if __name__ == "__main__":
    play_in_the_terminal(sys.argv[1])
    play_on_the_page()
    change_settings()
    pack()
