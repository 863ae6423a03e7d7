"""The REST API: docs/api.md."""

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import replace
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from starlette.requests import ClientDisconnect

from noughts.errors import NoughtsError
from noughts.play import NotNowError, Session
from noughts.records import FORMATS, decoded, read_records, write_records
from noughts.web import answers, catalogue_answers
from noughts.web.fair_play import check_is_not_being_played, is_being_played
from noughts.web.fair_queue import BusyError, Client
from noughts.web.games import HINT_SECONDS, Games
from noughts.web.models import (
    AnalyseRequest,
    MoveRequest,
    PositionRequest,
    ReviewedMove,
    SettingsRequest,
    SetupRequest,
)
from noughts.web.pages import respond
from noughts.web.presentation import analysis_answer, game_answer, game_summary, statistics_answer, view_answer
from noughts.web.quotas import GAME_BYTES, MOST_GAMES, MOST_UNBEGUN, check_room, count_games
from noughts.web.responses import Writing
from noughts.web.security import TooLargeError
from noughts.web.setups import position_of, session_of
from noughts.web.worker import ANALYSE, Job

log = logging.getLogger("noughts.web")

MOST_RECORD_BYTES = 256_000  # one game with as large a tree as is kept fits
T = TypeVar("T")

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"description": text, "model": answers.ErrorAnswer}
    for status, text in (
        (400, "It cannot be"),
        (403, "A foreign origin"),
        (404, "It is not there"),
        (408, "It took too long to arrive"),
        (409, "The state of the game does not allow it"),
        (413, "Too large"),
        (421, "A name that the server does not go by"),
        (422, "It cannot be read"),
        (429, "Too much at once"),
    )
}
router = APIRouter(prefix="/api", responses=ERRORS)


# Coroutines, as plain functions are called on threads: two of them for each request took longer than most answers.
async def games_of(request: Request) -> Games:
    games: Games = request.app.state.games
    return games


async def client_of(request: Request) -> Client:
    client: Client = request.state.client
    return client


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of the work, which ends as soon as the client has gone."""
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(_left(request))
    try:
        await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            working.cancel()
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


GamesHere = Annotated[Games, Depends(games_of)]
Asking = Annotated[Client, Depends(client_of)]
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]


@router.get("/catalogue", response_model=catalogue_answers.Catalogue)
async def catalogue(request: Request, games: GamesHere, client: Asking) -> Response:
    """Games, levels, players, searches, evaluations, and the bounds that hold here."""
    return respond(request, await games.scheduler.run(client, lambda: games.catalogue.file, is_short=True), "no-cache")


@router.get("/guides/{name}", response_model=catalogue_answers.Guide)
async def guide(request: Request, games: GamesHere, client: Asking, name: str) -> Response:
    """The rules of a game of the catalogue in people's words, with diagrams and a first game."""
    return respond(request, await games.scheduler.run(client, lambda: games.catalogue.guide(name)), "no-cache")


@router.post("/view", response_model=answers.Shown)
async def view(asked: PositionRequest, games: GamesHere, client: Asking, write: Writing) -> Response:
    """The view of a position."""

    def make() -> Response:
        position = position_of(asked, games.catalogue)
        shown = view_answer(position.view(), games.catalogue.title(asked.game))
        is_played = is_being_played(position, client.visitor, games.store)  # then the page's engine is not asked either
        engine = None if is_played else games.catalogue.engines.answer(position, asked.game)
        return write(answers.Shown(view=shown, position=position.text(), engine=engine))

    return await games.scheduler.run(client, make)


@router.post("/analyse")
async def analyse(request: Request, asked: AnalyseRequest, games: GamesHere, client: Asking) -> answers.Analysis:
    """A strong engine's analysis of a position."""

    def make() -> Job:
        position = position_of(asked, games.catalogue)
        if position.is_game_over():
            raise NoughtsError(f"the game is over ({position.outcome()}): there is no move to find")
        check_is_not_being_played(position, client.visitor, games.store)
        moves = tuple(move.text for move in position.move_stack)
        name = games.catalogue.stored_name(position.game.name)
        return Job(ANALYSE, name, position.root().text(), moves, "noughts", asked.time, asked.lines)

    job = await games.scheduler.run(client, make)
    with games.searches.one(client.visitor):
        return analysis_answer(await while_connected(request, games.pool.run(job, client)))


@router.post("/games", status_code=201, response_model=answers.Game)
async def begin(asked: SetupRequest, games: GamesHere, client: Asking, write: Writing) -> Response:
    """Begin a game."""
    count_games(games.rates.begun, client, 1)

    def make() -> Response:
        check_room(games.store, client, 1)
        session = session_of(asked, games.catalogue, games.store, client.visitor)
        check_is_not_being_played(session.position, client.visitor, games.store)  # an engine would answer there
        session.keep()
        if session.id is None:
            log.error("the store failed", extra={"error": session.trouble})
            raise BusyError("the game cannot be kept just now: try again in a moment")
        games.store.forget_unbegun(client.visitor, but=MOST_UNBEGUN)
        return write(game_answer(session, games.catalogue), 201)

    return await games.scheduler.run(client, make)


@router.get("/games", response_model=list[answers.GameSummary])
async def listed(
    games: GamesHere,
    client: Asking,
    write: Writing,
    finished: bool | None = None,
    game: Annotated[str | None, Query(max_length=40)] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    offset: Annotated[int, Query(ge=0, le=MOST_GAMES)] = 0,
) -> Response:
    """Your games without their moves, the latest first: `limit` of them, after the first `offset`."""

    def find() -> Response:
        name = None if game is None else games.catalogue.stored_name(game)
        owner = client.visitor
        found = games.store.latest(limit, offset=offset, game=name, finished=finished, is_begun=True, owner=owner)
        return write([game_summary(kept, games.catalogue) for kept in found])

    return await games.scheduler.run(client, find)


@router.get("/games/{number}", response_model=answers.Game)
async def game(number: Number, games: GamesHere, client: Asking, write: Writing) -> Response:
    """A game."""
    return await games.at(number).answer(client, write)


@router.delete("/games/{number}", status_code=204)
async def forget(number: Number, games: GamesHere, client: Asking) -> Response:
    """Forget a game."""
    await games.forget(number, client)
    return Response(status_code=204)


@router.post("/games/{number}/moves", response_model=answers.Game)
async def move(number: Number, made: MoveRequest, games: GamesHere, client: Asking, write: Writing) -> Any:
    """A person's move."""
    return await games.at(number).play(client, made.move, write)


@router.post("/games/{number}/undo", response_model=answers.Game)
async def undo(number: Number, games: GamesHere, client: Asking, write: Writing) -> Any:
    """Back to a person's last turn."""
    return await games.at(number).act(client, Session.undo, write)


@router.post("/games/{number}/redo", response_model=answers.Game)
async def redo(number: Number, games: GamesHere, client: Asking, write: Writing) -> Any:
    """Make the moves again that were taken back."""
    return await games.at(number).act(client, Session.redo, write)


@router.post("/games/{number}/resign", response_model=answers.Game)
async def resign(number: Number, games: GamesHere, client: Asking, write: Writing) -> Any:
    """Give the game up."""
    return await games.at(number).act(client, Session.resign, write)


@router.post("/games/{number}/think", response_model=answers.Game)
async def think(request: Request, number: Number, games: GamesHere, client: Asking, write: Writing) -> Response:
    """Let the engine move whose turn it is; answers when it has."""
    return await while_connected(request, games.engine_moves(number, client, write))


@router.post("/games/{number}/hint")
async def hint(request: Request, number: Number, games: GamesHere, client: Asking) -> answers.Analysis:
    """A strong engine's advice."""

    def check(session: Session) -> None:
        if session.seat is None:
            raise NotNowError("the game is over: there is nothing to advise")

    game = games.at(number)
    await game.ask(client, check)
    return await while_connected(request, game.analyse(client, None, 1, HINT_SECONDS, lambda kind, value: None))


@router.get("/games/{number}/review")
async def review(number: Number, games: GamesHere, client: Asking) -> list[answers.Verdict]:
    """Verdicts of a review on each move of a finished game; empty if there was none."""
    kept = await games.at(number).ask(client, lambda session: games.store.review(number))
    return [answers.Verdict.model_validate(verdict) for verdict in kept]


@router.put("/games/{number}/review", status_code=204)
async def keep_review(
    number: Number, verdicts: Annotated[list[ReviewedMove], Body(max_length=2000)], games: GamesHere, client: Asking
) -> None:
    """Keep the review of a finished game that the visitor's own page has made."""

    def keep(session: Session) -> None:
        if session.outcome is None:
            raise NotNowError("a review is kept of games that are over")
        if [verdict.move for verdict in verdicts] != [move.text for move in session.line]:
            raise NoughtsError("the review is of another game: it has a verdict for each move")
        games.store.keep_review(number, [verdict.model_dump() for verdict in verdicts])

    await games.at(number).ask(client, keep, is_short=False)


@router.get("/games/{number}/record", response_class=PlainTextResponse)
async def record(
    number: Number,
    games: GamesHere,
    client: Asking,
    format: Annotated[str, Query(pattern=f"^({'|'.join(FORMATS)})$")] = "pgn",
) -> PlainTextResponse:
    """The game as text."""

    def write() -> str:
        found = games.store.load(number, client.visitor).record_for_others()
        games.catalogue.check(found.game)
        # The path of the game's file stays private.
        return write_records([found], format, {found.game: games.catalogue.shown_name(found.game)})

    text = await games.scheduler.run(client, write)
    disposition = {"content-disposition": f'attachment; filename="noughts-{number}.{format}"'}
    return PlainTextResponse(text, headers=disposition)


@router.post("/records", status_code=201)
async def bring_in(
    request: Request, games: GamesHere, client: Asking, encoding: Annotated[str | None, Query(max_length=40)] = None
) -> answers.BroughtIn:
    """Bring games in: PGN, SGF or psq as the body, in the encoding given, in UTF-8 or as an SGF declares it."""
    body = await request.body()
    if len(body) > MOST_RECORD_BYTES:
        raise TooLargeError(f"the games are {len(body)} bytes; at most {MOST_RECORD_BYTES} are read at once")

    def add() -> list[int]:
        check_room(games.store, client, 1, are_brought_in=True)
        found = read_records(decoded(body, encoding), files=games.catalogue.files)
        records = [replace(record, game=games.catalogue.stored_name(record.game)) for record in found]
        check_room(games.store, client, len(records), are_brought_in=True)
        count_games(games.rates.brought_in, client, len(records) - counted)
        return games.store.add(records, client.visitor)

    counted = max(1, len(body) // GAME_BYTES)
    count_games(games.rates.brought_in, client, counted)  # before the work of reading them
    return answers.BroughtIn(games=await games.scheduler.run(client, add))


@router.get("/statistics")
async def shown_statistics(games: GamesHere, client: Asking) -> answers.Statistics:
    """Statistics of your games."""

    def count() -> answers.Statistics:
        return statistics_answer(games.store.results(client.visitor), games.catalogue)

    return await games.scheduler.run(client, count)


@router.delete("/statistics", status_code=204)
async def reset_statistics(games: GamesHere, client: Asking) -> Response:
    """Count from now on; the games stay."""
    await games.scheduler.run(client, lambda: games.store.reset_statistics(client.visitor))
    return Response(status_code=204)


@router.get("/settings")
async def settings(games: GamesHere, client: Asking) -> answers.Settings:
    """Your settings."""
    return answers.Settings(**await games.scheduler.run(client, lambda: games.store.visitor_settings(client.visitor)))


@router.patch("/settings")
async def change_settings(changes: SettingsRequest, games: GamesHere, client: Asking) -> answers.Settings:
    """Change the settings that are named."""

    changed = changes.model_dump(exclude_none=True)
    found = await games.scheduler.run(client, lambda: games.store.change_visitor_settings(client.visitor, changed))
    return answers.Settings(**found)
