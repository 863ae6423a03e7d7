"""Matches and tournaments that are played on this machine, for the page at #/arena.

They show what the journals of the arena say, and the games that are being played: to this machine's own user, and to
others only with `noughts serve --arena`. Standings are reckoned once for each change of a journal.
"""

import functools
import re
from datetime import UTC, datetime
from pathlib import Path as FilePath
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request
from fastapi.responses import RedirectResponse

from noughts.arena.journal import game_shown, journal_folder, watch
from noughts.arena.live_games import LiveGame, live_games
from noughts.arena.played import PlayedGame
from noughts.arena.standings import Standings
from noughts.errors import NoughtsError
from noughts.records import Record, RecordedMove
from noughts.web.admission import Desk
from noughts.web.arena_answers import LiveBoard, Match, MatchGame, MatchNow, PlayerRating
from noughts.web.catalogue import Catalogue
from noughts.web.presentation import view_answer
from noughts.web.routes import ERRORS, Asking, GamesHere


async def _admit(request: Request) -> None:
    desk: Desk = request.app.state.desk
    if not desk.may_see_arena(request.state.client.visitor):
        raise HTTPException(404)


router = APIRouter(responses=ERRORS, dependencies=[Depends(_admit)])

_MOST_LISTED = 50
_MOST_BOARDS = 12
_MOST_GAMES = 50  # that are told at once

Name = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]


@router.get("/arena", include_in_schema=False)
@router.get("/arena/{name}", include_in_schema=False)
async def page(name: str = "") -> RedirectResponse:
    """The page, for addresses of earlier versions."""
    return RedirectResponse(f"/#/arena/{name}" if re.fullmatch("[0-9a-f]{16}", name) else "/#/arena")


@router.get("/api/arena")
async def matches(games: GamesHere, client: Asking) -> list[Match]:
    """Matches and tournaments of this machine, the one in which the last game was played first."""

    def find() -> list[Match]:
        found = (_journal(path) for path in journal_folder().glob("*.jsonl"))
        latest = sorted((one for one in found if one is not None), key=lambda one: -one.changed)[:_MOST_LISTED]
        return [match for journal in latest if (match := _match(journal)) is not None]

    return await games.scheduler.run(client, find)


@router.get("/api/arena/{name}")
async def match(name: Name, games: GamesHere, client: Asking) -> MatchNow:
    """A match or a tournament as it stands, with the games that are being played."""

    def look() -> MatchNow:
        journal = _existing(name)
        head, rows, ratings = _standings(journal)
        definition, _ = _watched(journal)
        found = _match(journal)
        assert found is not None
        game = _offered(definition, games.catalogue)
        live = live_games(name, _MOST_BOARDS) if game else []
        kept = games.catalogue.stored_name(game) if game else ""
        boards = [_board(one, kept, tuple(definition["names"])) for one in live]
        return MatchNow(
            **found.model_dump(),
            head=head,
            rows=rows,
            ratings=ratings,
            boards=[board for board in boards if board is not None],
        )

    return await games.scheduler.run(client, look)


@router.get("/api/arena/{name}/games")
async def played(
    name: Name, games: GamesHere, client: Asking, offset: Annotated[int, Query(ge=0, le=10**6)] = 0
) -> list[MatchGame]:
    """Games of a match, the latest first, 50 of them after the first `offset`."""

    def look() -> list[MatchGame]:
        definition, found = _watched(_existing(name))
        game = _offered(definition, games.catalogue)
        numbered = list(enumerate(found, 1))[::-1][offset : offset + _MOST_GAMES]
        return [_told(number, one, definition["names"], game) for number, one in numbered]

    return await games.scheduler.run(client, look)


def _told(number: int, one: PlayedGame, names: list[str], game: str | None) -> MatchGame:
    first, second = (names[one.players[one.side(turn)]] for turn in (0, 1))
    return MatchGame.model_validate(
        {
            "number": number,
            "players": (first, second),
            "result": one.result,
            "reason": one.reason,
            "game": game,
            "position": one.position,
            "moves": [move.text for move in one.moves],
        }
    )


class _Journal(NamedTuple):
    """A journal as it is now: the key of what is kept of it."""

    path: FilePath
    changed: int  # nanoseconds
    size: int


def _journal(path: FilePath) -> _Journal | None:
    """The journal at a path; None where there is none, or none any more."""
    try:
        found = path.stat()
    except OSError:
        return None
    return _Journal(path, found.st_mtime_ns, found.st_size)


def _existing(name: str) -> _Journal:
    journal = _journal(journal_folder() / f"{name}.jsonl")
    if journal is None:
        raise HTTPException(404, "there is no such match")
    return journal


@functools.lru_cache(maxsize=4)
def _watched(journal: _Journal) -> tuple[dict[str, Any], list[PlayedGame]]:
    return watch(journal.path)


@functools.lru_cache(maxsize=4 * _MOST_LISTED)
def _match(journal: _Journal) -> Match | None:
    try:
        definition, games = watch(journal.path)
    except NoughtsError:
        return None
    changed = datetime.fromtimestamp(journal.changed / 1e9, UTC).isoformat(timespec="seconds")
    return Match(
        name=journal.path.stem,
        players=definition["names"],
        game=game_shown(definition),
        games=len(games),
        changed=changed,
    )


@functools.lru_cache(maxsize=_MOST_LISTED)
def _standings(journal: _Journal) -> tuple[list[str], list[list[str]], list[PlayerRating]]:
    definition, games = watch(journal.path)
    found = Standings(definition["names"], games)
    ratings = [PlayerRating(player=one["player"], value=one["rating"], error=one["error"]) for one in found.as_json()]
    return *found.table(), ratings


def _offered(definition: dict[str, Any], catalogue: Catalogue) -> str | None:
    """The game of a match by the name that this server knows it by; None for one that it does not offer."""
    kept = str(definition["game"])
    kept = kept.rpartition(" ")[0] or kept  # of a file with its hash
    return catalogue.shown_name(kept) if catalogue.offers(kept) else None


@functools.lru_cache(maxsize=8 * _MOST_BOARDS)
def _board(live: LiveGame, game: str, names: tuple[str, ...]) -> LiveBoard | None:
    try:
        moves = tuple(RecordedMove(move) for move in live.moves)
        position = Record(game, moves, position=live.position).replay()
        view = view_answer(position.view(), position.game.title)
        players = names[live.players[0]], names[live.players[1]]
    except (NoughtsError, IndexError):
        return None  # a file of another version
    return LiveBoard(players=players, plies=len(moves), view=view)
