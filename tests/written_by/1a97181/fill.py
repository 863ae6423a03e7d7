"""Fill NOUGHTS_DATA with games, settings and a visitor of the page, by the commands of the version on PYTHONPATH."""

import os
import sqlite3
from pathlib import Path

from commands import noughts
from web_server import Visitor, serving

DATA = Path(os.environ.get("NOUGHTS_DATA", "old-data"))
TEXTS = (  # engines whose options have had other names or other forms
    "noughts:reductions=false,nodes=50",
    "noughts:level=easy,time=0.5",
    "report003:clock=yes",
    "report004:level=easy",
    "alphabeta:depth=1,eval=polynomial:max_opponents=1",
)


def command(*arguments: str, stdin: str = "") -> None:
    done = noughts(*arguments, stdin=stdin)
    assert done.returncode == 0, (arguments, done.stdout, done.stderr)


def play_in_the_terminal() -> None:
    for text in TEXTS:
        game = {"report003": "xrudder", "report004": "4x5x4"}.get(text.partition(":")[0], "tictactoe")
        options = ("--plain", "--new", "--mark", "X", "--side", "first", "--player", text)
        command("play", game, *options, stdin="b2\n")


def play_on_the_page() -> None:
    with serving(DATA, NOUGHTS_UNCOMPILED="") as server, Visitor(server) as visitor:
        game = visitor.begin("ultimate", second={"kind": "level", "level": "easy"})
        visitor.post(f"/api/games/{game['id']}/moves", json={"move": "5.5"}).raise_for_status()
        visitor.post(f"/api/games/{game['id']}/think").raise_for_status()
        visitor.patch("/api/settings", json={"level": "hard", "theme": "dark"}).raise_for_status()
        ((name, value),) = visitor.cookies.items()
        (DATA / "cookie.txt").write_text(f"{name}={value}\n")


def pack() -> None:
    connection = sqlite3.connect(DATA / "noughts.db")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


if __name__ == "__main__":
    play_in_the_terminal()
    play_on_the_page()
    for name, value in (("level", "expert"), ("side", "second"), ("symbols", "squares"), ("time", "1.5")):
        command("config", name, value)
    pack()
