"""Puzzles of the page: docs/api.md. Moves are judged here, and the solution is sent only when it is asked for.

Nothing is held between requests: a visitor sends the solver's and the defender's moves so far with each new one.
"""

import datetime
import random
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field

from noughts.board import Game
from noughts.errors import NoughtsError
from noughts.puzzles import collection
from noughts.puzzles.progress import Progress
from noughts.puzzles.puzzle import THEMES, Puzzle, Theme, trusted_puzzle
from noughts.puzzles.session import PuzzleSession
from noughts.store import Store
from noughts.web import answers
from noughts.web.games import Games
from noughts.web.models import MoveText, Strict
from noughts.web.own_puzzles import next_of_own_games
from noughts.web.responses import Writing
from noughts.web.routes import ERRORS, Asking, GamesHere, while_connected

router = APIRouter(prefix="/api/puzzles", responses=ERRORS)

PuzzleName = Annotated[str, Path(pattern="^[0-9a-f]{10}$")]
GameOf = Annotated[str, Path(min_length=1, max_length=40)]


class PuzzleGame(answers.Answer):
    name: str
    title: str


class PuzzleProgress(answers.Answer):
    """Yours: `streak` counts first tries that solved, in a row."""

    rating: int
    solved: int
    tried: int
    streak: int
    best_streak: int


class ShownPuzzle(answers.Answer):
    """A puzzle to solve: the side to move wins within `plies`, or of theme "only" has one move that does not lose.
    `is_daily`: it is today's. `themes`: of this game's puzzles.
    """

    id: str
    game: str
    title: str
    words: str
    idea: str
    theme: Theme
    themes: dict[Theme, str]
    rating: int
    plies: int
    position: str
    view: answers.View
    is_daily: bool
    was_tried: bool
    progress: PuzzleProgress


class TriedMove(answers.Answer):
    """The answer to a move. `moves` are all moves made so far, the defender's among them; a wrong one is not made."""

    kind: Literal["right", "solved", "slower", "wrong", "shown"]
    words: str
    moves: list[str]
    view: answers.View
    progress: PuzzleProgress


class PuzzleMoves(Strict):
    """Moves from the puzzle's position on, as the last answer told them, and then one of your own."""

    moves: Annotated[list[MoveText], Field(min_length=1, max_length=20)]
    is_daily: bool = False


class PuzzleSolution(Strict):
    moves: Annotated[list[MoveText], Field(max_length=20)]
    is_daily: bool = False


@router.get("")
async def offered(games: GamesHere, client: Asking) -> list[PuzzleGame]:
    """The games that there are puzzles of."""

    def find() -> list[PuzzleGame]:
        listed, catalogue = collection.games_with_puzzles(), games.catalogue
        return [PuzzleGame(name=catalogue.shown_name(name), title=catalogue.title(name)) for name in listed]

    return await games.scheduler.run(client, find)


@router.get("/{game}", response_model=ShownPuzzle)
async def puzzle(
    request: Request,
    game: GameOf,
    games: GamesHere,
    client: Asking,
    write: Writing,
    daily: bool = False,
    own: bool = False,
    theme: Theme | None = None,
    but: Annotated[str | None, Query(max_length=10)] = None,
    id: Annotated[str | None, Query(max_length=10)] = None,
) -> Response:
    """A puzzle near your rating that you have not tried; today's, one of your `own` finished games, or the one of that
    name. `but` is not to come."""
    if own:
        id = await while_connected(request, next_of_own_games(games, client, game, but))

    def find() -> Response:
        found = games.catalogue.game(game)
        progress = _progress(games.store, found, client.visitor)
        if id is not None:
            named = _find(found, progress, id)
            return write(_shown(games, game, found, named, progress))
        puzzles = collection.puzzles_of(found)
        if daily:
            chosen = collection.daily(puzzles, _today())
        else:
            chance = random.Random()
            rated = collection.rated(puzzles, games.store.puzzles.changes(found.name))
            near = collection.next_for(rated, progress.rating, progress.tried, chance, theme, but)
            chosen = collection.find(puzzles, near.id)
        return write(_shown(games, game, found, chosen, progress))

    return await games.scheduler.run(client, find)


@router.post("/{game}/{name}", response_model=TriedMove)
async def try_move(
    game: GameOf, name: PuzzleName, asked: PuzzleMoves, games: GamesHere, client: Asking, write: Writing
) -> Response:
    """Judge a move. A first wrong one, or the whole solution, counts for your rating."""

    def judge() -> Response:
        found = games.catalogue.game(game)
        session = _session(found, _find(found, _progress(games.store, found, client.visitor), name), asked.moves[:-1])
        judged = session.judge(asked.moves[-1])
        moves = [move.text for move in session.position.move_stack]
        is_final = session.is_solved or session.has_erred
        progress = _counted(games.store, found, session, client.visitor, asked.is_daily, is_final)
        view = answers.View.model_validate(session.position.view().as_dict())
        return write(TriedMove(kind=judged.kind, words=judged.words, moves=moves, view=view, progress=_told(progress)))

    return await games.scheduler.run(client, judge)


@router.post("/{game}/{name}/solution", response_model=TriedMove)
async def solution(
    game: GameOf, name: PuzzleName, asked: PuzzleSolution, games: GamesHere, client: Asking, write: Writing
) -> Response:
    """The rest of the solution, for those who give up: the puzzle counts as not solved."""

    def show() -> Response:
        found = games.catalogue.game(game)
        session = _session(found, _find(found, _progress(games.store, found, client.visitor), name), asked.moves)
        session.show_solution()
        moves = [move.text for move in session.position.move_stack]
        progress = _counted(games.store, found, session, client.visitor, asked.is_daily, session.has_erred)
        view = answers.View.model_validate(session.position.view().as_dict())
        return write(
            TriedMove(kind="shown", words="This is the solution.", moves=moves, view=view, progress=_told(progress))
        )

    return await games.scheduler.run(client, show)


def _today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


def _find(game: Game, progress: Progress, name: str) -> Puzzle:
    """The puzzle of that name, of the visitor's own games or the package."""
    own = next((one for one in progress.own if one["id"] == name), None)
    return collection.find(collection.puzzles_of(game), name) if own is None else trusted_puzzle(own)


def _session(game: Game, puzzle: Puzzle, moves: list[str]) -> PuzzleSession:
    """The puzzle after moves that were all right."""
    session = PuzzleSession(game, puzzle)
    for move in moves:
        if session.position.ply >= len(session.puzzle.solution):
            raise NoughtsError("the puzzle is solved")
        if move != session.puzzle.solution[session.position.ply]:
            raise NoughtsError(f"{move} is not what was played here: begin the puzzle again")
        session.moves_made += session.position.turn == session.solver
        session.position.push(move)
    if session.position.ply >= len(session.puzzle.solution):
        raise NoughtsError("the puzzle is solved")
    return session


def _progress(store: Store, game: Game, visitor: str) -> Progress:
    return Progress.read(store.puzzles.progress(game.name, visitor))


def _counted(
    store: Store, game: Game, session: PuzzleSession, visitor: str, is_daily: bool, is_final: bool
) -> Progress:
    """The progress, after this try if it was the first and has come to its end."""
    before, puzzle = _progress(store, game, visitor), session.puzzle
    date = _today().isoformat() if is_daily else None
    if not is_final or (puzzle.id in before.tried and (date is None or date in before.daily)):
        return before

    def count(text: str | None, change: float) -> tuple[str, float]:
        progress = Progress.read(text)
        further = progress.count(puzzle.id, puzzle.rating + change, not session.has_erred, date)
        is_own = any(one["id"] == puzzle.id for one in progress.own)  # of no one else: only the person's rating moves
        return progress.text(), 0.0 if is_own else further

    return Progress.read(store.puzzles.change(game.name, puzzle.id, count, visitor))


def _told(progress: Progress) -> PuzzleProgress:
    return PuzzleProgress(
        rating=round(progress.rating),
        solved=progress.solved,
        tried=len(progress.tried),
        streak=progress.streak,
        best_streak=progress.best_streak,
    )


def _shown(games: Games, name: str, game: Game, puzzle: Puzzle, progress: Progress) -> ShownPuzzle:
    puzzles = collection.puzzles_of(game) if collection.has_puzzles(game) else ()
    change = games.store.puzzles.changes(game.name).get(puzzle.id, 0.0)
    position = game.position(puzzle.position)
    return ShownPuzzle(
        id=puzzle.id,
        game=name,
        title=games.catalogue.title(game.name),
        words=puzzle.words,
        idea=THEMES[puzzle.theme],
        theme=puzzle.theme,
        themes=collection.themes_of(puzzles),
        rating=round(puzzle.rating + change),
        plies=puzzle.plies,
        position=puzzle.position,
        view=answers.View.model_validate(position.view().as_dict()),
        is_daily=bool(puzzles) and puzzle.id == collection.daily(puzzles, _today()).id,
        was_tried=puzzle.id in progress.tried,
        progress=_told(progress),
    )
