"""The engine: a search or a player by name, limits and clocks, and one move or an analysis as the answer."""

from __future__ import annotations

import queue
import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from noughts.board import EMPTY, Game, Move, Position
from noughts.errors import NoughtsError
from noughts.kernel.interruptible import run_interruptibly
from noughts.kernel.scores import MATE
from noughts.levels import LEVELS, Level
from noughts.levels import level as find_level
from noughts.limit import Limit
from noughts.players.base import Configuration, Player
from noughts.players.report004 import depth_by_formula
from noughts.registry import evaluation, fitting_evaluation, player_class, search_class
from noughts.score import Score
from noughts.search.base import Bounds, Counters, Iteration, Search, SearchSettings, StopSignal, read_option
from noughts.static_value import static_value

DEFAULT_TIME = 1.0


@dataclass(frozen=True)
class Stats(Counters):
    """What a search did and how long it took."""

    depth: int = 0
    time: float = 0.0
    nodes_per_second: int = 0


@dataclass(frozen=True)
class Result:
    """A move with its score, from the view of the side to move, and the line that it expects."""

    move: Move
    score: Score
    pv: list[Move]
    stats: Stats


class Engine:
    """Finds moves. Without a name it is the strongest that there is, at one of its levels if `level` names one.

    >>> import noughts
    >>> engine = noughts.Engine(level="hard")
    >>> position = noughts.game("tictactoe").position("XX./OO./... X")
    >>> result = engine.play(position)
    >>> str(result.move), str(result.score)
    ('c3', 'mate in 1')

    The name may be any search's, with `eval` and the search's options, or a player's, with its settings. Options of
    the reports that any search takes: `immediate_win` plays a win in one without searching, `random_opening` any first
    move on an empty board, `depth_formula=L` looks L plies ahead and more as the board fills (report 004).

    Everything may also stand in one text: `Engine("alphabeta:eval=pascal,depth=4")`. With a seed, one thread and no
    clock it always plays the same.
    """

    def __init__(
        self,
        name: str = "noughts",
        *,
        level: str | None = None,
        eval: str | None = None,
        threads: int = 1,
        hash_mb: float = 64,
        seed: int | None = None,
        limit: Limit | None = None,
        **options: Any,
    ) -> None:
        self.name, given = _read_spec(name)
        given |= options
        self.eval = given.pop("eval", eval)
        self.threads = _number("threads", given.pop("threads", threads), 1, 64)
        self.hash_mb = _number("hash_mb", given.pop("hash_mb", hash_mb), 0, 65536, float)
        self.seed = given.pop("seed", seed)
        if self.seed is not None:
            self.seed = _number("seed", self.seed, 0, 2**62)
        self.level = self._read_level(given.pop("level", level), given)
        own = {key: _number(key, given.pop(key), 0, 1e15, kind) for key, kind in _LIMITS.items() if key in given}
        self.limit = limit or Limit(**own).or_else(self.level.limit if self.level else Limit())
        self.immediate_win = read_option("immediate_win", given.pop("immediate_win", False), False)
        self.random_opening = read_option("random_opening", given.pop("random_opening", False), False)
        self.depth_formula = _number("depth_formula", given.pop("depth_formula", 0), 0, 100)
        self.player: Player | None = None
        self._options: dict[str, Any] = {}
        found = player_class(self.name)
        if found is not None:
            self.player = found(**given)
        else:
            self._options = search_class(self.name).read_options(given)
        if self.eval is not None:
            evaluation(self.eval)
        self._chance = random.Random(self.seed)
        self._searches: dict[tuple[Any, ...], Search] = {}
        self._signals: set[StopSignal] = set()
        self._lock = threading.Lock()

    def _read_level(self, name: str | None, given: dict[str, Any]) -> Level | None:
        """The level, its settings put among those that were given; players of reports have levels of their own."""
        if name is None:
            return None
        if player_class(self.name) is not None:
            given["level"] = name
            return None
        if self.name != "noughts":
            raise NoughtsError(f"{self.name} has no levels; noughts has {', '.join(LEVELS)}")
        found = find_level(name)
        given.setdefault("noise", found.noise)
        return found

    def play(
        self, position: Position, limit: Limit | None = None, on_iteration: Callable[[Result], None] | None = None
    ) -> Result:
        """The move to play. One legal move, or no time at all, is answered at once.

        `on_iteration` is called with what has been found so far, from the thread that searches.
        """
        configuration = self._configure(position)
        quick = self._without_searching(position, configuration, self._limit(configuration, limit))
        return quick or self._last(position, configuration, limit, None, on_iteration)[0]

    def analyse(self, position: Position, limit: Limit | None = None, multipv: int | None = None) -> Any:
        """The result of a whole search; with `multipv` a list of the best moves' results, best first."""
        results = self._last(position, self._configure(position), limit, multipv)
        return results if multipv is not None else results[0]

    def analysis(self, position: Position, limit: Limit | None = None, multipv: int | None = None) -> Analysis:
        """A search to watch: iterate over it for one result (or list) an iteration; `stop` it from any thread."""
        return Analysis(self, position, self._configure(position), limit, multipv)

    def evaluate(self, position: Position) -> Score:
        """The static value: what its evaluation says of the position itself, without looking ahead.

        >>> import noughts
        >>> position = noughts.game("tictactoe").position("XX./O../.O. X")
        >>> str(noughts.Engine(eval="pascal").evaluate(position))
        '+2.00'
        """
        if position.is_game_over():
            raise NoughtsError(f"the game is over ({position.outcome()}): it has an outcome, and no static value")
        return static_value(position, fitting_evaluation(position.game, self._configure(position).evaluation))

    def check(self, game: Game) -> None:
        """Raise NoughtsError if this engine cannot play the game."""
        if self.player is not None and not self.player.plays(game):
            raise NoughtsError(f"{self.name} does not play {game.name}")
        if self.eval is not None:
            fitting_evaluation(game, self.eval)
        if self.threads > 1 and self.player is None:
            self._check_threads(search_class(self.name))

    def stop(self) -> None:
        """Break off what is under way, from any thread: its answer comes at once."""
        for signal in list(self._signals):
            signal.set()

    def _last(
        self,
        position: Position,
        configuration: Configuration,
        limit: Limit | None,
        multipv: int | None,
        on_iteration: Callable[[Result], None] | None = None,
    ) -> list[Result]:
        signal = StopSignal()

        def work() -> list[Result]:
            found: list[Result] = []
            for iteration in self._iterate(position, configuration, limit, multipv, signal):
                found = _results(position, *iteration)
                if on_iteration is not None:
                    on_iteration(found[0])
            return found

        return run_interruptibly(work, on_interrupt=signal.set)

    def _iterate(
        self,
        position: Position,
        configuration: Configuration,
        limit: Limit | None,
        multipv: int | None,
        signal: StopSignal,
    ) -> Iterator[tuple[Iteration, float]]:
        """Search with the clock running; one search at a time, as they share their memory."""
        if multipv is not None and multipv < 1:
            raise NoughtsError(f"multipv is {multipv}; it must be 1 or more")
        allowed = self._limit(configuration, limit)
        bounds = Bounds(allowed.depth, allowed.nodes, multipv or 1)
        self._signals.add(signal)
        timer: threading.Timer | None = None
        try:
            with self._lock:
                search = self._search(position.game, configuration)
                clock = time.perf_counter()
                if allowed.time is not None:
                    timer = threading.Timer(allowed.time, signal.set)
                    timer.daemon = True
                    timer.start()
                for iteration in search.iterate(position, bounds, signal):
                    yield iteration, time.perf_counter() - clock
        finally:
            self._signals.discard(signal)
            if timer is not None:
                timer.cancel()

    def _configure(self, position: Position) -> Configuration:
        if position.is_game_over():
            raise NoughtsError(f"the game is over ({position.outcome()}): there is no move to find")
        if self.player is None:
            return self._configure_search(position)
        self.check(position.game)
        configuration = self.player.configure(position)
        return replace(
            configuration,
            evaluation=self.eval or configuration.evaluation,
            limit=self.limit.or_else(configuration.limit),
            immediate_win=self.immediate_win or configuration.immediate_win,
            random_opening=self.random_opening or configuration.random_opening,
        )

    def _configure_search(self, position: Position) -> Configuration:
        limit = self.limit
        if self.depth_formula:
            empty = sum(cell.content == EMPTY for cell in position.view().cells)
            limit = replace(limit, depth=depth_by_formula(empty, self.depth_formula))
        return Configuration(
            self.name,
            self.eval,
            self._options,
            limit,
            immediate_win=self.immediate_win,
            random_opening=self.random_opening,
        )

    def _limit(self, configuration: Configuration, limit: Limit | None) -> Limit:
        """The limit given, or the engine's or player's own; a search that would never end gets a second."""
        allowed = (limit or Limit()).or_else(configuration.limit)
        endless = allowed == Limit() and configuration.search not in _ENDING
        return Limit(time=DEFAULT_TIME) if endless else allowed

    def _without_searching(self, position: Position, configuration: Configuration, limit: Limit) -> Result | None:
        legal = position.legal_moves
        if len(legal) == 1 or limit.time == 0:
            return _plain(position, legal[0], 0)
        if self.level is not None and self._chance.random() < self.level.whims:
            return _plain(position, self._chance.choice(legal), 0)
        if configuration.random_opening and all(cell.content == EMPTY for cell in position.view().cells):
            return _plain(position, self._chance.choice(legal), 0)
        if configuration.immediate_win:
            for move in legal:
                after = position.copy()
                after.push(move)
                outcome = after.outcome()
                if outcome is not None and outcome.winner == position.turn:
                    return _plain(position, move, MATE - 1)
        return None

    def _search(self, game: Game, configuration: Configuration) -> Search:
        found = fitting_evaluation(game, configuration.evaluation)
        # The function too: an edited file has the same name.
        options = repr(sorted(configuration.options.items()))
        key = (game, configuration.search, found.name, found.value_for(game.rules), options)
        if key not in self._searches:
            kind = search_class(configuration.search)
            self._check_threads(kind)
            hash_mb = configuration.hash_mb if configuration.hash_mb is not None else self.hash_mb
            read = kind.read_options(configuration.options)
            self._searches[key] = kind(game, SearchSettings(found, hash_mb, self.threads, self.seed, read))
        return self._searches[key]

    def _check_threads(self, kind: type[Search]) -> None:
        if self.threads > 1 and not kind.uses_threads:
            raise NoughtsError(f"{kind.name} searches with one thread; threads is {self.threads}")


class Analysis:
    """A search under way on a thread of its own."""

    def __init__(
        self,
        engine: Engine,
        position: Position,
        configuration: Configuration,
        limit: Limit | None,
        multipv: int | None,
    ) -> None:
        self._engine, self._multipv = engine, multipv
        self._results: queue.SimpleQueue[list[Result] | BaseException | None] = queue.SimpleQueue()
        self._signal = StopSignal()
        arguments = (position.copy(), configuration, limit, multipv, self._signal)
        self._thread = threading.Thread(target=self._work, args=arguments, daemon=True, name="noughts-analysis")
        self._thread.start()

    def _work(self, *arguments: Any) -> None:
        try:
            for iteration, seconds in self._engine._iterate(*arguments):
                self._results.put(_results(arguments[0], iteration, seconds))
        except BaseException as error:  # noqa: BLE001 - raised where the results are read
            self._results.put(error)
        self._results.put(None)

    def __iter__(self) -> Iterator[Any]:
        while (found := self._results.get()) is not None:
            if isinstance(found, BaseException):
                raise found
            yield found if self._multipv is not None else found[0]

    def stop(self) -> None:
        """Break off: the iteration ends with what was found so far."""
        self._signal.set()

    def __enter__(self) -> Analysis:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
        self._thread.join()


_LIMITS: dict[str, type] = {"time": float, "depth": int, "nodes": int}
_ENDING = ("minimax", "random", "greedy")  # these come to an end by themselves


def _results(position: Position, iteration: Iteration, seconds: float) -> list[Result]:
    rate = round(iteration.counters.nodes / seconds) if seconds > 0 else 0
    stats = Stats(**asdict(iteration.counters), depth=iteration.depth, time=seconds, nodes_per_second=rate)
    results = []
    for line in iteration.lines:
        pv = [position.game.moves[code] for code in line.moves]
        results.append(Result(pv[0], Score(int(line.value), position.turn), pv, stats))
    return results


def _plain(position: Position, move: Move, value: int) -> Result:
    return Result(move, Score(value, position.turn), [move], Stats())


def _read_spec(spec: str) -> tuple[str, dict[str, Any]]:
    """A name, and what follows it after a colon: `report004:level=easy`."""
    name, _, rest = spec.partition(":")
    options: dict[str, Any] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise NoughtsError(f"{spec!r}: {part!r} is no setting; write name=value, set apart by commas")
        options[key.strip()] = value.strip()
    return name.strip(), options


def _number(name: str, value: Any, least: float, most: float, kind: type = int) -> Any:
    try:
        number = kind(value)
    except (TypeError, ValueError):
        number = None
    if number is None or not least <= number <= most:
        raise NoughtsError(f"{name} is {value!r}; it must be a number from {least} to {most}")
    return number
