"""Search trees over the API: docs/api.md."""

from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from pydantic import Field

from noughts.engine.engine_text import engine_text
from noughts.errors import NoughtsError
from noughts.web.fair_play import check_is_not_being_played
from noughts.web.models import Name, PositionRequest
from noughts.web.routes import ERRORS, Asking, GamesHere, while_connected
from noughts.web.setups import position_of
from noughts.web.worker import TREE, Job

SECONDS = 10.0  # far more than the largest tree takes

router = APIRouter(prefix="/api", responses=ERRORS)


Traced = Literal[
    "minimax",
    "alphabeta",
    "pvs",
    "hminimax",
    "mtdf",
    "report000",
    "report001",
    "report002",
    "report003",
    "report004",
]


class TreeRequest(PositionRequest):
    search: Traced = "alphabeta"
    evaluation: Name | None = None
    depth: Annotated[int, Field(ge=1, le=20)] | None = None


@router.post("/tree")
async def tree(request: Request, asked: TreeRequest, games: GamesHere, client: Asking) -> Response:
    """The tree that a search has searched, with what a viewer needs to draw it."""

    def make() -> Job:
        position = position_of(asked, games.catalogue)
        if position.is_game_over():
            raise NoughtsError(f"the game is over ({position.outcome()}): there is no tree to search")
        check_is_not_being_played(position, client.visitor, games.store)
        moves = tuple(move.text for move in position.move_stack)
        name = games.catalogue.stored_name(position.game.name)
        text = engine_text(search=asked.search, evaluation=asked.evaluation, depth=asked.depth)
        return Job(TREE, name, position.root().text(), moves, text, SECONDS)

    job = await games.scheduler.run(client, make)
    with games.searches.one(client.visitor):
        # The worker writes the JSON: thousands of nodes would keep all other visitors waiting here.
        found = await while_connected(request, games.pool.run(job, client))
        return Response(found, media_type="application/json")
