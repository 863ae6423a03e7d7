"""Our engine in UGI, the Universal Game Interface: UCI's commands for any game, and questions about a position.

    ugi                                     id, options, ugiok
    setoption name NAME [value VALUE]       the game is an option: setoption name Game value ultimate
    isready                                 readyok, once everything is compiled
    uginewgame                              nothing that was learned in the last game stays
    position startpos|fen TEXT [moves …]    position texts and moves as the game writes them
    go [movetime|depth|nodes|p1time|p2time|p1inc|p2inc|movestogo N …] [infinite]    info …, then bestmove; where it
                                            is infinite, after stop
    stop, quit
    query p1turn|gameover|result            response …

Mistakes are told as `info string`, and leave everything as it was, but for a position: after one that does not parse
there is none, for a search of the last one would answer another question. Every `go` ends in one `bestmove`,
`(none)` where there is nothing to play.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import noughts
from noughts.board import Position
from noughts.engine.engine import Engine
from noughts.engine.engine_text import DEFAULT_NAME, EngineText, current_key, engine_options
from noughts.engine.limit import Limit
from noughts.engine.results import Result
from noughts.errors import NoughtsError, shown
from noughts.option import Option
from noughts.protocols.limits import read_go
from noughts.protocols.machine import REFUSED, Machine, Ticket
from noughts.protocols.ugi_info import write_info
from noughts.registry import game as find_game

MOST_LINES = 500
EMPTY, _NONE = "<empty>", "none"  # how options without a value are written
_NO_MOVE = "(none)"
# Options that programs know by another name than an engine's text has for them, in megabytes and threads.
_NAMES = {"hash_mb": "Hash", "threads": "Threads"}
_GAME, _LINES = "Game", "MultiPV"
_SETOPTION = re.compile(r"name\s+(?P<name>.+?)(?:\s+value(?:\s+(?P<value>.*))?)?", re.IGNORECASE)


class UgiEngine(Machine):
    """An engine by its text, for one game at a time.

    >>> machine = UgiEngine("noughts:level=hard", "tictactoe")
    >>> for line in ("position fen XX./OO./... X", "query p1turn", "go depth 9"):
    ...     for answer in machine.handle(line):  # doctest: +ELLIPSIS
    ...         print(answer)
    response true
    info depth ... multipv 1 score mate 1 pv c3
    bestmove c3
    """

    name = "ugi"

    def __init__(self, engine: str = DEFAULT_NAME, game: str = "tictactoe") -> None:
        text = EngineText.read(engine)
        self._engine_name = text.name
        self._given = {current_key(text.name, key): value for key, value in text.settings.items()}
        self._settings: dict[str, Any] = dict(self._given)
        self._engine = self._new_engine()
        self._lines = 1
        self._game = find_game(game)
        self._position: Position | None = None
        self._is_at_start = True  # a position of which is made when it is needed: ugi must not wait for a compile
        self._commands: dict[str, Callable[[str, Ticket], Iterable[str]]] = {
            "ugi": self._ugi,
            "isready": self._isready,
            "setoption": self._setoption,
            "uginewgame": self._uginewgame,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda rest, ticket: (),
            "query": self._query,
            "quit": self._quit,
        }

    def refusal(self, message: str) -> str:
        return f"info string {message}"

    def answers(self, line: str, ticket: Ticket) -> Iterable[str]:
        word, _, rest = line.partition(" ")
        if not word:
            return ()
        if word.lower() not in self._commands:
            raise NoughtsError(f"unknown command {shown(word)}; there are {', '.join(self._commands)}")
        return self._commands[word.lower()](rest.strip(), ticket)

    def overtake(self, line: str, waiting: list[Ticket]) -> Iterable[str] | None:
        word = line.strip().lower()
        if word in ("stop", "quit"):
            for ticket in waiting:
                ticket.stop()
            return self.handle(word)
        is_thinking = any(ticket.line.lower().split()[:1] == ["go"] for ticket in waiting)
        return ["readyok"] if word == "isready" and is_thinking else None

    # The commands

    def _ugi(self, rest: str, ticket: Ticket) -> Iterator[str]:
        yield f"id name Noughts {noughts.__version__}"
        yield "id author the Noughts authors"
        yield f"option name {_GAME} type string default {self._game.name}"
        yield f"option name {_LINES} type spin default 1 min 1 max {MOST_LINES}"
        for key, option in engine_options(self._engine_name).items():
            # Settings in the engine's text are defaults too: a program that sets all to their defaults changes nothing.
            given = replace(option, default=option.read(key, self._given[key])) if key in self._given else option
            yield f"option name {_NAMES.get(key, key)} type {_type(key, option, given.as_text())}"
        yield "ugiok"

    def _isready(self, rest: str, ticket: Ticket) -> Iterator[str]:
        try:
            self._engine.prepare(self._game)
        except REFUSED as error:
            yield self.refused(error)
        yield "readyok"

    def _setoption(self, rest: str, ticket: Ticket) -> Iterable[str]:
        found = _SETOPTION.fullmatch(rest)
        if found is None:
            raise NoughtsError(f"setoption {shown(rest)}: write setoption name NAME value VALUE")
        name, value = found["name"].strip().lower(), (found["value"] or "").strip()
        if name == _GAME.lower():
            self._game, self._is_at_start = find_game(value), True
        elif name == _LINES.lower():
            self._lines = Option(1, 1, MOST_LINES).read(_LINES, value)
        else:
            self._set(name, value)
        return ()

    def _set(self, name: str, value: str) -> None:
        options, name = engine_options(self._engine_name), current_key(self._engine_name, name)
        key = next((key for key in options if name in (key, _NAMES.get(key, key).lower())), None)
        if key is None:
            known = [_GAME, _LINES, *(_NAMES.get(key, key) for key in options)]
            raise NoughtsError(f"there is no option {shown(name)}; there are {', '.join(known)}")
        settings = {**self._settings, key: value}
        if value in ("", EMPTY) or (value == _NONE and options[key].default is None):
            del settings[key]
        else:
            options[key].read(_NAMES.get(key, key), value)  # refused under the name that is known here
        before, self._settings = self._settings, settings
        try:
            self._engine = self._new_engine()
        except NoughtsError:
            self._settings = before
            raise

    def _new_engine(self) -> Engine:
        return Engine(self._engine_name, **self._settings)

    def _uginewgame(self, rest: str, ticket: Ticket) -> Iterable[str]:
        self._engine, self._is_at_start = self._new_engine(), True
        return ()

    def _set_position(self, rest: str, ticket: Ticket) -> Iterable[str]:
        self._position, self._is_at_start = None, False
        words = rest.split()
        split = words.index("moves") if "moves" in words else len(words)
        if words[:1] == ["fen"]:
            position = self._game.position(" ".join(words[1:split]))
        elif words[:split] == ["startpos"]:
            position = self._game.start()
        else:
            raise NoughtsError(f"position {shown(rest)}: write position startpos or position fen TEXT, then moves …")
        for number, move in enumerate(words[split + 1 :], 1):
            try:
                position.push(move)
            except NoughtsError as error:
                raise NoughtsError(f"move {number}: {error}") from None
        self._position = position
        return ()

    def _known_position(self) -> Position:
        if self._is_at_start:
            self._position, self._is_at_start = self._game.start(), False
        if self._position is None:
            raise NoughtsError("there is no position: the last one was refused")
        return self._position

    def _go(self, rest: str, ticket: Ticket) -> Iterator[str]:
        move = _NO_MOVE
        try:
            limit, is_infinite = read_go(rest.split())
            position = self._known_position()
            for results in self._results(position, limit, is_infinite, ticket):
                move = str(results[0].move)
                for rank, result in enumerate(results, 1):
                    yield write_info(result, rank)
            if is_infinite:
                ticket.wait()  # the search may have come to its end, but no answer is expected before `stop`
        except REFUSED as error:
            yield self.refused(error)
        yield f"bestmove {move}"

    def _results(
        self, position: Position, limit: Limit, is_infinite: bool, ticket: Ticket
    ) -> Iterator[Sequence[Result]]:
        if is_infinite or self._lines > 1:
            lines = self._engine.analysis(position, limit, self._lines)
            ticket.watch(lines)
            yield from lines
        else:
            moves = self._engine.playing(position, limit)
            ticket.watch(moves)
            yield from ([result] for result in moves)

    def _query(self, rest: str, ticket: Ticket) -> Iterable[str]:
        position = self._known_position()
        outcome = position.outcome()
        winner = None if outcome is None else outcome.winner
        answers = {
            "p1turn": str(position.turn == 0).lower(),
            "gameover": str(outcome is not None).lower(),
            "result": "none" if outcome is None else "draw" if winner is None else ("p1win", "p2win")[winner],
        }
        if rest.lower() not in answers:
            raise NoughtsError(f"query {shown(rest)}: there are {', '.join(answers)}")
        return [f"response {answers[rest.lower()]}"]

    def _quit(self, rest: str, ticket: Ticket) -> Iterable[str]:
        self.is_over = True
        return ()


def _type(key: str, option: Option, default: str) -> str:
    """The type of an option and its default, in UCI's words; it has none for fractions."""
    if option.kind == "flag":
        return f"check default {default}"
    if option.choices:
        words = option.choices if option.default else (_NONE, *option.choices)
        return " ".join([f"combo default {default or _NONE}", *(f"var {word}" for word in words)])
    if default and (option.kind == "whole" or key in _NAMES):
        return f"spin default {round(float(default))} min {option.least} max {option.most}"
    return f"string default {default or EMPTY}"
