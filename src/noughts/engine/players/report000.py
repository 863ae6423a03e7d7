"""Report 000: A. Mishra, *AI Game Engine: m by n Tic Tac Toe with k strikes and s obstacles* (2014)."""

from noughts.board import Game, Position
from noughts.engine.limit import Limit
from noughts.engine.players.base import Configuration, Player


class Report000(Player):
    """Report 000 on m×n boards with obstacles: alpha-beta to a fixed depth on the polynomial of rows and columns.

    From the report: alpha-beta with X maximising, the `polynomial` evaluation, evaluations kept by Zobrist key, and
    the counters. Decided: depth 3; a finished game counts as won, lost or drawn. Repaired: the printed code returns
    the last successor tried instead of the best, and counts the columns' symbols up to the length of a row.
    """

    name = "report000"

    def plays(self, game: Game) -> bool:
        return game.rules.tag.startswith("is_mnk")

    def configure(self, position: Position) -> Configuration:
        options = {"transpositions": False, "static_cache": True, "deepening": False}
        return Configuration("alphabeta", "polynomial", options, Limit(depth=3))
