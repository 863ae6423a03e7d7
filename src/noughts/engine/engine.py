"""The engine: a search or a player by name, limits and clocks, and one move or an analysis as the answer."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import Any, overload

from noughts.board import EMPTY, Game, Position
from noughts.engine.analysis import Analysis
from noughts.engine.engine_text import DEFAULT_NAME, EngineSettings
from noughts.engine.limit import Limit
from noughts.engine.perfect_play import is_near_the_end, is_solvable, perfected, solved, solver_parts
from noughts.engine.players.base import Configuration
from noughts.engine.results import Result, results_of, unsearched
from noughts.engine.score import Score
from noughts.engine.static_value import static_value
from noughts.engine.thinking_time import Pace, thinking_time
from noughts.errors import NoughtsError
from noughts.kernel.compiling import Part, collected_parts, compile_parts
from noughts.kernel.evaluation import Evaluation
from noughts.kernel.gathering import gather_part
from noughts.kernel.interruptible import run_interruptibly
from noughts.kernel.looking import look_part
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.scores import MATE
from noughts.kernel.stepping import step_part
from noughts.registry import fitting_evaluation, is_evaluation_file, search_class
from noughts.search.base import Bounds, Search, SearchSettings, StopSignal
from noughts.system.alarm import Alarm, after

DEFAULT_TIME = 1.0
_SHARE_OF_SOLVING = 0.5  # of the time for a move; the rest is for the search
_TURN_SLICE = 0.02  # seconds after which a search that waits for its turn looks whether it was stopped


class Engine:
    """Finds moves. Without a name it is the strongest that there is, at one of its levels if `level` names one.

    >>> import noughts
    >>> engine = noughts.Engine(level="hard")
    >>> position = noughts.game("tictactoe").position("XX./OO./... X")
    >>> result = engine.play(position)
    >>> str(result.move), str(result.score)
    ('c3', 'mate in 1')

    The name may be any search's, with `eval` and the search's options, or a player's, with its settings. Everything may
    also stand in one text, which counts before arguments beside it: `Engine("alphabeta:eval=pascal,depth=4")`.
    `noughts/engine/engine_text.py` tells all of it, and how limits combine.

    With a seed, one thread and no clock it always plays the same. An engine that is pickled arrives with its settings,
    and nothing that it has seen.
    """

    def __init__(
        self,
        name: str = DEFAULT_NAME,
        *,
        level: str | None = None,
        eval: str | None = None,
        threads: int = 1,
        hash_mb: float = 64,
        seed: int | None = None,
        limit: Limit | None = None,
        **options: Any,
    ) -> None:
        beside = {"level": level, "eval": eval, "threads": threads, "hash_mb": hash_mb, "seed": seed, **options}
        self._made_of = name, limit, beside
        self.settings = EngineSettings.read(name, beside, limit)
        self._chance = random.Random(self.settings.seed)  # of players' habits
        self._searches: dict[tuple[Any, ...], Search] = {}
        self._signals: set[StopSignal] = set()
        self._searching, self._preparing = threading.Lock(), threading.Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        return _engine, self._made_of

    def check(self, game: Game) -> None:
        """Raise NoughtsError if this engine cannot play the game."""
        self.settings.check(game)

    def prepare(self, game: Game) -> None:
        """Compile, or load, whatever it takes to play the game: the first move then waits for nothing."""
        self.check(game)
        self._search(game, self.configuration(game.start()))

    def parts(self, game: Game) -> list[Part]:
        """The parts to compile or load for a game, as far as they are known before any of them is."""
        self.check(game)
        configuration = self.configuration(game.start())
        evaluation = fitting_evaluation(game, configuration.evaluation)
        parts = _parts(game, *self._search_settings(configuration, evaluation))
        if configuration.solves and is_solvable(game):
            parts += solver_parts(game)
        return parts if UNCOMPILED else [*parts, look_part(game.rules, game.name)]

    def play(
        self, position: Position, limit: Limit | None = None, on_iteration: Callable[[Result], None] | None = None
    ) -> Result:
        """The move to play. One legal move, or no time at all, is answered at once.

        `on_iteration` is called with what has been found so far, from the thread that searches.
        """
        configuration = self._configured(position, limit)
        quick = self._without_thinking(position, configuration)
        return quick or self._last(position, configuration, 1, on_iteration)[0]

    def playing(self, position: Position, limit: Limit | None = None) -> Analysis[Result]:
        """`play` to watch: an analysis whose last result has the move to play."""
        searched, configuration = position.copy(), self._configured(position, limit)
        quick = self._without_thinking(position, configuration)
        if quick is not None:
            return Analysis(lambda signal: iter([quick]))
        return Analysis(lambda signal: (found[0] for found in self._results(searched, configuration, 1, signal)))

    @overload
    def analyse(self, position: Position, limit: Limit | None = None, multipv: None = None) -> Result: ...

    @overload
    def analyse(self, position: Position, limit: Limit | None = None, *, multipv: int) -> list[Result]: ...

    @overload
    def analyse(self, position: Position, limit: Limit | None, multipv: int) -> list[Result]: ...

    def analyse(
        self, position: Position, limit: Limit | None = None, multipv: int | None = None
    ) -> Result | list[Result]:
        """The result of a whole search; with `multipv` a list of the best moves' results, best first.

        It is what `play` comes to, but the only legal move is searched as well, for its value; of several moves a
        level overlooks none. What the player does without searching is the only result.
        """
        configuration, lines = self._configured(position, limit), _lines(multipv)
        quick = self.without_searching(position, configuration)
        results = [quick] if quick else self._last(position, configuration, lines)
        return results[0] if multipv is None else results

    @overload
    def analysis(self, position: Position, limit: Limit | None = None, multipv: None = None) -> Analysis[Result]: ...

    @overload
    def analysis(self, position: Position, limit: Limit | None = None, *, multipv: int) -> Analysis[list[Result]]: ...

    @overload
    def analysis(self, position: Position, limit: Limit | None, multipv: int) -> Analysis[list[Result]]: ...

    def analysis(
        self, position: Position, limit: Limit | None = None, multipv: int | None = None
    ) -> Analysis[Result] | Analysis[list[Result]]:
        """`analyse` to watch: iterate over it for one result (or list) an iteration; `stop` it from any thread."""
        searched, configuration, lines = position.copy(), self._configured(position, limit), _lines(multipv)
        quick = self.without_searching(position, configuration)

        def several(signal: StopSignal) -> Iterator[list[Result]]:
            return iter([[quick]]) if quick else self._results(searched, configuration, lines, signal)

        if multipv is not None:
            return Analysis(several)
        return Analysis(lambda signal: (results[0] for results in several(signal)))

    def evaluate(self, position: Position) -> Score:
        """The static value: what its evaluation says of the position itself, without looking ahead.

        >>> import noughts
        >>> position = noughts.game("tictactoe").position("XX./O../.O. X")
        >>> str(noughts.Engine(eval="pascal").evaluate(position))
        '+2.00'
        """
        if position.is_game_over():
            raise NoughtsError(f"the game is over ({position.outcome()}): it has an outcome, and no static value")
        return static_value(position, fitting_evaluation(position.game, self.configuration(position).evaluation))

    def stop(self) -> None:
        """Break off the searches under way, from any thread: their answers come at once."""
        for signal in list(self._signals):
            signal.set()

    def close(self) -> None:
        """Break off, for good: what foreign players need as well, which are processes (`noughts.arena`)."""
        self.stop()

    def _last(
        self,
        position: Position,
        configuration: Configuration,
        lines: int,
        on_iteration: Callable[[Result], None] | None = None,
    ) -> list[Result]:
        signal = StopSignal()

        def work() -> list[Result]:
            found: list[Result] = []
            # Closed whatever happens: where `on_iteration` raises, its other threads would search on.
            with contextlib.closing(self._results(position, configuration, lines, signal)) as iterations:
                for found in iterations:
                    if on_iteration is not None:
                        on_iteration(found[0])
            return found

        return run_interruptibly(work, on_interrupt=signal.set)

    def _results(
        self, position: Position, configuration: Configuration, lines: int, signal: StopSignal
    ) -> Generator[list[Result], None, None]:
        """Search with the clock running; one search at a time, as they share their memory."""
        limit = configuration.limit
        self._signals.add(signal)
        alarm: Alarm | None = None
        has_turn = False
        try:
            while not (has_turn := self._searching.acquire(timeout=_TURN_SLICE)):
                if signal.is_set:  # while another search was under way: this one knows no more than the legal moves
                    yield [unsearched(position, position.legal_moves[0])]
                    return
            is_solved = lines == 1 and self._is_solved(position, configuration)
            search = self._search(position.game, configuration)
            clock = time.perf_counter()
            times = thinking_time(limit, position.turn, lambda: _plies_left(position))
            pace = Pace(times, search.settings.evaluation.spread)
            if times.hard is not None:
                alarm = after(times.hard, signal.set)

            def searched() -> Iterator[list[Result]]:
                for iteration in search.iterate(position, Bounds(limit.depth, limit.nodes, lines), signal):
                    yield results_of(position, iteration, time.perf_counter() - clock)
                    if pace.is_enough(iteration.lines[0].moves[0], iteration.lines[0].value):
                        return

            known = solved(position, times.hard and times.hard * _SHARE_OF_SOLVING, signal) if is_solved else None
            if known is None:
                yield from searched()
            else:
                yield from ([result] for result in perfected(known, (found[0] for found in searched()), signal))
        finally:
            self._signals.discard(signal)
            if alarm is not None:
                alarm.call_off()
            if has_turn:
                self._searching.release()

    def _is_solved(self, position: Position, configuration: Configuration) -> bool:
        """Whether the solver is asked: near the end, where nothing but time limits the search.

        If it has still to be compiled, that waits until an engine has moved once and no clock runs: a move never waits
        for two compilers at once.
        """
        limit = configuration.limit
        if not configuration.solves or not limit.depth is limit.nodes is None or not is_near_the_end(position):
            return False
        parts = solver_parts(position.game)
        if all(part.is_kept for part in parts):
            return True
        if limit.clock(position.turn)[0] is not None or not any(key[0] is position.game for key in self._searches):
            return False
        compile_parts(parts)
        return True

    def _configured(self, position: Position, limit: Limit | None) -> Configuration:
        """The configuration for a position. A search that would never end gets a second."""
        if position.is_game_over():
            raise NoughtsError(f"the game is over ({position.outcome()}): there is no move to find")
        self.check(position.game)
        configuration = self.configuration(position)
        allowed = configuration.limit.updated(limit).within(configuration.cap)
        if allowed.is_endless(position.turn) and not search_class(configuration.search).ends_by_itself:
            allowed = replace(allowed, time=DEFAULT_TIME)
        return configuration if allowed is configuration.limit else replace(configuration, limit=allowed)

    def configuration(self, position: Position) -> Configuration:
        """The player's own configuration for a position, with what the settings replace in it."""
        settings = self.settings
        configuration = settings.habits.added_to(settings.player.configure(position), position)
        evaluation = settings.eval or configuration.evaluation
        limit = configuration.limit.updated(settings.limit)
        if evaluation == configuration.evaluation and limit is configuration.limit:
            return configuration
        return replace(configuration, evaluation=evaluation, limit=limit)

    def _without_thinking(self, position: Position, configuration: Configuration) -> Result | None:
        """A move played at once: the only one, any where there is no time, a player's habits."""
        legal = position.legal_moves
        if len(legal) == 1 or configuration.limit.time == 0:
            return unsearched(position, legal[0])
        return self.without_searching(position, configuration)

    def without_searching(self, position: Position, configuration: Configuration) -> Result | None:
        """A move by the player's habits: a random opening, a win in one."""
        if configuration.random_opening and all(cell.content == EMPTY for cell in position.view().cells):
            return unsearched(position, self._chance.choice(position.legal_moves))
        if configuration.immediate_win:
            for move in position.legal_moves:
                after = position.copy()
                after.push(move)
                outcome = after.outcome()
                if outcome is not None and outcome.winner == position.turn:
                    return unsearched(position, move, MATE - 1)
        return None

    def _search(self, game: Game, configuration: Configuration) -> Search:
        """The search for a game, made once; making it compiles all that it will call."""
        key: tuple[Any, ...] = (game, configuration.search, configuration.evaluation, *configuration.options.items())
        named = configuration.evaluation
        found = None
        if named is not None and is_evaluation_file(named):  # by the function too: an edited file has the same name
            found = fitting_evaluation(game, named)
            key += (found.value_for(game.rules),)
        made = self._searches.get(key)
        if made is not None:
            return made
        with self._preparing:
            if key not in self._searches:
                evaluation = found or fitting_evaluation(game, named)
                kind, settings = self._search_settings(configuration, evaluation)
                compile_parts(_parts(game, kind, settings))
                self._searches[key] = kind(game, settings)
            return self._searches[key]

    def _search_settings(self, configuration: Configuration, found: Evaluation) -> tuple[type[Search], SearchSettings]:
        kind, settings = search_class(configuration.search), self.settings
        settings.check_threads(kind)
        options = kind.read_options(configuration.options)
        return kind, SearchSettings(found, settings.hash_mb, settings.search_threads, settings.seed, options)


def _parts(game: Game, kind: type[Search], settings: SearchSettings) -> list[Part]:
    """The parts to compile for a search of a game and for its rules, as far as they are known before any of them is."""
    if UNCOMPILED:
        return []
    with collected_parts() as parts:
        kind(game, replace(settings, hash_mb=0, threads=1))
    return [gather_part(), step_part(game.rules, game.name), *parts]


def _engine(name: str, limit: Limit | None, beside: dict[str, Any]) -> Engine:
    return Engine(name, limit=limit, **beside)


def _plies_left(position: Position) -> int:
    return int(position.game.rules.function("plies_left")(position.states[0]))


def _lines(multipv: int | None) -> int:
    if multipv is None:
        return 1
    if not isinstance(multipv, int) or isinstance(multipv, bool) or multipv < 1:
        raise NoughtsError(f"multipv is {multipv!r}; it must be 1 or more")
    return multipv
