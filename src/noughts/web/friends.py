"""Friends by links: invitations, seats, and games to watch. docs/friends.md tells how it is for people."""

import ipaddress
import logging
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from noughts.engine.time_control import TimeControl
from noughts.errors import NoughtsError
from noughts.play import NotNowError, Session, Table
from noughts.play.table import MOST_INCREMENT, MOST_MINUTES, PHRASES, clock_text, invite
from noughts.store import KeptGame, NoSuchGameError
from noughts.system.qr_code import qr_svg
from noughts.web import answers
from noughts.web.admission import Desk
from noughts.web.catalogue import Catalogue
from noughts.web.fair_queue import BusyError
from noughts.web.models import GameLinkRequest, InvitationRequest, PositionRequest, SitRequest
from noughts.web.presentation import view_answer
from noughts.web.quotas import check_room, count_games
from noughts.web.responses import Writing
from noughts.web.routes import ERRORS, Asking, GamesHere, Number
from noughts.web.setups import position_of

log = logging.getLogger("noughts.web")

MOST_INVITATIONS = 8  # of a visitor that wait for a friend; an older one is withdrawn
MOST_UNDER_WAY = 50  # games with friends of a visitor
MOST_LISTED = 30
ALONE = (
    "this server is for this machine alone, where no friend can come: start it by `noughts serve --lan`, and it can be "
    "reached from your network"
)
NOT_OURS = "this link leads to no game here; is it whole?"

router = APIRouter(prefix="/api", responses=ERRORS)


@router.get("/friends")
async def friends(request: Request) -> answers.Friends:
    """Whether friends can be invited here."""
    return answers.Friends(
        why_not=_why_not(request),
        address=request.app.state.address,
        phrases=list(PHRASES),
        most_minutes=MOST_MINUTES,
        most_increment=MOST_INCREMENT,
    )


def _why_not(request: Request) -> str | None:
    desk: Desk = request.app.state.desk
    return ALONE if desk.is_machine_user(request.scope["headers"]) else None


@router.post("/invitations", status_code=201, response_model=answers.Game)
async def begin(
    request: Request, asked: InvitationRequest, games: GamesHere, client: Asking, write: Writing
) -> Response:
    """Begin a game with a seat free for a friend."""
    if why_not := _why_not(request):
        raise NotNowError(why_not)
    count_games(games.rates.begun, client, 1)

    def make() -> tuple[int, list[int]]:
        check_room(games.store, client, 1)
        _check_under_way(games.store.friends.under_way(client.visitor))
        setup = PositionRequest(game=asked.game, position=asked.position, cells=asked.cells, turn=asked.turn)
        position = position_of(setup, games.catalogue)
        if position.is_game_over():
            raise NoughtsError(f"the game is over in this position: {position.outcome()}")
        clock = clock_text(asked.clock.minutes, asked.clock.increment) if asked.clock else ""
        session = invite(position, client.visitor, asked.name, asked.side, clock, asked.is_listed, games.store)
        session.keep()
        if session.id is None:
            log.error("the store failed", extra={"error": session.trouble})
            raise BusyError("the game cannot be kept just now: try again in a moment")
        return session.id, games.store.friends.invitations(client.visitor)[MOST_INVITATIONS:]

    number, too_many = await games.scheduler.run(client, make)
    for old in too_many:
        await games.forget(old, client)
    return await games.at(number).answer(client, lambda game: write(game, 201))


def _check_under_way(count: int) -> None:
    if count >= MOST_UNDER_WAY:
        raise BusyError(f"you have {MOST_UNDER_WAY} games with friends under way: end one of them first")


@router.get("/games/{number}/invitation")
async def invitation(request: Request, number: Number, games: GamesHere, client: Asking) -> answers.Invitation:
    """What one sends to a friend: the free seat's link, which is a secret, and the one for watching."""
    base = _base(request)
    is_free = await games.at(number).ask(client, _is_free)
    return answers.Invitation(
        link=f"{base}#/sit/{games.links.seat(number)}" if is_free else None,
        watch=f"{base}#/watch/{games.links.watch(number)}",
        is_local=_is_local(base.partition("//")[2]),
    )


@router.get(
    "/games/{number}/invitation.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}}
)
async def invitation_code(request: Request, number: Number, games: GamesHere, client: Asking) -> Response:
    """The free seat's link as a QR code."""
    if not await games.at(number).ask(client, _is_free):
        raise NotNowError("both sit at this game already")
    return Response(qr_svg(f"{_base(request)}#/sit/{games.links.seat(number)}"), media_type="image/svg+xml")


@router.get("/friends.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def address_code(request: Request) -> Response:
    """This server's address in the network as a QR code."""
    address: str | None = request.app.state.address
    if address is None:
        raise NoSuchGameError("this server knows of no address in the network")
    return Response(qr_svg(address), media_type="image/svg+xml")


def _is_free(session: Session) -> bool:
    if session.friends is None:
        raise NoSuchGameError("this is no game between friends")
    return Table(session).free_side is not None


def _base(request: Request) -> str:
    """The address of the page for others. A host who came by `localhost` is told the one in the network."""
    host = request.headers.get("host", "")
    known: str | None = request.app.state.address
    return known if known and _is_local(host) else f"{request.url.scheme}://{host}/"


def _is_local(host: str) -> bool:
    """
    >>> [_is_local(host) for host in ("localhost:8040", "127.0.0.1:80/", "[::1]:8040", "192.0.2.7:80", "play.example")]
    [True, True, True, False, False]
    """
    name = host.rstrip("/").rpartition(":")[0] or host
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return name == "localhost"


@router.post("/seats/look")
async def look(asked: GameLinkRequest, games: GamesHere, client: Asking) -> answers.Sitting:
    """The seat that a link leads to. Nothing happens yet: what previews a link sits nowhere."""
    number = games.links.of_seat(asked.link)
    if number is None:
        raise NoSuchGameError(NOT_OURS)

    def see(session: Session) -> answers.Sitting:
        if session.friends is None:
            raise NoSuchGameError(NOT_OURS)
        table = Table(session)
        mine, control = table.side_of(client.visitor), session.control
        side = table.free_side if table.free_side is not None else 1 - (mine or 0)
        return answers.Sitting(
            title=games.catalogue.title(session.game_name),
            names=(session.seats[0].label, session.seats[1].label),
            side=1 if side else 0,
            clock=answers.GameClock(seconds=control.seconds, increment=control.increment) if control else None,
            view=view_answer(session.view(), games.catalogue.title(session.game_name)),
            is_free=table.free_side is not None,
            game=None if mine is None else number,
            watch=games.links.watch(number),
        )

    return await games.at(number).ask(client, see, is_short=False, is_admitted=True)


@router.post("/seats", status_code=201, response_model=answers.Game)
async def sit(asked: SitRequest, games: GamesHere, client: Asking, write: Writing) -> Response:
    """Sit down at the free seat that a link leads to: whoever comes first."""
    number = games.links.of_seat(asked.link)
    if number is None:
        raise NoSuchGameError(NOT_OURS)
    _check_under_way(await games.scheduler.run(client, lambda: games.store.friends.under_way(client.visitor)))
    game = games.at(number)
    await game.ask(client, _is_free, is_admitted=True)  # which opens it
    if game.table is None:
        raise NoSuchGameError(NOT_OURS)
    await game.table.sit(client, asked.name)
    return await games.at(number).answer(client, lambda found: write(found, 201))


@router.get("/watch")
async def watched(
    games: GamesHere, client: Asking, limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = MOST_LISTED
) -> list[answers.WatchedGame]:
    """Games under way whose players allow everybody to watch, the latest first."""

    def find() -> list[answers.WatchedGame]:
        found = (games.store.load(number, None) for number in games.store.friends.listed(limit))
        return [_watched(kept, games.catalogue, games.links.watch(kept.id or 0)) for kept in found]

    return await games.scheduler.run(client, find)


def _watched(kept: KeptGame, catalogue: Catalogue, link: str) -> answers.WatchedGame:
    assert kept.friends is not None
    control = TimeControl.read(kept.friends.clock) if kept.friends.clock else None
    return answers.WatchedGame(
        watch=link,
        title=catalogue.title(kept.record.game),
        names=kept.record.players,
        marks=kept.marks,  # type: ignore[arg-type]
        plies=kept.ply,
        clock=answers.GameClock(seconds=control.seconds, increment=control.increment) if control else None,
    )
