"""A game under way between people and engines: what a front end shows, asks for and passes on.

Front ends differ in how they draw and ask; what a move, an undo or a resignation does is here. A session is used from
one thread. Engines think in a `Thought`, which may run on any other:

    thought = session.begin_thought()
    result = thought.run()              # elsewhere
    session.answer(thought, result)     # back here; False if the thought was given up in between
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from noughts.board import MARKS, Marks, Move, Outcome, Position, View, with_marks
from noughts.engine.analysis import Analysis
from noughts.engine.engine import Engine
from noughts.engine.levels import EDITION, EDITION_TAG
from noughts.engine.limit import Limit
from noughts.engine.results import Result
from noughts.engine.time_control import TimeControl
from noughts.errors import NoughtsError
from noughts.play.seats import Seat, seat
from noughts.records import UNFINISHED, WINNERS, Record, RecordedMove, evaluation_tags, recorded, result_of
from noughts.registry import name_of
from noughts.store import Friends, KeptGame, PlayedElsewhereError, Store, StoreError

HINT_LIMIT = Limit(time=1.0)
UNCOUNTED = 2  # moves of a friends' game before the clock runs; until then it can be aborted


class NotNowError(NoughtsError):
    """A request that may be right at another time, but not as the game stands."""


class Thought:
    """An engine at work on a position. It is given up alone: the engine may be at work on others."""

    def __init__(self, engine: Engine, position: Position, limit: Limit | None = None) -> None:
        self.position = position.copy()
        self.is_given_up = False
        self._engine, self._limit = engine, limit
        self._search: Analysis[Result] | None = None

    def run(self) -> Result:
        """The engine's move; blocks until it is found."""
        with self._engine.playing(self.position, self._limit) as search:
            self._search = search
            if self.is_given_up:
                search.stop()
            *_, result = search
        return result

    def give_up(self) -> None:
        self.is_given_up = True
        if self._search is not None:
            self._search.stop()


class Session:
    """A game between two seats, kept in a store as it goes on.

    >>> import noughts
    >>> game = noughts.game("tictactoe")
    >>> session = Session(game.start(), (seat("human", game), seat("human", game)))
    >>> for move in ["b2", "a1", "b3"]:
    ...     session.play(move)
    >>> session.undo()
    1
    >>> session.view().status, len(session.redo_line)
    ('X to move', 1)
    """

    def __init__(
        self,
        position: Position,
        seats: tuple[Seat, Seat],
        marks: Marks = MARKS,
        store: Store | None = None,
        owner: str = "",
        friends: Friends | None = None,
    ) -> None:
        self.position = position
        self.seats = seats
        self.marks = marks
        self.line: list[RecordedMove] = list(recorded(position.move_stack))
        self.redo_line: list[RecordedMove] = []
        self._movers = _movers(position)
        self._ended: Outcome | None = None  # where it did not end on the board: a player resigned
        self.trouble: str | None = None  # what went wrong with keeping the game
        self._unsaved: StoreError | None = None  # why the store has not the latest moves
        root = position.root()
        start = None if root == position.game.start() else root.text()
        players = seats[0].text, seats[1].text
        has_level = any(one.engine is not None and one.engine.settings.level is not None for one in seats)
        edition = ((EDITION_TAG, EDITION),) if has_level else ()
        tags = (*edition, *evaluation_tags(*(one.training(position.game) for one in seats)))
        record = Record(name_of(position.game), players=players, position=start, tags=tags)
        self._kept = KeptGame(record, marks, owner=owner, friends=friends)
        self.control = TimeControl.read(friends.clock) if friends and friends.clock else None
        self._store = store
        self._thought: Thought | None = None
        self._turn_began = time.monotonic()
        self._paused: float | None = None  # since when
        self._last_turn = 0.0  # seconds of the turn in which a game with a clock was ended

    @classmethod
    def resume(cls, kept: KeptGame, store: Store) -> "Session":
        """A game as it was left."""
        position = kept.record.replay()
        first, second = kept.record.players
        if kept.is_played_here and kept.friends is None:
            seats = seat(first, position.game), seat(second, position.game)
        else:  # friends, and players of games from elsewhere, are names
            seats = Seat(first, None), Seat(second, None)
        session = cls(position, seats, kept.marks, store, friends=kept.friends)
        session.line, session.redo_line = list(kept.line[: kept.ply]), list(kept.line[kept.ply :])
        if kept.record.result != UNFINISHED and not position.is_game_over():
            session._ended = Outcome(WINNERS[kept.record.result], kept.record.reason)
        session._kept = kept
        if kept.friends is not None and kept.friends.spent_ply == kept.ply:
            session._last_turn = kept.friends.spent
            session._turn_began -= kept.friends.spent
        return session

    # Reading

    @property
    def id(self) -> int | None:
        """The game's number in the store, once it is there."""
        return self._kept.id

    @property
    def owner(self) -> str:
        return self._kept.owner

    @property
    def outcome(self) -> Outcome | None:
        return self._ended or self.position.outcome()

    @property
    def seat(self) -> Seat | None:
        """The seat to move; None when the game is over."""
        return None if self.outcome else self.seats[self.position.turn]

    @property
    def people(self) -> Sequence[int]:
        """The sides that people play."""
        return [side for side in (0, 1) if self.seats[side].is_human]

    def view(self) -> View:
        view = self.position.view().marked(self.marks)
        return view if self._ended is None else replace(view, outcome=self._ended, turn=None, clicks={})

    @property
    def result(self) -> str:
        outcome = self.outcome
        return result_of(outcome) if outcome else UNFINISHED

    @property
    def game_name(self) -> str:
        """The name that the game is kept by."""
        return self._kept.record.game

    def seconds_used(self, side: int) -> float:
        """How long a side has thought so far."""
        moves = zip(self.line, self._movers, strict=True)
        used = sum(move.seconds or 0.0 for move, mover in moves if mover == side)
        waiting = self.outcome is None and self.position.turn == side
        return used + (self._seconds_of_turn() if waiting else 0.0)

    # The clock of a friends' game

    @property
    def friends(self) -> Friends | None:
        """The two people who sit apart; None in any other game."""
        return self._kept.friends

    def note(self, **changes: Any) -> None:
        """Change and keep what is known of the friends."""
        assert self.friends is not None
        if self._store is None or self.id is None:
            self._kept.friends = replace(self.friends, **changes)
        else:
            self._kept.friends = self._store.friends.change(self.id, self.friends, **changes)

    def seat_friend(self, side: int, visitor: str, name: str) -> bool:
        """Give a free seat to a visitor; False if it is free no longer."""
        assert self.friends is not None
        store, number = self._store, self.id
        if store is not None and number is not None and not store.friends.sit(number, side, visitor, name):
            return False
        sitters, players = list(self.friends.sitters), list(self._kept.record.players)
        sitters[side], players[side] = visitor, name
        self._kept.friends = replace(self.friends, sitters=(sitters[0], sitters[1]))
        self._kept.record = replace(self._kept.record, players=(players[0], players[1]))
        self.seats = Seat(players[0], None), Seat(players[1], None)
        self._turn_began = time.monotonic()
        return True

    @property
    def is_counting(self) -> bool:
        """Whether a clock runs down."""
        is_under_way = self.outcome is None and len(self.line) >= UNCOUNTED
        return self.control is not None and is_under_way and not self.is_paused

    def seconds_left(self, side: int) -> float | None:
        """The time that a side has left, by what its moves took; None without a clock."""
        if self.control is None:
            return None
        counted = zip(self.line[UNCOUNTED:], self._movers[UNCOUNTED:], strict=True)
        gained = (self.control.increment - (move.seconds or 0.0) for move, mover in counted if mover == side)
        left = self.control.seconds + sum(gained)
        if self.position.turn == side:
            left -= self._seconds_of_turn() if self.is_counting else self._last_turn
        return max(0.0, left)

    def turn_seconds(self) -> float:
        """How long the turn that is under way has lasted."""
        return self._seconds_of_turn()

    def fall_flag(self) -> bool:
        """End the game if the time of the side to move is over; whether it is."""
        turn = self.position.turn
        if not self.is_counting or self.seconds_left(turn):
            return False
        self.end(1 - turn, f"{self.marks[turn]} lost on time")
        return True

    def _seconds_of_turn(self) -> float:
        return (time.monotonic() if self._paused is None else self._paused) - self._turn_began

    @property
    def is_paused(self) -> bool:
        return self._paused is not None

    def movers(self) -> list[int]:
        """The side that made each move: turns need not alternate."""
        return list(self._movers)

    def record(self) -> Record:
        outcome = self.outcome
        return replace(
            self._kept.record,
            moves=tuple(self.line),
            result=self.result,
            reason=outcome.reason if outcome else "",
        )

    # People's actions

    def play(self, move: Move | str) -> None:
        """A person's move."""
        if self.seat is None:
            raise NotNowError(f"the game is over ({self.view().status})")
        if not self.seat.is_human:
            raise NotNowError(f"it is the turn of {self.seat.label}")
        self._push(self.parse_move(move) if isinstance(move, str) else move, RecordedMove("", self._seconds_of_turn()))

    def parse_move(self, text: str) -> Move:
        """The legal move of that notation; why there is none is told with the players' marks."""
        try:
            return self.position.parse_move(text)
        except NoughtsError as error:
            raise NoughtsError(with_marks(str(error), MARKS, self.marks)) from None

    def undo(self) -> int:
        """Take back to a person's last turn; returns how many moves that were."""
        if self.outcome:
            raise NotNowError("the game is over and kept as it was; a new one can be begun")
        sides = [self.seats[side].is_human for side in self._movers]
        last = max((ply for ply, is_human in enumerate(sides) if is_human or not self.people), default=None)
        if last is None:
            raise NotNowError("there is no move of yours to take back")
        taken = self._take_back_to(last)
        self.redo_line[:0] = taken
        self._changed()
        return len(taken)

    def take_back(self, ply: int) -> None:
        """Go back to where so many moves had been made; the later ones are gone."""
        self._take_back_to(ply)
        self._changed()

    def _take_back_to(self, ply: int) -> list[RecordedMove]:
        self._give_up_thought()
        for _ in range(len(self.line) - ply):
            self.position.pop()
            self._movers.pop()
        taken, self.line = self.line[ply:], self.line[:ply]
        return taken

    def redo(self) -> int:
        """Make the moves again that were taken back, up to a person's turn; returns how many they were."""
        if self.outcome or not self.redo_line:
            raise NotNowError("there is no move to make again")
        self._give_up_thought()
        count = 0
        while self.redo_line:
            move = self.redo_line.pop(0)
            self._movers.append(self.position.turn)
            self.position.push(move.text)
            self.line.append(move)
            count += 1
            if not self.people or self.seat is None or self.seat.is_human:
                break
        self._changed()
        return count

    def resign(self, loser: int | None = None) -> None:
        """A side gives up: the one named, else the person whose turn it is, or who plays alone against the engine."""
        if not self.people:
            raise NotNowError("nobody here can resign: engines play each other")
        if loser is None:
            loser = self.position.turn if self.position.turn in self.people else self.people[0]
        self.end(1 - loser, f"{self.marks[loser]} resigned")

    def end(self, winner: int | None, reason: str) -> None:
        """End the game elsewhere than on the board."""
        if self.outcome:
            raise NotNowError("the game is over")
        self._give_up_thought()
        if self.is_counting:
            self._last_turn = self._seconds_of_turn()
            self.note(spent=self._last_turn, spent_ply=len(self.line))
        self._ended = Outcome(winner, reason)
        self.redo_line.clear()
        self._changed()

    def pause(self, on: bool = True) -> None:
        """Stop the clock and a thinking engine, or let the clock go on."""
        if on == self.is_paused:
            return
        self._give_up_thought()
        now = time.monotonic()
        if self._paused is not None:
            self._turn_began += now - self._paused
        self._paused = now if on else None

    # Engines' actions

    def begin_thought(self) -> Thought:
        """The engine's whose turn it is."""
        if self.seat is None or self.seat.engine is None:
            raise NotNowError("no engine is to move")
        self._give_up_thought()
        self._thought = Thought(self.seat.engine, self.position)
        return self._thought

    def answer(self, thought: Thought, result: Result) -> bool:
        """Make the move that a thought came to, unless it was given up or the game has gone elsewhere."""
        if thought is not self._thought or thought.is_given_up or thought.position != self.position:
            return False
        self._thought = None
        stats = result.stats
        value, depth = (result.score.value, stats.depth) if stats.depth else (None, None)
        self._push(result.move, RecordedMove("", stats.time, value, depth))
        return True

    def hint(self, engine: Engine) -> Thought:
        """A strong engine's thought on the position."""
        if self.outcome:
            raise NotNowError("the game is over: there is nothing to advise")
        return Thought(engine, self.position, HINT_LIMIT)

    def leave(self) -> None:
        """Stop thinking. Nothing else is to be done: the game is in the store."""
        self._give_up_thought()

    def where_kept(self) -> str:
        """Where the game is kept, in words, for a player who leaves."""
        if self.id is None:
            return "No move was kept." if self.line else "Nothing was played: there is nothing to keep."
        if self._unsaved:
            return f"The game is kept as number {self.id}, without its last moves: {self._unsaved}"
        if self.outcome:
            return f"The game is kept as number {self.id}; `noughts replay {self.id}` looks back at it."
        return f"The game is kept as number {self.id}; `noughts play --resume` goes on with it."

    def keep(self) -> None:
        """Put the game into the store as it stands; what goes wrong there is told by `trouble`."""
        if self._store is None:
            return
        kept = self._kept
        kept.record, kept.ply, kept.line = self.record(), len(self.line), (*self.line, *self.redo_line)
        try:
            self._store.save(kept)
            self.trouble = self._unsaved = None
        except PlayedElsewhereError as error:
            if kept.friends is not None:
                self.trouble, self._unsaved = f"the game is not kept: {error}", error
                return
            # Nothing is overwritten: from here on this is a game of its own.
            self._kept = KeptGame(kept.record, kept.marks, is_played_here=kept.is_played_here, owner=kept.owner)
            self.keep()
            if self.trouble is None:
                self.trouble = f"game {kept.id} was played on elsewhere; this one is kept as game {self._kept.id}"
        except StoreError as error:
            self.trouble, self._unsaved = f"the game is not kept: {error}", error

    def _push(self, move: Move | str, note: RecordedMove) -> None:
        mover = self.position.turn
        self.position.push(move)
        self._movers.append(mover)
        self.line.append(replace(note, text=self.position.peek().text))
        self.redo_line.clear()
        self._changed()

    def _changed(self) -> None:
        self._turn_began = time.monotonic()
        if self.is_paused:
            self._paused = self._turn_began
        self.keep()

    def _give_up_thought(self) -> None:
        if self._thought is not None:
            self._thought.give_up()
            self._thought = None


def _movers(position: Position) -> list[int]:
    """The side that made each of the moves that led to a position."""
    replayed = position.root()
    movers = []
    for move in position.move_stack:
        movers.append(replayed.turn)
        replayed.push(move)
    return movers
