"""Matches and tournaments that are played on this machine, to look on: `noughts serve --arena`.

The pages are made here, hold no scripts, and are asked for again by the browser every few seconds. They show what the
journals of the arena say, whoever plays there, so they are there only where whoever runs the server asks for them.
"""

import html
import re
from datetime import datetime
from pathlib import Path

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse

from noughts.arena.journal import game_shown, journal_folder, watch
from noughts.arena.page import standings_parts
from noughts.arena.standings import Standings
from noughts.errors import NoughtsError

router = APIRouter(include_in_schema=False)

_SECONDS = 5  # until the browser asks again
_MOST_LISTED = 50
_SHEETS = "".join(f'<link rel="stylesheet" href="/static/{name}.css">' for name in ("styles", "fields", "pages"))
_TOP = """<header class="top"><a class="brand" href="/" aria-label="Noughts, new game"><span class="x">×</span><span
class="o">○</span> <span class="name">Noughts</span></a><nav aria-label="Pages"><a href="/#/">Play</a><a
href="/#/games">Games</a><a href="/arena" aria-current="page">Arena</a></nav></header>"""


@router.get("/arena")
def newest() -> HTMLResponse:
    """The match or tournament in which the last game was played, and links to the others."""
    paths = _journals()
    if not paths:
        return _answer("The arena", ["<p>Nothing has been played yet: <code>noughts match</code> does.</p>"])
    links = "".join(f'<li><a href="/arena/{path.stem}">{_title(path)}</a></li>' for path in paths[:_MOST_LISTED])
    return _shown(paths[0], [f'<h2>All</h2><ul class="journals">{links}</ul>'])


@router.get("/arena/{name}")
def one(name: str) -> HTMLResponse:
    path = journal_folder() / f"{name}.jsonl"
    if not re.fullmatch("[0-9a-f]{16}", name) or not path.is_file():
        raise HTTPException(404, "there is no such match")
    return _shown(path, ['<p><a href="/arena">all matches</a></p>'])


def _journals() -> list[Path]:
    """The newest first."""
    found = [(path.stat().st_mtime, path) for path in journal_folder().glob("*.jsonl")]
    return [path for _, path in sorted(found, reverse=True)]


def _title(path: Path) -> str:
    try:
        definition, games = watch(path)
    except NoughtsError as error:
        return html.escape(str(error))
    when = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M:%S")
    players, name = " – ".join(definition["names"]), game_shown(definition)
    told = f"{len(games)} games, the last at {when}" if games else "no game has ended yet"
    return html.escape(f"{players} in {name}: {told}")


def _shown(path: Path, more: list[str]) -> HTMLResponse:
    definition, games = watch(path)
    table, ratings = standings_parts(Standings(definition["names"], games))
    # What is wider than a phone scrolls by itself, by keyboard too.
    frames = [
        f'<div class="table-frame" tabindex="0" role="region" aria-label="{name}">{part}</div>'
        for name, part in (("Standings", table), ("Ratings", ratings))
    ]
    return _answer(_title(path), [*frames, *more])


def _answer(title: str, parts: list[str]) -> HTMLResponse:
    page = (
        f'<!doctype html><html lang="en"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">{_SHEETS}'
        f'<link rel="icon" href="/static/favicon.svg" type="image/svg+xml"><title>{title} · Noughts</title>{_TOP}'
        f'<main class="page arena"><h1>{title}</h1>{"".join(parts)}</main></html>'
    )
    return HTMLResponse(page, headers={"refresh": str(_SECONDS), "cache-control": "no-store"})
