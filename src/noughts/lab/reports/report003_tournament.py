"""Report 003's tournament: three rounds of two games, in which player 1 and player 2 exchange places.

The report's words: "In the first round, the AI won both matches by default, as the opposing AI made illegal moves in
both games. In the second round, the AI played against an AI with a search depth of 4, employing a hard time limit
[...]. In both games, player 2 won. In the third round, the AI played against an older version of the above AI that had
a search depth of 2 instead, but the algorithm proved to be flawed and this AI won both matches early on".
Decided: the first opponent moves a token that it does not have. The second is the report's own search with its clock
(`report003_ideas.py`), as its authors' program is not known. Nor is the third one's flaw: here it plays at random.
Games begin on the empty board and are the same each time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from noughts.arena.clock import Conditions
from noughts.arena.referee import Ending, play_game
from noughts.board import Game, Position
from noughts.engine.analysis import Analysis
from noughts.engine.engine import Engine
from noughts.engine.limit import Limit
from noughts.engine.results import Result, unsearched
from noughts.lab.findings import Effort, Experiment, Findings, FindingsTable, csv_of
from noughts.lab.reports.report003 import PLAYER
from noughts.lab.reports.report003_ideas import CLOCK_NODES
from noughts.protocols.host import AnyEngine
from noughts.records import WINNERS
from noughts.registry import game as find_game

PRINTED_TOTAL = "5 won, 1 lost"


class IllegalMover:
    """A player that moves a token of its own from a corner, where it has none."""

    def check(self, game: Game) -> None:
        """It plays anything, wrongly."""

    def prepare(self, game: Game) -> None:
        """It needs nothing."""

    def play(
        self, position: Position, limit: Limit | None = None, on_iteration: Callable[[Result], None] | None = None
    ) -> Result:
        return unsearched(position, next(move for move in position.game.moves.values() if move.text == "a1-a2"))

    def analysis(self, position: Position, limit: Limit | None = None) -> Analysis[Result]:
        return Analysis(lambda signal: iter([self.play(position, limit)]))

    def stop(self) -> None:
        """It never thinks."""

    def close(self) -> None:
        """It is no process."""


@dataclass(frozen=True)
class Round:
    opponent: str
    printed: str
    made: Callable[[], AnyEngine]


ROUNDS = (
    Round("an AI that makes illegal moves", "won both by default", IllegalMover),
    Round(
        "depth 4 with a hard time limit",
        "player 2 won both",
        lambda: Engine(f"{PLAYER}:clock=yes,nodes={CLOCK_NODES}", seed=1),
    ),
    Round("its older version: depth 2, flawed", "won both early on", lambda: Engine("random", seed=1)),
)


def experiment(effort: Effort) -> Experiment:
    """Two games a round, as in the report, whatever the effort."""
    yield "compiling"
    endings: list[tuple[Ending, Ending]] = []
    for number, one in enumerate(ROUNDS, 1):
        played = []
        for side in range(2):
            yield f"round {number} of {len(ROUNDS)}, game {side + 1} of 2"
            player = Engine(PLAYER, seed=1)
            seats: list[AnyEngine] = [player, one.made()]
            played.append(play_game(find_game("xrudder").start(), seats[:: 1 - 2 * side], Conditions()))
        endings.append((played[0], played[1]))
    return _findings(endings)


def _findings(endings: Sequence[tuple[Ending, Ending]]) -> Findings:
    results = [_result(ending, side) for pair in endings for side, ending in enumerate(pair)]
    total = ", ".join(f"{results.count(word)} {word}" for word in ("won", "drawn", "lost") if word in results)
    rows = [
        (f"{number}: {one.opponent}", one.printed, _words(pair[0], 0), _words(pair[1], 1))
        for number, (one, pair) in enumerate(zip(ROUNDS, endings, strict=True), 1)
    ]
    return Findings(
        "Report 003: its tournament",
        (
            "Section 3.2: three rounds against different AIs, each of two matches where player 1 and player 2 exchange",
            "places; “a total of 5 victories and 1 defeat”.",
        ),
        (
            FindingsTable(
                f"{PLAYER} in its tournament, from the empty board",
                ("round", "report", "as player 1", "as player 2"),
                [*rows, ("in all", PRINTED_TOTAL, total, "")],
                words=4,
            ),
        ),
        (
            "the opponents are stand-ins, as no others are known: the first moves a token that it does not have, the",
            f"second is the report's own search to depth 4, stopped after {CLOCK_NODES:,} nodes, the third is random",
        ),
        data={
            "report003-tournament.csv": csv_of(
                [
                    {
                        "round": number,
                        "opponent": one.opponent,
                        "plays_as": side + 1,
                        "result": _result(ending, side),
                        "turns": len(ending.moves),
                        "reason": ending.reason,
                    }
                    for number, (one, pair) in enumerate(zip(ROUNDS, endings, strict=True), 1)
                    for side, ending in enumerate(pair)
                ]
            )
        },
    )


def _result(ending: Ending, side: int) -> str:
    winner = WINNERS[ending.result]
    return "drawn" if winner is None else "won" if winner == side else "lost"


def _words(ending: Ending, side: int) -> str:
    """The result in the words of the player on that side."""
    if ending.fault is not None:
        return f"{_result(ending, side)} by default"
    return f"{_result(ending, side)} in {len(ending.moves)} turns"
