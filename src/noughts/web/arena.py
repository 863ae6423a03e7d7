"""Matches and tournaments that are played on this machine, to look on at /arena.

The pages are made here, hold no scripts, and are asked for again by the browser every few seconds. They show what the
journals of the arena say: to this machine's own user, and to others only with `noughts serve --arena`. Standings are
reckoned once for each change of a journal.
"""

import functools
import html
import re
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import HTMLResponse

from noughts.arena.journal import game_shown, journal_folder, watch
from noughts.arena.page import standings_parts
from noughts.arena.standings import Standings
from noughts.errors import NoughtsError
from noughts.web.admission import Desk


def _admit(request: Request) -> None:
    desk: Desk = request.app.state.desk
    if not desk.may_see_arena(request.state.client.visitor):
        raise HTTPException(404)


router = APIRouter(include_in_schema=False, dependencies=[Depends(_admit)])

_SECONDS = 5  # until the browser asks again
_MOST_LISTED = 50
_SHEETS = "".join(
    f'<link rel="stylesheet" href="/static/{name}.css">' for name in ("frame/styles", "frame/fields", "pages/pages")
)
_TOP = """<header class="top"><a class="brand" href="/" aria-label="Noughts, new game"><span class="x">×</span><span
class="o">○</span> <span class="name">Noughts</span></a><nav aria-label="Pages"><a href="/#/">Play</a><a
href="/#/games">Games</a><a href="/arena" aria-current="page">Arena</a><a href="/#/statistics">Statistics</a><a
href="/#/rules">Rules</a></nav></header>"""


@router.get("/arena")
def newest() -> HTMLResponse:
    """The match or tournament in which the last game was played, and links to the others."""
    found = map(_journal, journal_folder().glob("*.jsonl"))
    journals = sorted((one for one in found if one is not None), key=lambda one: -one.changed)
    if not journals:
        return _answer(
            "The arena",
            ["<p>Nothing has been played yet. A match is begun in the terminal, by <code>noughts match</code>.</p>"],
        )
    links = (f'<li><a href="/arena/{one.path.stem}">{_title(one)}</a></li>' for one in journals[:_MOST_LISTED])
    return _shown(journals[0], [f'<h2>All</h2><ul class="journals">{"".join(links)}</ul>'])


@router.get("/arena/{name}")
def one(name: str) -> HTMLResponse:
    journal = _journal(journal_folder() / f"{name}.jsonl") if re.fullmatch("[0-9a-f]{16}", name) else None
    if journal is None:
        raise HTTPException(404, "there is no such match")
    return _shown(journal, ['<p><a href="/arena">all matches</a></p>'])


class _Journal(NamedTuple):
    """A journal as it is now: the key of the standings kept for it."""

    path: Path
    changed: int  # nanoseconds
    size: int


def _journal(path: Path) -> _Journal | None:
    """The journal at a path; None where there is none, or none any more."""
    try:
        found = path.stat()
    except OSError:
        return None
    return _Journal(path, found.st_mtime_ns, found.st_size)


@functools.lru_cache(maxsize=4 * _MOST_LISTED)
def _title(journal: _Journal) -> str:
    try:
        definition, games = watch(journal.path)
    except NoughtsError as error:
        return html.escape(str(error))
    when = datetime.fromtimestamp(journal.changed / 1e9).strftime("%Y-%m-%d %H:%M:%S")
    players, name = " – ".join(definition["names"]), game_shown(definition)
    told = f"{len(games)} games, the last at {when}" if games else "no game has ended yet"
    return html.escape(f"{players} in {name}: {told}")


def _shown(journal: _Journal, more: list[str]) -> HTMLResponse:
    return _answer(_title(journal), [*_frames(journal), *more])


@functools.lru_cache(maxsize=_MOST_LISTED)
def _frames(journal: _Journal) -> list[str]:
    """The standings and the ratings."""
    definition, games = watch(journal.path)
    table, ratings = standings_parts(Standings(definition["names"], games))
    # Tables wider than a phone scroll by themselves, by keyboard too.
    return [
        f'<div class="table-frame" tabindex="0" role="region" aria-label="{name}">{part}</div>'
        for name, part in (("Standings", table), ("Ratings", ratings))
    ]


def _answer(title: str, parts: list[str]) -> HTMLResponse:
    page = (
        f'<!doctype html><html lang="en"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">{_SHEETS}'
        f'<link rel="icon" href="/static/favicon.svg" type="image/svg+xml"><title>{title} · Noughts</title>{_TOP}'
        f'<main class="page arena"><h1>{title}</h1>{"".join(parts)}</main></html>'
    )
    return HTMLResponse(page, headers={"refresh": str(_SECONDS), "cache-control": "no-store"})
