"""A search from outside is checked before an engine uses it, as games and evaluations are.

It looks at positions of random games twice: in another process, uncompiled (`trial`), where it may hang or crash, then
here, compiled. What `search/base.py` promises of a search is looked at each time.
"""

import inspect
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from noughts.board import Game, Position
from noughts.conformance.discovery import in_users_words, is_in_users_file
from noughts.conformance.games import source_mark
from noughts.conformance.mistakes import why_not_compiled
from noughts.conformance.process import run_uncompiled
from noughts.errors import NoughtsError
from noughts.evals.zero import EVALUATION as ZERO
from noughts.kernel import cache
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.scores import MATE, MATE_RANGE, WON
from noughts.option import Option
from noughts.search.base import Bounds, Counters, Iteration, Line, Search, SearchSettings, StopSignal
from noughts.search.minimax import Minimax

_GAMES, _POSITIONS = 3, 4  # and so many positions of each
_NODES = 200
_FLAGS = ("uses_evaluation", "uses_table", "uses_threads", "is_exact", "ends_by_itself", "has_levels")
_passed: set[tuple[type[Search], str, str]] = set()

Record = list[list[int]]  # the moves that lead to each position


def check_once(kind: type[Search], game: Game, game_name: str, name: str) -> None:
    """Check a search in a game unless this very one has passed before; NoughtsError names the mistake.

    The names are what another process finds both by.
    """
    key = kind, game.name, game.rules.tag
    if UNCOMPILED or key in _passed:
        return  # uncompiled runs serve to find the mistake
    place = cache.folder()
    mark = f"{name} {kind.__qualname__} {game.name} {game.rules.tag}"
    file = place / f"search-{source_mark(mark, Path(inspect.getfile(kind)))}" if place is not None else None
    if file is None or cache.read_checked(file) is None:
        _check_again(kind, game, run_uncompiled(name, "noughts.conformance.uncompiled_search", game_name, name))
        if file is not None:
            cache.write_checked(file, kind.name.encode())
    _passed.add(key)


def trial(kind: type[Search], game: Game, still_alive: Callable[[], None]) -> Record:
    """Look at positions of random games; where they are, for `_check_again`."""
    _check_claims(kind)
    made = _made(kind, game)
    record = []
    for position in _positions(game, random.Random(1)):
        _examine(made, position, still_alive)
        record.append([move.code for move in position.move_stack])
    return record


def _check_again(kind: type[Search], game: Game, record: Record) -> None:
    """The same positions, in compiled code."""
    made = _made(kind, game)
    for codes in record:
        position = game.start()
        for code in codes:
            position.push(game.move_of(code))
        _examine(made, position, lambda: None)


def _check_claims(kind: type[Search]) -> None:
    """What a search says of itself."""
    if not isinstance(kind.name, str) or not re.fullmatch(r"[a-z][a-z0-9_]{0,23}", kind.name):
        raise NoughtsError(
            f"its name is {kind.name!r}; it must be up to 24 small letters, digits and _, as in my_search"
        )
    if not inspect.cleandoc(kind.__doc__ or ""):
        raise NoughtsError(f"{kind.__name__} has no docstring; its first line is what `noughts searches` shows")
    for name, option in kind.options.items():
        if not isinstance(option, Option) or not re.fullmatch(r"[a-z][a-z0-9_]*", str(name)):
            raise NoughtsError(f"its option {name!r} is {option!r}; it must be an Option, by a name in small letters")
    for flag in _FLAGS:
        if not isinstance(getattr(kind, flag), bool):
            raise NoughtsError(f"{flag} is {getattr(kind, flag)!r}; it must be True or False")
    if kind.has_levels and "noise" not in kind.options:
        raise NoughtsError("has_levels is True, but there is no option `noise`, by which levels misjudge")


def _made(kind: type[Search], game: Game) -> Search:
    try:
        return kind(game, _settings())
    except NoughtsError:
        raise
    except Exception as error:
        is_plain = is_in_users_file(error)
        raise NoughtsError(in_users_words(error) if is_plain else why_not_compiled(error, kind.name)) from error


def _settings() -> SearchSettings:
    return SearchSettings(ZERO, hash_mb=1, seed=1)


def _positions(game: Game, chance: random.Random) -> Iterator[Position]:
    """Positions of random games that are not over: starts, and some from all parts of a game."""
    for _ in range(_GAMES):
        position = game.start()
        while not position.is_game_over():
            position.push(chance.choice(position.legal_moves))
        for share in range(_POSITIONS):
            found = position.root()
            for move in position.move_stack[: share * len(position.move_stack) // _POSITIONS]:
                found.push(move)
            yield found


def _examine(search: Search, position: Position, still_alive: Callable[[], None]) -> None:
    """Look at a position in several ways: to a depth, by nodes, with several lines, stopped before it has begun."""
    for bounds in (Bounds(depth=1), Bounds(depth=1, lines=3), Bounds(nodes=_NODES)):
        still_alive()
        iterations = _iterations(search, position, bounds, StopSignal())
        for iteration in iterations:
            _check_iteration(iteration, position, bounds)
        if search.is_exact and bounds == Bounds(depth=1):
            _compare(iterations[-1], search, position, bounds)
    stopped = StopSignal()
    stopped.set()
    for iteration in _iterations(search, position, Bounds(), stopped):
        _check_iteration(iteration, position, Bounds())


def _iterations(search: Search, position: Position, bounds: Bounds, signal: StopSignal) -> list[Iteration]:
    before, text = position.copy(), position.text()
    try:
        found = list(search.iterate(position, bounds, signal))
    except Exception as error:
        raise NoughtsError(in_users_words(error)) from error
    if position != before or position.move_stack != before.move_stack:
        raise _wrong("iterate has changed the position; it must play on a copy", text)
    if not found:
        how = "stopped before it had begun" if signal.is_set else f"asked with {bounds}"
        raise _wrong(f"iterate gives no iteration, {how}; there must be one at least", text)
    return found


def _check_iteration(iteration: Any, position: Position, bounds: Bounds) -> None:
    text = position.text()
    if not isinstance(iteration, Iteration) or not isinstance(iteration.counters, Counters):
        raise _wrong(f"iterate gives {iteration!r}; it must be an Iteration with Counters", text)
    if not _is_whole(iteration.depth) or iteration.depth < 0:
        raise _wrong(f"an iteration's depth is {iteration.depth!r}; it must be a whole number, 0 or more", text)
    if not 1 <= len(iteration.lines) <= bounds.lines:
        raise _wrong(f"an iteration has {len(iteration.lines)} lines; 1 to {bounds.lines} were asked for", text)
    for line in iteration.lines:
        _check_line(line, position)
    if len({line.moves[0] for line in iteration.lines}) < len(iteration.lines):
        raise _wrong("two lines of an iteration begin with the same move", text)


def _check_line(line: Any, position: Position) -> None:
    text = position.text()
    if not isinstance(line, Line) or not _is_whole(line.value) or abs(line.value) > MATE:
        raise _wrong(f"a line is {line!r}; it must be a Line whose value is a whole number up to MATE", text)
    if not line.moves:
        raise _wrong("a line has no move", text)
    played = position.copy()
    for code in line.moves:
        if not _is_whole(code) or played.is_game_over() or code not in [move.code for move in played.legal_moves]:
            raise _wrong(f"a line has the move {code!r}, which is not legal there: {played.text()}", text)
        played.push(position.game.move_of(int(code)))
    plies = MATE - abs(line.value)
    if abs(line.value) > MATE_RANGE and abs(line.value) != WON and len(line.moves) >= plies:
        outcome = played.outcome()
        winner = position.turn if line.value > 0 else 1 - position.turn
        if len(line.moves) > plies or outcome is None or outcome.winner != winner:
            raise _wrong(f"a line's value is a mate in {plies} plies, but its moves do not lead to one", text)


def _compare(last: Iteration, search: Search, position: Position, bounds: Bounds) -> None:
    """An exact search has minimax's value."""
    *_, expected = Minimax(position.game, _settings()).iterate(position, bounds, StopSignal())
    if last.lines[0].value != expected.lines[0].value:
        raise _wrong(
            f"is_exact is True, but its value at depth 1 is {last.lines[0].value} and minimax's "
            f"{expected.lines[0].value}",
            position.text(),
        )


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _wrong(words: str, text: str) -> NoughtsError:
    return NoughtsError(f"{words} (in {text})")
