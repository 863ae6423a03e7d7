"""A visitor's identity, and the personal link that carries it to another browser or device."""

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from noughts.errors import NoughtsError
from noughts.web.admission import Desk
from noughts.web.answers import Identity
from noughts.web.models import Strict
from noughts.web.routes import ERRORS, Asking, GamesHere
from noughts.web.visitors import MACHINE_USER

router = APIRouter(prefix="/api/identity", responses=ERRORS)


class LinkRequest(Strict):
    link: Annotated[str, Field(min_length=1, max_length=200)]


@router.get("")
async def identity(request: Request, games: GamesHere, client: Asking) -> Identity:
    """Your identity here."""
    return await _of(request, games, client, client.visitor)


@router.post("")
async def take_on(request: Request, asked: LinkRequest, games: GamesHere, client: Asking) -> Identity:
    """Be the visitor from now on whom a personal link is of. On this machine's own server the games become yours."""
    desk: Desk = request.app.state.desk
    visitor = desk.identities.by_link(asked.link)
    if visitor is None:
        raise NoughtsError("this personal link is not one of this server's; is it whole?")
    if client.visitor == MACHINE_USER:
        await games.scheduler.run(client, lambda: games.store.adopt(visitor, MACHINE_USER))
        return await _of(request, games, client, MACHINE_USER)
    request.state.identity = visitor
    return await _of(request, games, client, visitor)


async def _of(request: Request, games: GamesHere, client: Asking, visitor: str) -> Identity:
    desk: Desk = request.app.state.desk
    count = await games.scheduler.run(client, lambda: games.store.count(visitor))
    return Identity(
        link=desk.identities.link_of(visitor),
        games=count,
        is_machine_user=visitor == MACHINE_USER,
        may_see_arena=desk.may_see_arena(visitor),
    )
