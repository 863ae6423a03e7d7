"""The grade of a bot: points by its results against fixed opponents, and Gradescope's file of them.

Gradescope reads `results.json` (https://gradescope-autograders.readthedocs.io/en/latest/specs/): a list of tests with
scores and texts for the student. What a bot said is part of these texts, bounded and made printable.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from noughts import __version__
from noughts.arena.competition import Competition
from noughts.arena.figures import versions
from noughts.arena.grading import reasons_in_short, seconds_of
from noughts.arena.played import PlayedGame, score_of
from noughts.arena.rubric import Test
from noughts.arena.statistics import MatchScore
from noughts.conformance.discovery import short_name

CLEAN = "loses no game by default"
_MOST_CHARACTERS = 5000  # of a test's words


@dataclass(frozen=True)
class GradedTest:
    """A test, and what it came to."""

    name: str
    points: float
    most: float
    words: str
    visibility: str = "visible"


@dataclass(frozen=True)
class Grade:
    """The games of the first player of a competition against each of the others, in the order of the tests."""

    competition: Competition
    tests: Sequence[Test]
    games: Sequence[PlayedGame]
    clean: float = 0.0  # points for losing no game by default

    def score(self, number: int) -> MatchScore:
        """The results against an opponent, by the number of its test."""
        return score_of(game for game in self.games if game.players == (0, number + 1))

    @property
    def forfeits(self) -> list[str]:
        return [game.reason for game in self.games if game.forfeit and game.share == 0]

    def graded(self) -> list[GradedTest]:
        names, found = self.competition.names, []
        for number, test in enumerate(self.tests):
            score = self.score(number)
            share = score.score if score.games else 0.0
            steps = ", ".join(f"{worth:g} for {100 * least:g} %" for least, worth in test.points)
            words = (
                f"{score.wins} wins, {score.draws} draws, {score.losses} losses against {names[number + 1]}: "
                f"{100 * share:.1f} % of the points ({steps})"
            )
            name = test.name or f"against {names[number + 1]}"
            found.append(GradedTest(name, test.worth(share), test.most, words, test.visibility))
        if self.clean:
            reasons = reasons_in_short(self.forfeits)
            words = "\n".join(reasons) or "none was lost by default"
            found.append(GradedTest(CLEAN, 0.0 if reasons else self.clean, self.clean, words))
        return found

    @property
    def points(self) -> float:
        return sum(test.points for test in self.graded())

    @property
    def most(self) -> float:
        return sum(test.most for test in self.graded())

    def gradescope(self, has_leaderboard: bool = False) -> dict[str, Any]:
        """The content of results.json."""
        graded, seconds = self.graded(), seconds_of(0, self.games)
        reasons = [] if self.clean else reasons_in_short(self.forfeits)
        lines = [
            f"{len(self.games)} games of {short_name(self.competition.game)}, {self.competition.conditions_told}, "
            f"openings {self.competition.openings}, seed {self.competition.seed}",
            *([f"its slowest move took {max(seconds):.3f} s"] if seconds else []),
            *(["lost by default:", *reasons] if reasons else []),
        ]
        told: dict[str, Any] = {
            "score": round(self.points, 6),
            "output": "\n".join(lines)[:_MOST_CHARACTERS],
            "output_format": "text",
            "tests": [
                {
                    "name": test.name,
                    "number": str(number),
                    "score": test.points,
                    "max_score": test.most,
                    "status": "passed" if test.points >= test.most else "failed",
                    "output": test.words[:_MOST_CHARACTERS],
                    "output_format": "text",
                    "visibility": test.visibility,
                }
                for number, test in enumerate(graded, 1)
            ],
            "extra_data": {
                "noughts": __version__,
                "seed": self.competition.seed,
                "files": versions(self.competition, self.competition.players[0]),
            },
        }
        if has_leaderboard:
            won = sum(self.score(number).points for number in range(len(self.tests)))
            told["leaderboard"] = [{"name": "points", "value": self.points}, {"name": "won", "value": won}]
        return told
