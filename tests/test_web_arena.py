"""`noughts serve --arena`: matches of this machine, as they are played."""

import re
from pathlib import Path

import httpx
import pytest

from commands import noughts as command
from noughts.arena.journal import journal_folder
from web_server import Server


@pytest.mark.parametrize("shown", [True, False])
def test_matches_are_shown_where_they_are_asked_for(shown: bool, data_folder: Path) -> None:
    server = Server(data_folder, "--workers", "1", *(["--arena"] if shown else []))
    try:
        with httpx.Client(base_url=server.url, timeout=120) as visitor:
            if not shown:
                assert visitor.get("/arena").status_code == 404, "nobody sees what is not meant for all"
                return
            assert "Nothing has been played yet" in visitor.get("/arena").text
            for games in (2, 4):
                run = command("match", "greedy", "random", "--game", "3x3x3", "--games", str(games))
                assert run.returncode == 0, run.stderr
                answer = visitor.get("/arena")
                assert f"greedy – random in 3x3x3: {games} games" in answer.text
                assert answer.headers["refresh"] == "5"
                assert "<script" not in answer.text
            (style,) = re.findall(r'rel="stylesheet" href="([^"]+)"', answer.text)
            assert visitor.get(style).headers["content-type"].startswith("text/css")
            (path,) = journal_folder().glob("*.jsonl")
            assert re.search(r"<td>greedy</td><td>4</td>", visitor.get(f"/arena/{path.stem}").text)
            for name in ("0" * 16, "..%2f..%2fsecret", "x"):
                assert visitor.get(f"/arena/{name}").status_code == 404
    finally:
        server.stop()
