"""Positions, and games that can begin, from visitors' requests."""

import random

from noughts.board import OBSTACLE, Position
from noughts.errors import NoughtsError
from noughts.play import Session, seats_of
from noughts.store import Store
from noughts.web.catalogue import Catalogue
from noughts.web.models import PositionRequest, SetupRequest, seat_text


def position_of(asked: PositionRequest, catalogue: Catalogue) -> Position:
    return _after(_start(asked, catalogue), asked.moves)


def session_of(asked: SetupRequest, catalogue: Catalogue, store: Store, owner: str) -> Session:
    start = _start(asked, catalogue)
    position = _after(_with_obstacles(asked, start) if asked.obstacles else start, asked.moves)
    if position.is_game_over():
        raise NoughtsError(f"the game is over in this position: {position.outcome()}")
    game = position.game
    seats = seats_of((seat_text(asked.first), seat_text(asked.second)), game, store, owner)
    marks = ("X", "O") if asked.first_mark == "X" else ("O", "X")
    return Session(position, seats, marks, store, owner)


def _start(asked: PositionRequest, catalogue: Catalogue) -> Position:
    game = catalogue.chosen(asked.game)
    if asked.cells is not None:
        if asked.position is not None:
            raise NoughtsError("a position text and cells are both given; one of them is enough")
        return game.with_cells(asked.cells, asked.turn)
    return game.start() if asked.position is None else game.position(asked.position)


def _with_obstacles(asked: SetupRequest, start: Position) -> Position:
    if asked.cells is not None or asked.position is not None:
        raise NoughtsError("obstacles are drawn on the empty board: leave position and cells out")
    names = [cell.name for cell in start.game.cells]
    if asked.obstacles is None or asked.obstacles >= len(names):
        raise NoughtsError(f"{asked.obstacles} obstacles leave no cell of {start.game.name} to play on")
    drawn = random.Random(asked.seed).sample(names, asked.obstacles)
    return start.game.with_cells(dict.fromkeys(drawn, OBSTACLE))


def _after(position: Position, moves: list[str]) -> Position:
    for number, text in enumerate(moves, 1):
        try:
            position.push(text)
        except NoughtsError as error:
            raise NoughtsError(f"move {number}: {error}") from None
    return position
