"""Report 004: G. Sathyamurthy, *A 4 x 5 Tic-Tac-Toe Game*."""

from noughts.board import EMPTY, Game, Position
from noughts.engine.limit import Limit
from noughts.engine.players.base import Configuration, Player
from noughts.option import Option

LEVELS = {"hard": 4, "medium": 3, "easy": 2}
NODES = 5_000_000


def depth_by_formula(empty_cells: int, level: int) -> int:
    """The report's depth: the level, and up to 5 more as the board fills, growing as 5^(x/8) from 17 empty cells on.

    >>> [depth_by_formula(empty, 2) for empty in (19, 17, 13, 9, 5)]
    [2, 3, 4, 7, 7]
    """
    x = 17 - empty_cells
    return level + (0 if x < 0 else 5 if x > 8 else round(5 ** (x / 8)))


class Report004(Player):
    """Report 004 on 4×5 cells with four in a row: alpha-beta on Pascal's weights, deeper as the board fills.

    From the report: wins are worth 200 and draws 0, else the `pascal` evaluation; the depth grows by a formula from
    the level's 2, 3 or 4; a win in one is played without searching; opening the game it plays at random; the number
    of nodes is bounded by memory. Decided: x = 17 - empty cells, rounded to nearest, with which all that it says of
    depths holds (the level at 19 empty cells, 9 plies at hard from 9 on); the bound is 5 million nodes.
    """

    name = "report004"
    options = {"level": Option("hard", choices=tuple(LEVELS), words="how far it looks ahead")}  # noqa: RUF012 - never changed

    def plays(self, game: Game) -> bool:
        return game.name == "4x5x4"

    def configure(self, position: Position) -> Configuration:
        empty = position.text().split()[0].count(EMPTY)
        depth = depth_by_formula(empty, LEVELS[self.option["level"]])
        return Configuration(
            "alphabeta",
            "pascal",
            {"transpositions": False, "deepening": False, "win": 200},
            Limit(depth=depth, nodes=NODES),
            immediate_win=True,
            random_opening=True,
        )
