"""Report 002: H. Yu, *CSC442 Project 1: Game Playing*."""

from noughts.board import Game, Position
from noughts.engine.limit import Limit
from noughts.engine.players.base import Configuration, Player


class Report002(Player):
    """Report 002: full minimax in tic-tac-toe, H-minimax with groups of moves in nine-board and ultimate.

    From the report: 3×3 by full minimax with utility 1, 0, -1; the nested games by H-minimax with alpha-beta, the
    depth tested only where it is the computer's turn, and the `groups` evaluation. Decided: depth 6, as the report
    names none.
    """

    name = "report002"

    def plays(self, game: Game) -> bool:
        return game.name in ("3x3x3", "nineboard", "ultimate")

    def configure(self, position: Position) -> Configuration:
        if position.game.name == "3x3x3":
            return Configuration("minimax", "zero", {"win": 1})
        options = {"cut_side": "mover", "win": 1}
        return Configuration("hminimax", "groups", options, Limit(depth=6))
