"""The tools of the server: each takes a checked request and returns an answer, in whatever thread it is called."""

import gc
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from noughts.board import MARKS, Position
from noughts.board.guide import guide_text
from noughts.engine.engine import Engine
from noughts.engine.limit import Limit
from noughts.engine.results import Result
from noughts.engine.solve import new_task, watch
from noughts.errors import NoughtsError
from noughts.mcp.requests import (
    AnalyseAnswer,
    AnalyseRequest,
    GameEntry,
    GamesAnswer,
    LegalMovesAnswer,
    LineAnswer,
    ListRequest,
    OutcomeAnswer,
    PlayRequest,
    PositionAnswer,
    RulesAnswer,
    RulesRequest,
    SolveAnswer,
    SolveRequest,
)
from noughts.solving.task import SolveSettings
from noughts.web.catalogue import Catalogue
from noughts.web.models import PositionRequest, Strict
from noughts.web.setups import position_of

_ENGINES = 4  # that are kept, each with its table
_ENGINE_MB, _SOLVER_MB = 32, 256


class Cancellation:
    """Tells a tool under way that nobody waits for its answer any more."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stop: Callable[[], None] = lambda: None
        self._is_set = False

    def set(self) -> None:
        with self._lock:
            self._is_set = True
            self._stop()

    def reaches(self, stop: Callable[[], None]) -> None:
        """Call `stop` when it is set, at once if it was."""
        with self._lock:
            self._stop = stop
            if self._is_set:
                stop()


Ask = Callable[[Any, Cancellation], BaseModel]


@dataclass(frozen=True)
class Tool:
    """A tool that clients see: its name and words, its request and answer, and whether it may take a while."""

    name: str
    words: str
    request: type[Strict]
    answer: type[BaseModel]
    ask: Ask
    thinks: bool = False


class Referee:
    """The games of the registry, and of files named at the start. No text of a client leads to a file or a command."""

    def __init__(self, files: Sequence[str] = (), most_seconds: float = 30.0) -> None:
        self._catalogue = Catalogue(files)
        self._most_seconds = most_seconds
        self._engines: OrderedDict[tuple[str, str], Engine] = OrderedDict()
        where = "The position is the game's start, or `position`, or `cells` and `turn`; then `moves` are played."
        tools = (
            Tool("list_games", "List the games that can be named.", ListRequest, GamesAnswer, self._list),
            Tool("rules", "The rules of a game, and how moves are written.", RulesRequest, RulesAnswer, self._rules),
            Tool(
                "show_position",
                f"Show a position: board, text, side to move, legal moves, outcome. {where}",
                PositionRequest,
                PositionAnswer,
                self._show,
            ),
            Tool(
                "legal_moves", f"The legal moves of a position. {where}", PositionRequest, LegalMovesAnswer, self._legal
            ),
            Tool(
                "play_move",
                f"Play a legal move and show the position that it leads to; nothing is kept. {where}",
                PlayRequest,
                PositionAnswer,
                self._play,
            ),
            Tool(
                "analyse",
                f"Search for the best moves, with scores and lines. {where}",
                AnalyseRequest,
                AnalyseAnswer,
                self._analyse,
                thinks=True,
            ),
            Tool(
                "solve",
                f"Prove the exact value of a position for the side to move: ground truth. {where}",
                SolveRequest,
                SolveAnswer,
                self._solve,
                thinks=True,
            ),
        )
        self.tools = {tool.name: tool for tool in tools}

    def _list(self, asked: ListRequest, cancellation: Cancellation) -> GamesAnswer:
        entries = (
            GameEntry(
                name=name, title=game.known_as.get(name, game.title), summary=game.summary(name), example=game.name
            )
            for name, game in self._catalogue.listed.items()
        )
        return GamesAnswer(games=list(entries))

    def _rules(self, asked: RulesRequest, cancellation: Cancellation) -> RulesAnswer:
        game = self._catalogue.game(asked.game)
        return RulesAnswer(game=game.name, title=game.title, version=game.version, rules=guide_text(game))

    def _show(self, asked: PositionRequest, cancellation: Cancellation) -> PositionAnswer:
        return _shown(position_of(asked, self._catalogue))

    def _legal(self, asked: PositionRequest, cancellation: Cancellation) -> LegalMovesAnswer:
        return _legal_moves(position_of(asked, self._catalogue))

    def _play(self, asked: PlayRequest, cancellation: Cancellation) -> PositionAnswer:
        position = position_of(asked, self._catalogue)
        position.push(asked.move)
        return _shown(position)

    def _analyse(self, asked: AnalyseRequest, cancellation: Cancellation) -> AnalyseAnswer:
        position, engine = position_of(asked, self._catalogue), self._engine(asked)
        limit = Limit(self._seconds(asked), asked.depth, asked.nodes)
        if not position.is_game_over():
            engine.prepare(position.game)  # what compiling takes is not the engine's time
        with engine.analysis(position, limit, asked.lines) as running:
            cancellation.reaches(running.stop)
            *_, found = running
        stats = found[0].stats
        return AnalyseAnswer(
            to_move=MARKS[position.turn],  # type: ignore[arg-type]
            best=[_line(result) for result in found],
            depth=stats.depth,
            nodes=stats.nodes,
            seconds=round(stats.time, 6),
        )

    def _solve(self, asked: SolveRequest, cancellation: Cancellation) -> SolveAnswer:
        position = position_of(asked, self._catalogue)
        if position.is_game_over():
            raise NoughtsError(f"the game is over ({position.outcome()}): there is nothing to solve")
        settings = SolveSettings(hash_mb=_SOLVER_MB, all_moves=asked.all_moves, distance=asked.distance)
        seconds = self._seconds(asked)
        gc.collect()  # the last task's table, which nothing else would free before the next is there
        task = new_task(position, settings)
        cancellation.reaches(task.stop)
        watch(task, seconds)
        return SolveAnswer(to_move=MARKS[position.turn], **task.solution().as_dict())  # type: ignore[arg-type]

    def _seconds(self, asked: AnalyseRequest | SolveRequest) -> float:
        """The time that a client names; else the tool's own, but no more than a request may think."""
        if "time" not in asked.model_fields_set:
            return min(asked.time, self._most_seconds)
        if asked.time > self._most_seconds:
            raise NoughtsError(f"time is {asked.time:g}; it must be at most {self._most_seconds:g} seconds")
        return asked.time

    def _engine(self, asked: AnalyseRequest) -> Engine:
        """One for each game, as an engine keeps a table for every game that it has seen."""
        key = asked.level, asked.game
        if key not in self._engines:
            if len(self._engines) == _ENGINES:
                self._engines.popitem(last=False)
            self._engines[key] = Engine(level=asked.level, hash_mb=_ENGINE_MB)
        self._engines.move_to_end(key)
        return self._engines[key]


def _legal_moves(position: Position) -> LegalMovesAnswer:
    to_move = None if position.is_game_over() else MARKS[position.turn]
    moves = [move.text for move in position.legal_moves]
    return LegalMovesAnswer(to_move=to_move, legal_moves=moves)  # type: ignore[arg-type]


def _shown(position: Position) -> PositionAnswer:
    outcome = position.outcome()
    told = None
    if outcome is not None:
        winner = None if outcome.winner is None else MARKS[outcome.winner]
        told = OutcomeAnswer(winner=winner, words=str(outcome), points=outcome.points)  # type: ignore[arg-type]
    return PositionAnswer(
        **_legal_moves(position).model_dump(),
        game=position.game.name,
        position=position.text(),
        board=str(position),
        outcome=told,
    )


def _line(result: Result) -> LineAnswer:
    return LineAnswer(
        move=result.move.text,
        score=result.words,
        points=result.score.points,
        mate=result.score.mate,
        is_proved=result.is_proved,
        line=[move.text for move in result.pv],
    )
