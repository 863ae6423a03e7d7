"""A table: two friends at a session, and what each of them may do there: offer, answer, abort, claim.

An offer stands until it is answered or a move is made. Who is told that it was declined moves before offering the same
again. Times are given by the caller, so that nothing here waits.
"""

import random
import re
import unicodedata

from noughts.board import MARKS, Position
from noughts.engine.time_control import TimeControl
from noughts.errors import NoughtsError
from noughts.play.seats import Seat
from noughts.play.session import UNCOUNTED, NotNowError, Session
from noughts.play.settings import SIDES
from noughts.store import Friends, Store

OFFERS = ("draw", "takeback", "rematch")
PHRASES = ("Hello!", "Good luck!", "Well played!", "Good game!", "Thank you!", "I have to go, sorry.")
GONE = 60.0  # seconds after which the other may claim the win, in games with clocks
MOST_MINUTES, MOST_INCREMENT = 180, 60
LONGEST_NAME = 24
NAMELESS = "Anonymous"
NOBODY = "nobody yet"  # the name of a free seat
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # control and bidirectional marks, and what no font has
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that look like spaces
_HEAPED = re.compile("ZM|M{4}")  # marks on no letter, and so many that they cover other lines, by their categories


def checked_name(text: str) -> str:
    """A name that can be shown anywhere: at most 24 characters, all of them to be seen.

    >>> checked_name("  Ada   Lovelace "), checked_name("")
    ('Ada Lovelace', 'Anonymous')
    """
    kinds = [unicodedata.category(character) for character in text]
    if any(kind in _UNSEEN for kind in kinds) or any(character in _BLANK for character in text):
        raise NoughtsError("a name has letters, numbers and signs that can be seen, and no others")
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if _HEAPED.search("".join(unicodedata.category(character)[0] for character in f" {name}")):
        raise NoughtsError("accents stand on letters, three on each at most")
    if len(name) > LONGEST_NAME:
        raise NoughtsError(f"a name has at most {LONGEST_NAME} characters; this one has {len(name)}")
    return name or NAMELESS


def clock_text(minutes: float, increment: float) -> str:
    """A clock as it is kept.

    >>> clock_text(5, 3)
    '300+3'
    """
    seconds = round(minutes * 60, 3)
    if not 0 < seconds <= 60 * MOST_MINUTES or not 0 <= increment <= MOST_INCREMENT:
        raise NoughtsError(f"a clock has up to {MOST_MINUTES} minutes and up to {MOST_INCREMENT} seconds a move")
    return str(TimeControl(seconds, round(increment, 3)))


def invite(
    position: Position,
    visitor: str,
    name: str,
    side: str = "lot",
    clock: str = "",
    is_listed: bool = False,
    store: Store | None = None,
    chance: random.Random | None = None,
) -> Session:
    """A game with one seat free; X moves first."""
    if side == "lot":
        side = (chance or random.SystemRandom()).choice(SIDES[:2])
    mine = SIDES.index(side)
    host, free = Seat(checked_name(name), None), Seat(NOBODY, None)
    friends = Friends((visitor, None) if mine == 0 else (None, visitor), clock, is_listed)
    seats = (host, free) if mine == 0 else (free, host)
    return Session(position, seats, MARKS, store, visitor, friends)


class Table:
    """Two friends at a session.

    >>> import noughts
    >>> session = invite(noughts.game("tictactoe").start(), "ada's", "Ada", side="first")
    >>> table = Table(session)
    >>> table.sit("bob's", "Bob"), [seat.label for seat in session.seats]
    (1, ['Ada', 'Bob'])
    >>> table.play(0, "b2"), table.play(1, "a1")
    (None, None)
    >>> table.offer(1, "draw"), table.accept(0), session.outcome.reason
    (None, 'draw', 'draw agreed')
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._declined: dict[tuple[str, int], int] = {}  # by kind and side: after how many moves

    @property
    def friends(self) -> Friends:
        assert self.session.friends is not None
        return self.session.friends

    @property
    def free_side(self) -> int | None:
        """The side where nobody sits yet; None if there is none, or the game is over."""
        sitters = self.friends.sitters
        return sitters.index(None) if None in sitters and self.session.outcome is None else None

    @property
    def can_abort(self) -> bool:
        return self.session.outcome is None and len(self.session.line) < UNCOUNTED

    @property
    def offered(self) -> tuple[str, int] | None:
        """The kind of an offer that waits for an answer, and the side that has made it."""
        kind, _, side = self.friends.offer.partition(" ")
        return (kind, int(side)) if side else None

    def side_of(self, visitor: str) -> int | None:
        """The side that a visitor plays; None for all others."""
        return next((side for side in (0, 1) if self.friends.sitters[side] == visitor), None)

    def sit(self, visitor: str, name: str) -> int:
        """Sit down at the free seat; returns its side."""
        side = self.free_side
        if self.side_of(visitor) is not None:
            raise NotNowError("you sit at this board already: your friend opens the link in another browser")
        if side is None or not self.session.seat_friend(side, visitor, checked_name(name)):
            raise NotNowError("somebody else sits there already; you can watch")
        return side

    def check_all_sit(self) -> None:
        if self.free_side is not None:
            raise NotNowError("nobody sits on the other side yet")

    def play(self, side: int, move: str) -> None:
        """A player's move; one that comes too late loses on time instead."""
        self.check_all_sit()
        if self.session.outcome is None and self.session.position.turn != side:
            raise NotNowError("it is not your turn")
        if not self.session.fall_flag():
            self.session.play(move)
            self.withdraw()

    # Offers

    def offer(self, side: int, kind: str) -> str | None:
        """Offer something, or accept it if the other has; returns what was accepted."""
        self._check_offer(side, kind)
        if self.offered == (kind, 1 - side):
            return self.accept(side)
        if self.offered is not None and self.offered[1] == side:
            raise NotNowError("an offer of yours waits for an answer")
        if self._declined.get((kind, side)) == len(self.session.line):
            raise NotNowError("that was declined: you can offer it again after a move")
        self.session.note(offer=f"{kind} {side}")
        return None

    def _check_offer(self, side: int, kind: str) -> None:
        self.check_all_sit()
        is_over = self.session.outcome is not None
        if kind not in OFFERS:
            raise NoughtsError(f"there is no offer {kind!r}; there are {', '.join(OFFERS)}")
        if kind == "rematch" and not is_over:
            raise NotNowError("the game is not over")
        if kind != "rematch" and is_over:
            raise NotNowError("the game is over")
        if kind == "rematch" and self.friends.next_game is not None:
            raise NotNowError("the rematch has begun")
        if kind == "rematch" and None in self.friends.sitters:
            raise NotNowError("the other has left this game for good")
        if kind == "draw" and len(self.session.line) < UNCOUNTED:
            raise NotNowError("a draw can be offered once both have moved")
        if kind == "takeback" and side not in self.session.movers():
            raise NotNowError("there is no move of yours to take back")

    def accept(self, side: int) -> str:
        """Accept what the other has offered; returns its kind. A rematch is begun by the caller."""
        offered = self.offered
        if offered is None or offered[1] == side:
            raise NotNowError("there is no offer to answer")
        kind, other = offered
        self._check_offer(other, kind)
        if kind == "draw":
            self.session.end(None, "draw agreed")
        elif kind == "takeback":
            movers = self.session.movers()
            self.session.take_back(len(movers) - 1 - movers[::-1].index(other))
        self.withdraw()
        return kind

    def decline(self, side: int) -> None:
        """Decline the other's offer, or take back one's own."""
        if self.offered is None:
            raise NotNowError("there is no offer to answer")
        kind, other = self.offered
        if other != side:
            self._declined[kind, other] = len(self.session.line)
        self.withdraw()

    def withdraw(self) -> None:
        if self.friends.offer:
            self.session.note(offer="")

    # Ends

    def resign(self, side: int) -> None:
        self.check_all_sit()
        self.session.resign(side)
        self.withdraw()

    def claim(self, side: int, seconds_gone: float) -> None:
        """Claim the win against a player who has been gone for so long."""
        if not self.session.is_counting:
            raise NotNowError("a win can be claimed while a clock runs, and not otherwise")
        if seconds_gone < GONE:
            raise NotNowError(f"a win can be claimed when the other has been gone for {GONE:.0f} seconds")
        self.session.end(side, f"{self.session.marks[1 - side]} has left the game")
        self.withdraw()

    def rematch(self, store: Store | None) -> Session:
        """The next game: the same start, clock and people, the sides swapped."""
        session, friends = self.session, self.friends
        sitters = friends.sitters[1], friends.sitters[0]
        seats = session.seats[1], session.seats[0]
        again = Friends(sitters, friends.clock, friends.is_listed)
        return Session(session.position.root(), seats, session.marks, store, session.owner, again)
