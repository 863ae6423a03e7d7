"""Report 001: K. S. V. Samhita and F. Mehta, *NotSoArtificial: Xtreme Tic Tac Toe Tournament*."""

from noughts.board import Game, Position
from noughts.engine.limit import Limit
from noughts.engine.players.base import Configuration, Player


class Report001(Player):
    """Report 001 in Xtreme tic-tac-toe: MTD(f) under iterative deepening on patterns, 24 s a move.

    From the report: MTD(f) with alpha-beta inside, a transposition table with Zobrist keys, the `patterns`
    evaluation, and after a bonus the child is searched for the same side. The 24 s are its tournament's.
    """

    name = "report001"

    def plays(self, game: Game) -> bool:
        return game.name == "xtreme"

    def configure(self, position: Position) -> Configuration:
        return Configuration("mtdf", "patterns", limit=Limit(time=24.0))
