"""The REST API: docs/api.md."""

import asyncio
import random
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from noughts.board import OBSTACLE, Position
from noughts.errors import NoughtsError
from noughts.play import NotNowError, Session, seat
from noughts.records import FORMATS, decoded, read_records, write_records
from noughts.store import statistics
from noughts.web.catalogue import Catalogue
from noughts.web.games import HINT_SECONDS, Games
from noughts.web.models import (
    DEFAULT_SETTINGS,
    AnalyseModel,
    MoveModel,
    PositionModel,
    SettingsModel,
    SetupModel,
    seat_text,
)
from noughts.web.pool import BusyError
from noughts.web.states import analysis_state, game_state, game_summary, statistics_state
from noughts.web.worker import ANALYSE, Job

MOST_GAMES, MOST_GAMES_IN_ALL = 2_000, 1_000_000
MOST_UNBEGUN = 40  # games of a visitor without a move: they are in no list, so nobody could delete them
MOST_RECORD_BYTES = 64 * 1024

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"description": text, "content": {"application/json": {"schema": {"type": "object"}}}}
    for status, text in (
        (400, "It cannot be"),
        (403, "A foreign origin"),
        (404, "It is not there"),
        (409, "The state of the game does not allow it"),
        (413, "Too large"),
        (422, "It cannot be read"),
        (429, "Too much at once"),
    )
}
router = APIRouter(prefix="/api", responses=ERRORS)


def games_of(request: Request) -> Games:
    games: Games = request.app.state.games
    return games


def visitor_of(request: Request) -> str:
    visitor: str = request.state.visitor
    return visitor


GamesHere = Annotated[Games, Depends(games_of)]
Visitor = Annotated[str, Depends(visitor_of)]
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]


@router.get("/catalogue")
async def catalogue(games: GamesHere) -> dict[str, Any]:
    """Games, levels, players, searches, evaluations, and the bounds that hold here."""
    return await asyncio.to_thread(lambda: games.catalogue.as_dict)


@router.post("/view")
async def view(asked: PositionModel, games: GamesHere) -> dict[str, Any]:
    """The view of a position."""

    def make() -> dict[str, Any]:
        position = position_of(asked, games.catalogue)
        return {"view": position.view().as_dict(), "position": position.text()}

    return await asyncio.to_thread(make)


@router.post("/analyse")
async def analyse(asked: AnalyseModel, games: GamesHere, visitor: Visitor) -> dict[str, Any]:
    """What a strong engine sees in a position."""

    def make() -> Job:
        position = position_of(asked, games.catalogue)
        if position.is_game_over():
            raise NoughtsError(f"the game is over ({position.outcome()}): there is no move to find")
        moves = tuple(move.text for move in position.move_stack)
        name = games.catalogue.stored_name(position.game.name)
        return Job(ANALYSE, name, position.root().text(), moves, "noughts", asked.time, asked.lines)

    job = await asyncio.to_thread(make)
    with games.searches.one(visitor):
        return analysis_state(await games.pool.run(job, visitor))


@router.post("/games", status_code=201)
async def begin(asked: SetupModel, games: GamesHere, visitor: Visitor) -> dict[str, Any]:
    """Begin a game."""

    def make() -> Session:
        check_room(games, visitor, 1)
        session = session_of(asked, games, visitor)
        session.keep()
        if session.id is None:
            raise BusyError("the game cannot be kept just now: try again in a moment")
        games.store.forget_unbegun(visitor, but=MOST_UNBEGUN)
        return session

    session = await asyncio.to_thread(make)
    return await asyncio.to_thread(game_state, session, games.catalogue)


@router.get("/games")
async def listed(
    games: GamesHere,
    visitor: Visitor,
    finished: bool | None = None,
    game: Annotated[str | None, Query(max_length=40)] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    offset: Annotated[int, Query(ge=0, le=MOST_GAMES)] = 0,
) -> list[dict[str, Any]]:
    """Your games without their moves, the latest first: `limit` of them, after the first `offset`."""

    def find() -> list[dict[str, Any]]:
        name = None if game is None else games.catalogue.stored_name(game)
        found = games.store.latest(limit, offset=offset, game=name, finished=finished, is_begun=True, owner=visitor)
        return [game_summary(kept, games.catalogue) for kept in found]

    return await asyncio.to_thread(find)


@router.get("/games/{number}")
async def game(number: Number, games: GamesHere, visitor: Visitor) -> dict[str, Any]:
    """A game."""
    async with games.use(number, visitor) as live:
        return await live.state()


@router.delete("/games/{number}", status_code=204)
async def forget(number: Number, games: GamesHere, visitor: Visitor) -> Response:
    """Forget a game."""
    await games.forget(number, visitor)
    return Response(status_code=204)


@router.post("/games/{number}/moves")
async def move(number: Number, made: MoveModel, games: GamesHere, visitor: Visitor) -> dict[str, Any]:
    """A person's move."""
    async with games.use(number, visitor) as live:
        return await live.act(lambda: live.session.play(made.move))


@router.post("/games/{number}/undo")
async def undo(number: Number, games: GamesHere, visitor: Visitor) -> dict[str, Any]:
    """Back to a person's last turn."""
    async with games.use(number, visitor) as live:
        return await live.act(live.session.undo)


@router.post("/games/{number}/redo")
async def redo(number: Number, games: GamesHere, visitor: Visitor) -> dict[str, Any]:
    """Make the moves again that were taken back."""
    async with games.use(number, visitor) as live:
        return await live.act(live.session.redo)


@router.post("/games/{number}/resign")
async def resign(number: Number, games: GamesHere, visitor: Visitor) -> dict[str, Any]:
    """Give the game up."""
    async with games.use(number, visitor) as live:
        return await live.act(live.session.resign)


@router.post("/games/{number}/think")
async def think(number: Number, games: GamesHere, visitor: Visitor) -> dict[str, Any]:
    """Let the engine move whose turn it is; answers when it has."""
    async with games.use(number, visitor) as live:
        if live.session.seat is None or live.session.seat.is_human:
            raise NotNowError("no engine is to move")
        return await live.answer_now()


@router.post("/games/{number}/hint")
async def hint(number: Number, games: GamesHere, visitor: Visitor) -> dict[str, Any]:
    """What a strong engine would do."""
    async with games.use(number, visitor) as live:
        if live.session.seat is None:
            raise NotNowError("the game is over: there is nothing to advise")
        return await live.analyse(None, 1, HINT_SECONDS, lambda kind, value: None)


@router.get("/games/{number}/review")
async def review(number: Number, games: GamesHere, visitor: Visitor) -> list[dict[str, Any]]:
    """What a review has said of each move of a finished game; empty if there was none."""
    async with games.use(number, visitor) as live:
        return await asyncio.to_thread(games.store.review, live.number)


@router.get("/games/{number}/record", response_class=PlainTextResponse)
async def record(
    number: Number,
    games: GamesHere,
    visitor: Visitor,
    format: Annotated[str, Query(pattern=f"^({'|'.join(FORMATS)})$")] = "pgn",
) -> PlainTextResponse:
    """The game as text."""

    def write() -> str:
        found = games.store.load(number, visitor).record_for_others()
        games.catalogue.check(found.game)
        # Where the game's file lies is nobody's business.
        return write_records([found], format, {found.game: games.catalogue.shown_name(found.game)})

    text = await asyncio.to_thread(write)
    disposition = {"content-disposition": f'attachment; filename="noughts-{number}.{format}"'}
    return PlainTextResponse(text, headers=disposition)


@router.post("/records", status_code=201)
async def bring_in(
    request: Request, games: GamesHere, visitor: Visitor, encoding: Annotated[str | None, Query(max_length=40)] = None
) -> dict[str, Any]:
    """Bring games in: PGN, SGF or psq as the body, in the encoding given, in UTF-8 or as an SGF declares it."""
    body = await request.body()
    if len(body) > MOST_RECORD_BYTES:
        raise NoughtsError(f"the games are {len(body)} bytes; at most {MOST_RECORD_BYTES} are read at once")

    def add() -> list[int]:
        found = read_records(decoded(body, encoding), files=games.catalogue.files)
        records = [replace(record, game=games.catalogue.stored_name(record.game)) for record in found]
        check_room(games, visitor, len(records))
        return games.store.add(records, visitor)

    return {"games": await asyncio.to_thread(add)}


@router.get("/statistics")
async def shown_statistics(games: GamesHere, visitor: Visitor) -> dict[str, Any]:
    """What your games add up to."""

    def count() -> dict[str, Any]:
        return statistics_state(statistics(games.store.results(visitor)), games.catalogue)

    return await asyncio.to_thread(count)


@router.delete("/statistics", status_code=204)
async def reset_statistics(games: GamesHere, visitor: Visitor) -> Response:
    """Count from now on; the games stay."""
    await asyncio.to_thread(games.store.reset_statistics, visitor)
    return Response(status_code=204)


@router.get("/settings")
async def settings(games: GamesHere, visitor: Visitor) -> dict[str, Any]:
    """What you have set."""
    return {**DEFAULT_SETTINGS, **await asyncio.to_thread(games.store.visitor_settings, visitor)}


@router.patch("/settings")
async def change_settings(changes: SettingsModel, games: GamesHere, visitor: Visitor) -> dict[str, Any]:
    """Set what is named."""

    def change() -> dict[str, Any]:
        found = {**games.store.visitor_settings(visitor), **changes.model_dump(exclude_none=True)}
        games.store.set_visitor_settings(visitor, found)
        return {**DEFAULT_SETTINGS, **found}

    return await asyncio.to_thread(change)


def check_room(games: Games, visitor: str, more: int) -> None:
    if games.store.count(visitor) + more > MOST_GAMES:
        raise BusyError(f"you have {MOST_GAMES} games here: delete some first")
    if games.store.count() + more > MOST_GAMES_IN_ALL:
        raise BusyError("no more games can be kept here")


def position_of(asked: PositionModel, catalogue: Catalogue) -> Position:
    game = catalogue.chosen(asked.game)
    if asked.cells is not None:
        if asked.position is not None:
            raise NoughtsError("a position text and cells are both given; one of them is enough")
        start = game.with_cells(asked.cells, asked.turn)
    else:
        start = game.start() if asked.position is None else game.position(asked.position)
    for number, text in enumerate(asked.moves, 1):
        try:
            start.push(text)
        except NoughtsError as error:
            raise NoughtsError(f"move {number}: {error}") from None
    return start


def session_of(asked: SetupModel, games: Games, visitor: str) -> Session:
    position = position_of(asked, games.catalogue)
    game = position.game
    if asked.obstacles:
        if asked.cells is not None or asked.position is not None:
            raise NoughtsError("obstacles are drawn on the empty board: leave position and cells out")
        names = [cell.name for cell in game.cells]
        if asked.obstacles >= len(names):
            raise NoughtsError(f"{asked.obstacles} obstacles leave no cell of {game.name} to play on")
        drawn = random.Random(asked.seed).sample(names, asked.obstacles)
        position = game.with_cells(dict.fromkeys(drawn, OBSTACLE))
    if position.is_game_over():
        raise NoughtsError(f"the game is over in this position: {position.outcome()}")
    seats = seat(seat_text(asked.first), game), seat(seat_text(asked.second), game)
    marks = ("X", "O") if asked.first_mark == "X" else ("O", "X")
    return Session(position, seats, marks, games.store, visitor)
