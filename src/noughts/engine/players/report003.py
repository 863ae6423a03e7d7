"""Report 003: A. Soucy, *COMP 472 Project 1 Report* (X-Rudder)."""

from noughts.board import Game, Position
from noughts.engine.limit import Limit
from noughts.engine.players.base import Configuration, Player
from noughts.option import Option


class Report003(Player):
    """Report 003 in X-Rudder: alpha-beta to depth 2, nearest moves first, on incrementally updated factorials.

    From the report: depth 2, moves tried in rings outwards from the last one, the `factorial` evaluation updated from
    the root's value, every move within 5 s. What was tried and dropped there are options here.
    """

    name = "report003"
    options = {  # noqa: RUF012 - never changed
        "clock": Option(False, words="search to depth 4 and play the best so far after 5 s"),
        "prune_on_win": Option(False, words="leave a node as soon as a move wins"),
    }

    def plays(self, game: Game) -> bool:
        return game.name == "xrudder"

    def configure(self, position: Position) -> Configuration:
        options = {
            "nearest": True,
            "transpositions": False,
            "deepening": False,
            "prune_on_win": self.option["prune_on_win"],
        }
        depth = 4 if self.option["clock"] else 2
        return Configuration("alphabeta", "factorial", options, Limit(time=5.0, depth=depth))
