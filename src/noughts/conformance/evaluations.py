"""An evaluation from outside is checked before a search uses it, as games are.

It is run twice over the positions of random games: in another process, uncompiled (`trial`), where NumPy checks every
index, errors name the line and each promise of `kernel/evaluation.py` is looked at; then here, compiled. The values
must agree at every ply.
"""

import hashlib
import inspect
import random
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from noughts.board import Game
from noughts.conformance import process
from noughts.conformance.discovery import in_users_words
from noughts.conformance.mistakes import why_not_compiled
from noughts.conformance.process import run_uncompiled
from noughts.errors import NoughtsError
from noughts.kernel import cache
from noughts.kernel.brute_force import loses_at_once, wins_at_once
from noughts.kernel.contract import NO_MOVE, ONGOING, States, forced_moves, moves, outcome, threat_moves
from noughts.kernel.evaluation import (
    ALL_MOVES,
    ASK_GAME,
    LONGEST_VERDICT,
    LOST,
    ORDER_LIMIT,
    OTHERS_LOSE,
    THREATENED,
    THREATENING,
    Accumulators,
    Evaluation,
    Weights,
    is_pressed,
    without_pressure,
)
from noughts.kernel.fingerprint import file_hash, reach_hash, source_tag
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.scores import POINTS_LIMIT

_GAMES, _PLIES = 8, 250  # as many games as these allow, but one at least
_PLAYS = 2000  # about so many moves and replies are tried out at a position
_LEARNING = 20  # times longer than a call may learning take
_PARAMETERS = {"value": 4, "update": 5, "order": 7, "candidates": 7, "verdict": 4}
_UNWRITTEN = -(1 << 62)
# The content of a row before it is written: in a search whatever was there, but never the same.
_JUNK, _OTHER_JUNK = -1_234_567_890, 1_987_654_321
# In this process, by game and rules. An edited file gives another evaluation, and takes its marks with it.
_passed: weakref.WeakKeyDictionary[Evaluation, set[tuple[str, str]]] = weakref.WeakKeyDictionary()

Record = list[tuple[list[int], list[int]]]  # for each game its moves, and the values of the positions before them


def check_once(evaluation: Evaluation, game: Game, game_name: str, name: str, source: Path | None) -> None:
    """Check an evaluation in a game unless this very one has passed before; NoughtsError names the mistake.

    The names are what another process finds both by; an evaluation without one is the game's own. The source is the
    file that it was found in, None for an installed one.
    """
    passed = _passed.setdefault(evaluation, set())
    if UNCOMPILED or (game.name, game.rules.tag) in passed:
        return  # uncompiled runs serve to find the mistake
    _check(evaluation, game, game_name, name, source)
    passed.add((game.name, game.rules.tag))


def _check(evaluation: Evaluation, game: Game, game_name: str, name: str, source: Path | None) -> None:
    for function in _functions(evaluation, game).values():
        if not hasattr(function, "py_func"):
            raise NoughtsError(f"{_where(function)}: it must be marked as @compiled")
    place = cache.folder()
    mark = place / _mark(evaluation, game, source) if place is not None else None
    if mark is not None and cache.read_checked(mark) is not None:
        return
    asked_for = name or game_name
    replay(evaluation, game, run_uncompiled(asked_for, "noughts.conformance.uncompiled_evaluation", game_name, name))
    if mark is not None:
        cache.write_checked(mark, evaluation.name.encode())


def _functions(evaluation: Evaluation, game: Game) -> dict[str, Callable[..., Any]]:
    given = evaluation.functions_for(game.rules)
    return {name: function for name, function in given.items() if function is not None}


def _plain(functions: dict[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """The same functions as plain Python."""
    return {name: getattr(function, "py_func", function) for name, function in functions.items()}


def _mark(evaluation: Evaluation, game: Game, source: Path | None) -> str:
    """A name that changes with every edit of evaluation, game and checks, and with weights and options."""
    held = (evaluation.name, evaluation.accumulator_size, evaluation.spread, list(evaluation.options.items()))
    functions = _plain(_functions(evaluation, game)).values()
    reached = reach_hash([*functions, *game.rules.functions.values()])
    sources = (
        [_where(function) for function in functions],
        source_tag(*functions),
        source and file_hash(source),
        reached,
    )
    digest = hashlib.sha256(repr((held, sources, game.name, game.rules.tag)).encode())
    digest.update(_weights(evaluation, game).tobytes())
    for path in (Path(__file__), Path(process.__file__)):
        digest.update(path.read_bytes())
    return f"evaluation-conforms-{digest.hexdigest()[:24]}"


def _weights(evaluation: Evaluation, game: Game) -> Weights:
    try:
        return evaluation.weights_for(game)
    except (Exception, SystemExit) as error:
        raise NoughtsError(in_users_words(error)) from error


def replay(evaluation: Evaluation, game: Game, record: Record) -> None:
    """Evaluate recorded games in compiled code: no value may differ."""
    try:
        compiled = evaluation.for_rules(game.rules, game.name)
    except Exception as error:
        raise NoughtsError(why_not_compiled(error, f"the evaluation {evaluation.name}")) from error
    weights = _weights(evaluation, game)
    for played, values in record:
        states, accumulators = _arrays(evaluation, game, len(played))
        for ply, (move, expected) in enumerate(zip(played, values, strict=True)):
            compiled.call_update(states, ply, played[ply - 1] if ply else NO_MOVE, weights, accumulators)
            found = int(compiled.call_value(states, ply, weights, accumulators))
            if found != expected:
                raise NoughtsError(
                    f"the evaluation {evaluation.name}: compiled it says {found}, uncompiled {expected}, of "
                    f"{game.write_position(states[ply])}; are all integer constants of the right type?"
                )
            _play_on(game, states, ply, move)


def trial(evaluation: Evaluation, game: Game, still_alive: Callable[..., None] = lambda patience=1: None) -> Record:
    """Evaluate random games as plain Python, looking at everything that the contract promises."""
    functions = _plain(_functions(evaluation, game))
    for name, function in functions.items():
        if len(inspect.signature(function).parameters) != _PARAMETERS[name]:
            raise NoughtsError(f"{_where(function)}: it must have {_PARAMETERS[name]} parameters")
    if not 1 <= evaluation.spread <= POINTS_LIMIT:
        found = f"the evaluation {evaluation.name}: spread is {evaluation.spread}"
        raise NoughtsError(f"{found}; it must be 1 or more, up to {POINTS_LIMIT}")
    still_alive(_LEARNING)
    watched = _Watched(functions, _weights(evaluation, game), still_alive)
    record: Record = []
    for played in _random_games(game, still_alive):
        values = []
        states, accumulators = _arrays(evaluation, game, len(played))
        for ply, move in enumerate(played):
            watched.update(states, ply, played[ply - 1] if ply else NO_MOVE, accumulators)
            kept = accumulators.copy()
            values.append(watched.value(states, ply, accumulators))
            # Where a search ends there is no row and no state after this one.
            again = watched.value(states[: ply + 1], ply, kept[: ply + 1])
            _agree(functions["value"], values[-1], again, "asked twice, with room for a move and without, it says")
            anew = np.full_like(accumulators, _OTHER_JUNK)
            watched.update(states, ply, NO_MOVE, anew)
            counted = watched.value(states, ply, anew)
            _agree(functions["update"], values[-1], counted, "move by move, and counted from nothing, the value is")
            scores = watched.order(game, states, ply, kept)
            if "candidates" in functions:
                watched.candidates(game, states, ply, kept, scores)
            watched.verdict(game, states, ply, kept)
            _play_on(game, states, ply, move)
        record.append((played, values))
    return record


class _Watched:
    """An evaluation's functions, called so that whatever they must not do is noticed."""

    def __init__(
        self, functions: dict[str, Callable[..., Any]], weights: Weights, still_alive: Callable[..., None]
    ) -> None:
        self._functions, self._weights, self._still_alive = functions, weights, still_alive

    def value(self, states: States, ply: int, accumulators: Accumulators) -> int:
        found = self._call("value", states, ply, (), accumulators)
        if isinstance(found, bool | np.bool_) or not isinstance(found, int | np.integer):
            raise NoughtsError(f"{_where(self._functions['value'])}: it returned {found!r}; it must be an integer")
        if abs(int(found)) > POINTS_LIMIT:
            limit = f"{-POINTS_LIMIT:,} to {POINTS_LIMIT:,}"
            raise NoughtsError(f"{_where(self._functions['value'])}: it returned {found}; values go from {limit}")
        return int(found)

    def update(self, states: States, ply: int, move: int, accumulators: Accumulators) -> None:
        self._call("update", states, ply, (move,), accumulators)

    def order(self, game: Game, states: States, ply: int, accumulators: Accumulators) -> dict[int, int]:
        out = game.new_moves()
        legal = out[: int(moves(states[ply], out))].copy()
        scores = np.full(len(legal), _UNWRITTEN, np.int64)
        given = legal.copy()
        self._call("order", states, ply, (given, len(legal), scores), accumulators)
        where = _where(self._functions["order"])
        if (given != legal).any():
            raise NoughtsError(f"{where}: it changed the moves; only the scores are its to write")
        for move, score in zip(legal, scores, strict=True):
            if score == _UNWRITTEN:
                raise NoughtsError(f"{where}: it wrote no score for {game.moves[int(move)]}")
            if score > ORDER_LIMIT:
                raise NoughtsError(f"{where}: the score of {game.moves[int(move)]} is {score}, above {ORDER_LIMIT}")
        return dict(zip(legal.tolist(), scores.tolist(), strict=True))

    def candidates(
        self, game: Game, states: States, ply: int, accumulators: Accumulators, ordered: dict[int, int]
    ) -> None:
        """Whatever is listed must be what `order` keeps, with the same scores; of threats, some that the game has."""
        if self._call("verdict", states, ply, (), accumulators) != THREATENED:
            listed, others_lose = self._listed(game, states, ply, accumulators, False)
            kept = {move: score for move, score in ordered.items() if score >= 0}
            if listed is not None and listed != kept:
                raise NoughtsError(f"{self._at(game, states, ply)} it listed {listed}; `order` keeps {kept}")
            if others_lose and any(score < 0 and score != LOST for score in ordered.values()):
                raise NoughtsError(f"{self._at(game, states, ply)} all others lose, it said; `order` does not say so")
        else:
            forced = game.new_moves()
            count = int(forced_moves(states[ply], forced))
            listed, _ = self._listed(game, states, ply, accumulators, False)
            if listed is None or list(listed) != forced[:count].tolist():
                raise NoughtsError(f"{self._at(game, states, ply)} it listed {listed}; there is one reply")
        if "threat_moves" in game.rules.functions:
            threats = game.new_moves()
            known = threats[: int(threat_moves(states[ply], threats))].tolist()
            listed, _ = self._listed(game, states, ply, accumulators, True)
            if not set(listed or ()) <= set(known):
                raise NoughtsError(f"{self._at(game, states, ply)} it listed {listed}; the threats are {known}")

    def _listed(
        self, game: Game, states: States, ply: int, accumulators: Accumulators, only_threats: bool
    ) -> tuple[dict[int, int] | None, bool]:
        listed, scores = game.new_moves(2)
        found = self._call("candidates", states, ply, (listed, scores), accumulators, only_threats)
        if isinstance(found, bool | np.bool_) or not isinstance(found, int | np.integer):
            raise NoughtsError(f"{self._at(game, states, ply)} it returned {found!r}; it must be an integer")
        if found == ALL_MOVES:
            return None, False
        others_lose, count = divmod(int(found), OTHERS_LOSE)
        if others_lose not in (0, 1) or count > game.move_codes:
            raise NoughtsError(
                f"{self._at(game, states, ply)} it returned {found}; it must be a number of legal moves or ALL_MOVES"
            )
        return dict(zip(listed[:count].tolist(), scores[:count].tolist(), strict=True)), bool(others_lose)

    def _at(self, game: Game, states: States, ply: int) -> str:
        return f"{_where(self._functions['candidates'])}: of {game.write_position(states[ply])}"

    def verdict(self, game: Game, states: States, ply: int, accumulators: Accumulators) -> None:
        """Check claims that two plies can show; longer ones are the author's."""
        found = self._call("verdict", states, ply, (), accumulators)
        where = f"{_where(self._functions['verdict'])}: it returned {found!r}"
        if isinstance(found, bool | np.bool_) or not isinstance(found, int | np.integer):
            raise NoughtsError(f"{where}; it must be an integer")
        certain = without_pressure(int(found))
        if certain == ASK_GAME:
            return
        is_word = certain == THREATENING or (certain == THREATENED and not is_pressed(int(found)))
        if abs(certain) >= LONGEST_VERDICT and not is_word:
            raise NoughtsError(f"{where}; it must be fewer than {LONGEST_VERDICT} plies or a word of its contract")
        room, (legal, replies) = game.new_states(3), game.new_moves(2)
        room[:1] = states[ply : ply + 1]
        n, text = int(moves(room[0], legal)), game.write_position(states[ply])
        wins = [game.moves[int(move)] for move in legal[:n] if wins_at_once(room, 0, int(move))]
        if wins and certain != 1:
            raise NoughtsError(f"{where} of {text}, where {wins[0]} wins at once")
        if certain == 1 and not wins:
            raise NoughtsError(f"{where} of {text}, where no move wins at once")
        if n * n > _PLAYS or certain not in (-1, -2, THREATENED):
            return
        self._still_alive()
        safe = [game.moves[int(move)] for move in legal[:n] if not loses_at_once(room, 0, int(move), replies)]
        if certain < 0 and safe:
            raise NoughtsError(f"{where} of {text}, where {safe[0]} does not lose within two plies")
        if certain == THREATENED and len(safe) != 1:
            raise NoughtsError(f"{where} of {text}, where {len(safe)} moves do not lose at once; it must be one")

    def _call(
        self,
        name: str,
        states: States,
        ply: int,
        given: tuple[Any, ...],
        accumulators: Accumulators,
        *last: bool,
    ) -> Any:
        function = self._functions[name]
        before = states[: ply + 1].tobytes(), self._weights.tobytes(), _others(accumulators, ply)
        self._still_alive()
        try:
            found = function(states, ply, *given, self._weights, accumulators, *last)
        except (Exception, SystemExit) as error:
            raise NoughtsError(in_users_words(error)) from error
        after = states[: ply + 1].tobytes(), self._weights.tobytes(), _others(accumulators, ply)
        for what, old, new in zip(("a state", "the weights", "another ply's accumulators"), before, after, strict=True):
            if old != new:
                raise NoughtsError(
                    f"{_where(function)}: it changed {what}; it may write to its own row of accumulators alone, "
                    "and play on in states[ply + 1]"
                )
        return found


def _others(accumulators: Accumulators, ply: int) -> bytes:
    return accumulators[:ply].tobytes() + accumulators[ply + 1 :].tobytes()


def _agree(function: Callable[..., Any], found: int, again: int, what: str) -> None:
    if found != again:
        raise NoughtsError(f"{_where(function)}: {what} {found} and {again}")


def _where(function: Callable[..., Any]) -> str:
    code = function.__code__
    return f"{Path(code.co_filename).name}, line {code.co_firstlineno}, in {function.__name__}"


def _random_games(game: Game, still_alive: Callable[..., None]) -> Iterator[list[int]]:
    chance, plies = random.Random(1), 0
    for _ in range(_GAMES):
        position = game.start()
        while not position.is_game_over():
            still_alive()
            position.push(chance.choice(position.legal_moves))
        yield [move.code for move in position.move_stack]
        plies += len(position.move_stack)
        if plies >= _PLIES:
            return


def _arrays(evaluation: Evaluation, game: Game, plies: int) -> tuple[States, Accumulators]:
    """The arrays of a search that looks as far, with not an entry more: NumPy finds writes beyond them."""
    states = game.new_states(plies + 1)
    states[:1] = game.start().states[:1]
    assert outcome(states[0]) == ONGOING
    return states, np.full((plies + 1, evaluation.row_size(game.move_codes)), _JUNK, np.int32)


def _play_on(game: Game, states: States, ply: int, move: int) -> None:
    states[ply + 1] = states[ply]
    game.rules.function("play")(states[ply + 1], move)
