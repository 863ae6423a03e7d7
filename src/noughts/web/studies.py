"""Analysis boards kept by name, and what was played from a position: docs/api.md."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import Field

from noughts.board import Position
from noughts.errors import NoughtsError
from noughts.records import (
    WINNERS,
    MoveTree,
    Record,
    decoded,
    read_records,
    tree_data,
    tree_of,
    tree_text,
    write_records,
)
from noughts.records.text import one_line
from noughts.store import StudySummary
from noughts.web import answers
from noughts.web.admission import Desk
from noughts.web.arena import feeds_of
from noughts.web.arena_feed import Feeds
from noughts.web.arena_match import NoSuchMatchError
from noughts.web.catalogue import Catalogue
from noughts.web.models import GameName, PositionRequest, PositionText, Strict
from noughts.web.quotas import MOST_STUDIES, check_room_for_study
from noughts.web.responses import Writing
from noughts.web.routes import ERRORS, Asking, GamesHere, Number
from noughts.web.setups import position_of

_MOST_LOOKED_AT = 500  # games, for openings

router = APIRouter(prefix="/api", responses=ERRORS)
FeedsHere = Annotated[Feeds, Depends(feeds_of)]
StudyName = Annotated[str, Field(min_length=1, max_length=80)]


class NewStudyRequest(Strict):
    """`tree` is as docs/api.md describes it."""

    name: StudyName
    tree: dict[str, Any]


class StudyRequest(NewStudyRequest):
    """`revision` is the one that the board was read with."""

    revision: Annotated[int, Field(ge=1, le=2**31 - 1)]


@router.get("/studies", response_model=list[answers.StudySummary])
async def listed(games: GamesHere, client: Asking, write: Writing) -> Response:
    """Your analysis boards without their trees, the latest first."""

    def find() -> Response:
        return write(
            [_summary(one, games.catalogue) for one in games.store.studies.listed(client.visitor, MOST_STUDIES)]
        )

    return await games.scheduler.run(client, find)


@router.post("/studies", status_code=201)
async def keep(asked: NewStudyRequest, games: GamesHere, client: Asking) -> answers.StudyKept:
    """Keep an analysis board."""

    def add() -> answers.StudyKept:
        check_room_for_study(games.store, client)
        tree = _checked(tree_of(asked.tree), games.catalogue)
        return answers.StudyKept(id=games.store.studies.add(_shown_name(asked.name), tree, client.visitor), revision=1)

    return await games.scheduler.run(client, add)


@router.get("/studies/{number}", response_model=answers.Study)
async def study(number: Number, games: GamesHere, client: Asking, write: Writing) -> Response:
    """An analysis board with its tree."""

    def find() -> Response:
        found, tree = games.store.studies.load(number, client.visitor)
        games.catalogue.check(found.game)
        tree.game = games.catalogue.shown_name(found.game)
        return write(
            answers.Study(id=found.id, name=found.name, game=tree.game, revision=found.revision, tree=tree_data(tree))
        )

    return await games.scheduler.run(client, find)


@router.put("/studies/{number}")
async def change(number: Number, asked: StudyRequest, games: GamesHere, client: Asking) -> answers.StudyKept:
    """Keep an analysis board as it is now, by another name or the same."""

    def put() -> answers.StudyKept:
        tree = _checked(tree_of(asked.tree), games.catalogue)
        name = _shown_name(asked.name)
        revision = games.store.studies.change(number, name, tree, asked.revision, client.visitor)
        return answers.StudyKept(id=number, revision=revision)

    return await games.scheduler.run(client, put)


@router.delete("/studies/{number}", status_code=204)
async def forget(number: Number, games: GamesHere, client: Asking) -> Response:
    """Forget an analysis board."""
    await games.scheduler.run(client, lambda: games.store.studies.forget(number, client.visitor))
    return Response(status_code=204)


@router.get("/studies/{number}/export", response_class=Response)
async def export(number: Number, games: GamesHere, client: Asking, format: Literal["pgn", "sgf"] = "pgn") -> Response:
    """An analysis board as text, variations and all."""

    def make() -> str:
        found, tree = games.store.studies.load(number, client.visitor)
        games.catalogue.check(found.game)
        record = Record.of_tree(tree, event=found.name)
        return write_records([record], format, {found.game: games.catalogue.shown_name(found.game)})

    text = await games.scheduler.run(client, make)
    headers = {"content-disposition": f'attachment; filename="noughts-board-{number}.{format}"'}
    return Response(text, headers=headers, media_type="text/plain")


@router.post("/studies/read")
async def read(
    request: Request, games: GamesHere, client: Asking, encoding: Annotated[str | None, Query(max_length=40)] = None
) -> answers.Tree:
    """The first game of a PGN, SGF or psq as a tree of moves; nothing is kept."""
    body = await request.body()

    def make() -> answers.Tree:
        tree = read_records(decoded(body, encoding), files=games.catalogue.files)[0].move_tree()
        tree.game = games.catalogue.shown_name(games.catalogue.stored_name(tree.game))
        games.catalogue.game(tree.game)  # which is offered here
        tree_text(tree)  # which is not too large
        return answers.Tree.model_validate(tree_data(tree))

    return await games.scheduler.run(client, make)


def _shown_name(name: str) -> str:
    """The name as lists show it: a line of characters that are printed, as every database keeps it."""
    if not (shown := one_line(name).strip()):
        raise NoughtsError("a board needs a name of letters that are seen")
    return shown


def _checked(tree: MoveTree, catalogue: Catalogue) -> MoveTree:
    """The tree with every move legal, by the name that its game is stored by."""
    asked = PositionRequest.model_construct(game=tree.game, position=tree.position, moves=[], cells=None, turn=0)
    tree.check(position_of(asked, catalogue))
    tree.game = catalogue.stored_name(tree.game)
    tree_text(tree)
    return tree


def _summary(one: StudySummary, catalogue: Catalogue) -> answers.StudySummary:
    game, changed = catalogue.shown_name(one.game), f"{one.changed.isoformat(timespec='seconds')}Z"
    return answers.StudySummary(id=one.id, name=one.name, game=game, revision=one.revision, changed=changed)


# What was played from a position


@router.get("/openings")
async def openings(
    request: Request,
    games: GamesHere,
    client: Asking,
    feeds: FeedsHere,
    game: GameName,
    position: PositionText | None = None,
    moves: Annotated[str, Query(max_length=20_000)] = "",
    match: Annotated[str | None, Query(pattern="^[0-9a-f]{16}$")] = None,
) -> answers.Openings:
    """What was played from a position in your own finished games, the last 500, or in those of a match."""
    desk: Desk = request.app.state.desk
    if match is not None and not desk.may_see_arena(client.visitor):
        raise NoSuchMatchError("there is no such match")

    def look() -> answers.Openings:
        asked = PositionRequest(game=game, position=position, moves=[move for move in moves.split(",") if move])
        here = position_of(asked, games.catalogue)
        if match is not None:
            lines = feeds.matches.at(match).lines(game, _MOST_LOOKED_AT)
        else:
            stored = games.catalogue.stored_name(game)
            lines = games.store.finished_lines(stored, client.visitor, _MOST_LOOKED_AT)
        return answers.Openings(moves=_played_from(here, lines))

    return await games.scheduler.run(client, look)


def _played_from(here: Position, lines: Iterable[tuple[str | None, str, list[str]]]) -> list[answers.OpeningMove]:
    """The moves made where a game came to this position, by whatever way, those made most often first."""
    key, found = here.key, dict[str, answers.OpeningMove]()
    for start, result, moves in lines:
        position = here.game.start() if start is None else here.game.position(start)
        for text in moves:
            if position.key == key and position == here:
                counted = found.setdefault(text, answers.OpeningMove(move=text, games=0, first=0, second=0, draws=0))
                counted.games += 1
                winner = WINNERS[result]
                counted.first += winner == 0
                counted.second += winner == 1
                counted.draws += winner is None
                break
            try:
                position.push(text)
            except NoughtsError:  # of a game whose file has changed
                break
    return sorted(found.values(), key=lambda one: -one.games)
