"""Players that a tournament goes on without: whoever does not start, or hangs, in three games loses the others too.

Each such game costs all others the time that the player was waited for. The games of a player that was withdrawn are
lost by default, with the reason, and are not played. What was played before counts.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from noughts.arena.competition import GameTask
from noughts.arena.played import PlayedGame
from noughts.board import MARKS
from noughts.records import RESULTS, GameDate

MOST_SILENT = 3  # games that a player may be silent in


class Withdrawals:
    """Counts the games in which players were silent, and those that are lost without being played."""

    def __init__(self, games: Iterable[PlayedGame]) -> None:
        """`games` have been played before, as those of a journal."""
        self._silent: Counter[int] = Counter()
        self._lost: list[PlayedGame] = []
        for game in games:
            self.count(game)

    def count(self, game: PlayedGame) -> None:
        """Take note of a game that has ended."""
        if game.silent:
            self._silent[game.players[int(game.share)]] += 1

    def played(self, tasks: Iterable[GameTask]) -> Iterator[GameTask]:
        """The tasks of players that are still there; games of the others are lost when their turn comes."""
        for task in tasks:
            gone = [side for side in (0, 1) if self._silent[task.players[side]] >= MOST_SILENT]
            if gone:  # of two who are gone, each loses one game of the pair
                self._lost.append(_lost(task, gone[0] if len(gone) == 1 else task.first))
            else:
                yield task

    def lost(self) -> list[PlayedGame]:
        """The games that were lost since this was last asked for."""
        lost, self._lost = self._lost, []
        return lost


def _lost(task: GameTask, side: int) -> PlayedGame:
    """The game as lost by one of the pairing, 0 or 1."""
    turn = (side + task.first) % 2
    reason = f"{MARKS[turn]} forfeits: withdrawn, as it did not start or hung in {MOST_SILENT} games"
    return PlayedGame(
        task.players,
        task.pair,
        task.first,
        (),
        RESULTS[1 - turn],
        reason,
        task.opening.position,
        True,
        date=str(GameDate.of(datetime.now(UTC))),
    )
