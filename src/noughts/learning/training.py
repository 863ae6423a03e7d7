"""Training of a game's evaluation: self-play, fitting, a match against the best so far, again and again.

Generation 0 is learned from nothing, as at first use but for longer and with larger tuples (learning/inputs.py). Each
later one is fitted to games that the best so far has played, and takes its place if it wins: at equal time, by a
sequential test. What has also won against the evaluation that there was before is published.

A chunk of games, a fit and a pair of a match depend on their number and on files alone (learning/folder.py), so a run
that was ended anywhere goes on, and with a limit of games it comes to the same with however many processes.
"""

import datetime
import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from noughts.board import Game
from noughts.engine.first_use import proven
from noughts.engine.short_match import BOUND, log_likelihood_ratio, play_pair, times_faster
from noughts.evals.ntuples import HIGHEST, PARTS, USUAL
from noughts.evals.shared.self_play import learn_table
from noughts.evals.shared.trained import trained_in
from noughts.evals.shared.trained_file import Story, place_of, read_story, write_trained
from noughts.kernel.evaluation import Evaluation
from noughts.learning.fitting import Fit, fit
from noughts.learning.folder import RunFolder
from noughts.learning.games import play_games
from noughts.learning.inputs import training_layouts
from noughts.registry import best_evaluation, name_of
from noughts.registry import game as find_game
from noughts.system.folders import write_whole
from noughts.system.worker_pool import worker_pool

CHUNK = 40  # games in a file
GENERATION, LARGEST_GENERATION = 2000, 20_000  # games: each generation has so many more than the one before
MOST_POSITIONS = 2_000_000  # that are fitted to
FIRST_TIMES = 5  # how much longer than at first use generation 0 learns
MATCH_NODES = 1000  # a move
LOW, HIGH = 0.5, 0.55  # the scores that the test tells apart
LEAST_GAMES, MOST_GAMES, MEASURED_GAMES = 20, 400, 100  # of matches


@dataclass(frozen=True)
class Settings:
    """A run as its caller wants it."""

    games: int | None = None  # of self-play, in all
    seconds: float | None = None
    nodes: int = 300  # a move of self-play
    seed: int = 1
    processes: int = 1
    times: float | None = None  # the ratio of speeds between before and now, measured if None
    match_games: int = MOST_GAMES
    first_times: int = FIRST_TIMES
    command: str = ""


@dataclass(frozen=True)
class Generation:
    """What came of a generation."""

    number: int
    games: int  # of self-play so far
    positions: int
    error: float
    checked: float
    score: float  # against the best so far
    match_games: int
    has_won: bool
    elo: float | None  # of the best so far over the evaluation before

    @property
    def words(self) -> str:
        verdict = "taken" if self.has_won else "left"
        elo = "" if self.elo is None else f", {self.elo:+z.0f} Elo in all"
        match = f"{100 * self.score:.1f} % of {self.match_games} games"
        error = f"error {self.error:.4f}, on other games {self.checked:.4f}"
        return f"generation {self.number}: {self.games:,} games, {error}; {match}: {verdict}{elo}"


class Training:
    """A run. `generations` works until a limit is reached; the same call again goes on."""

    def __init__(self, game: Game, settings: Settings, folder: RunFolder, out: Path | None = None) -> None:
        self.game, self.settings, self.folder = game, settings, folder
        self.out = out or place_of(game)
        self._definition = folder.claim({"seed": settings.seed, "nodes": settings.nodes, "times": settings.times})
        before = folder.path / "before.npz"
        if not before.exists() and place_of(game).exists() and folder.read_json("verdict-000000.json") is None:
            write_whole(before, place_of(game).read_bytes())
        self._before = str(before) if before.exists() else ""
        self._layouts = training_layouts(game)

    def generations(self, tell: Callable[[str], None] = lambda words: None) -> Iterator[Generation]:
        """The generations, those that were done before too, as they are judged."""
        end = math.inf if self.settings.seconds is None else time.monotonic() + self.settings.seconds
        best, number = self._before, 0
        with _workers(self.settings.processes) as submit:
            while number == 0 or (self._wanted(number) > self._first_game(number) and time.monotonic() < end):
                found = self._judged(number)
                is_new = found is None
                if found is None:
                    if number and not self._play(number, best, end, submit, tell):
                        return
                    tell("fitting")
                    fitted = self._fitted(number)
                    found = self._judge(number, fitted, best, submit, tell)
                if found.has_won:
                    best = str(self.folder.name("evaluation", number, "npz"))
                    if found.elo is not None and found.elo > 0 and (is_new or not self.out.exists()):
                        self._publish(Path(best))
                yield found
                number += 1

    @property
    def words(self) -> str:
        """What has been published, in words; empty if nothing has."""
        return read_story(self.out, self.game).words if self.out.exists() else ""

    @property
    def _measured_games(self) -> int:
        return min(MEASURED_GAMES, self.settings.match_games)

    def _publish(self, evaluation: Path) -> None:
        self.out.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.out, evaluation.read_bytes())

    def _first_game(self, generation: int) -> int:
        return sum(min(GENERATION * one, LARGEST_GENERATION) for one in range(1, generation))

    def _wanted(self, generation: int) -> int:
        """The number of games after which a generation ends."""
        end = self._first_game(generation + 1)
        return end if self.settings.games is None else min(end, self.settings.games)

    def _judged(self, number: int) -> Generation | None:
        kept = self.folder.read_json(self.folder.name("verdict", number, "json"))
        return None if kept is None else Generation(**kept)

    def _play(self, number: int, best: str, end: float, submit: "Submit", tell: Callable[[str], None]) -> bool:
        """Play the games of a generation that are missing; whether there is anything to fit to."""
        before = self.folder.read_fit(number - 1)
        usual = 1.0 if before is None else before.usual
        last = self._wanted(number)
        kept = self.folder.chunks(number)
        missing = [first for first in range(self._first_game(number), last, CHUNK) if first not in kept]

        def numbers(first: int) -> range:
            return range(first, min(first + CHUNK, last))

        def call(first: int) -> Future[Any]:
            known = self.settings.nodes, usual, numbers(first), self.settings.seed
            return submit(_games, name_of(self.game), best, *known)

        for first, positions in _in_order(missing, call, self.settings.processes, lambda: time.monotonic() < end):
            self.folder.write_games(number, numbers(first), positions)
            tell(f"self-play, {numbers(first).stop:,} games")
        return bool(self.folder.chunks(number))

    def _fitted(self, number: int) -> Fit:
        kept = self.folder.read_fit(number)
        if kept is not None:
            return kept
        if number == 0:
            table, usual = learn_table(self.game, self._layouts.views, self.settings.first_times)
            fitted = Fit(table, usual, 0.0, 0.0)
        else:
            before = self.folder.read_fit(number - 1)
            assert before is not None
            positions = self.folder.read_games(range(1, number + 1), MOST_POSITIONS)
            fitted = fit(self.game, self._layouts.views, before.table, positions, self.settings.seed + number)
        self.folder.write_fit(number, fitted)
        return fitted

    def _judge(self, number: int, fitted: Fit, best: str, submit: "Submit", tell: Callable[[str], None]) -> Generation:
        """Play against the best so far, and a winner against the evaluation before too; then tell the verdict."""
        before = self._judged(number - 1)
        games = self.folder.count_games(number) + (0 if before is None else before.games)
        positions = 0 if number == 0 else len(self.folder.read_games(range(1, number + 1), MOST_POSITIONS).labels)
        path = self.folder.name("evaluation", number, "npz")
        story = self._story(games, positions, 0.0, 0)
        scale = USUAL * PARTS / max(fitted.usual, 0.01)
        entries = np.clip(np.rint(scale * self._layouts.added_up(fitted.table)), -HIGHEST, HIGHEST)
        write_trained(path, self.game, self._layouts.tables, entries, story)
        results = self._match("match", number, str(path), best, self.settings.match_games, submit, tell)
        has_won = log_likelihood_ratio(results, LOW, HIGH) > 0
        elo = None
        if has_won:
            measured = self._match("measure", number, str(path), self._before, self._measured_games, submit, tell)
            score = sum(measured) / len(measured)
            elo = _elo(score)
            story = self._story(games, positions, score, len(measured))
            write_trained(path, self.game, self._layouts.tables, entries, story)
        found = Generation(
            number,
            games,
            positions,
            fitted.error,
            fitted.checked,
            sum(results) / len(results),
            len(results),
            has_won,
            elo,
        )
        self.folder.write_json(self.folder.name("verdict", number, "json"), asdict(found))
        return found

    def _story(self, games: int, positions: int, score: float, match_games: int) -> Story:
        against = "the one trained before" if self._before else proven(best_evaluation(self.game), self.game).name
        date = datetime.datetime.now(datetime.UTC).date().isoformat()
        return Story(self.game.name, date, games, positions, against, score, match_games, self.settings.command)

    def _match(
        self, kind: str, number: int, path: str, other: str, most: int, submit: "Submit", tell: Callable[[str], None]
    ) -> list[float]:
        """Results of games against another evaluation: until it is clear which is better, or all of a measure."""
        name = self.folder.name(kind, number, "json")
        results: list[float] = self.folder.read_json(name) or []
        nodes = MATCH_NODES, round(MATCH_NODES * self._times(path, other))
        is_measure = kind == "measure"

        def is_open() -> bool:
            is_clear = len(results) >= LEAST_GAMES and abs(log_likelihood_ratio(results, LOW, HIGH)) > BOUND
            return len(results) < most and (is_measure or not is_clear)

        def call(pair: int) -> Future[Any]:
            return submit(_pair, name_of(self.game), path, other, nodes, self.settings.seed * 1_000_000 + pair)

        if is_open():
            for _, pair in _in_order(range(len(results) // 2, most // 2), call, self.settings.processes, is_open):
                if is_open():
                    results += pair
                self.folder.write_json(name, results)
                tell(f"{kind}, {len(results)} games, {100 * sum(results) / len(results):.1f} %")
        return results

    def _times(self, path: str, other: str) -> float:
        """The ratio of speeds: evaluations of this run have the same tuples, those from before may have others."""
        if other and other != self._before:
            return 1.0
        times: float | None = self._definition["times"]
        if times is None:
            times = times_faster(self.game, (trained_in(Path(path)), _evaluation(self.game, other)))
            self._definition = {**self._definition, "times": times}
            self.folder.write_json("run.json", self._definition)
        return times


def _elo(score: float) -> float:
    within = min(max(score, 0.005), 0.995)
    return -400 * math.log10(1 / within - 1)


def take_back(game: Game) -> str:
    """Remove the evaluation that was trained for a game from the user's data folder; what it was, in words."""
    path = place_of(game)
    try:
        words = read_story(path, game).words
    except Exception:  # noqa: BLE001 - whatever it is, it goes
        words = "nothing that could be used"
    path.unlink(missing_ok=True)
    return words


# In processes of their own, or in this one.
Submit = Callable[..., Future[Any]]


def _evaluation(game: Game, path: str) -> Evaluation:
    """The evaluation of a file, or the game's best that was not trained."""
    return trained_in(Path(path)) if path else proven(best_evaluation(game), game)


def _games(name: str, path: str, nodes: int, usual: float, numbers: range, seed: int) -> Any:
    game = find_game(name)
    return play_games(game, _evaluation(game, path), nodes, usual, numbers, seed)


def _pair(name: str, path: str, other: str, nodes: tuple[int, int], number: int) -> tuple[float, float]:
    game = find_game(name)
    return play_pair(game, (_evaluation(game, path), _evaluation(game, other)), nodes, number)


def _in_order(
    numbers: Sequence[int], call: Callable[[int], Future[Any]], ahead: int, goes_on: Callable[[], bool]
) -> Iterator[tuple[int, Any]]:
    """What calls with these numbers return, in their order; some are begun ahead, none when it does not go on."""
    waiting: list[tuple[int, Future[Any]]] = []
    rest = iter(numbers)
    while goes_on() or waiting:
        while len(waiting) < 2 * ahead - 1 and goes_on():
            number = next(rest, None)
            if number is None:
                break
            waiting.append((number, call(number)))
        if not waiting:
            return
        number, future = waiting.pop(0)
        yield number, future.result()


@contextmanager
def _workers(processes: int) -> Iterator[Submit]:
    if processes == 1:
        yield _at_once
        return
    pool: AbstractContextManager[Executor] = worker_pool(processes, _begin)
    with pool as executor:
        yield executor.submit


def _begin() -> None:
    """Nothing has to be made ready."""


def _at_once(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_result(function(*arguments))
    return future
