"""Levels: how well the engine plays for a person.

A weaker level looks less far and misjudges what it sees: its evaluations are wrong by some amount, so that it likes
other moves than the best, but it sees wins and losses that are near. Only the two weakest also play any move at times.
docs/levels.md has the matches that these numbers were measured by, and the command that plays them again.
"""

from dataclasses import dataclass
from typing import Any

from noughts.engine.limit import Limit
from noughts.option import Option


@dataclass(frozen=True)
class Level:
    name: str
    limit: Limit
    noise: float = 0.0  # how wrong evaluations are at most, in multiples of their spread
    whims: float = 0.0  # how often any legal move is played
    solves: bool = False  # positions near the end are solved, and not only searched

    @property
    def cap(self) -> Limit:
        """The cap that no given limit lifts: with more time a level plays no better, only `max` does."""
        return Limit(depth=self.limit.depth, nodes=self.limit.nodes)

    @property
    def is_capped(self) -> bool:
        """Whether it may look only so far: then nothing that is given beside it makes it stronger."""
        return self.cap != Limit()


LEVELS = {
    level.name: level
    for level in (
        Level("beginner", Limit(time=1.0, depth=1), noise=8.0, whims=0.5),
        Level("easy", Limit(time=1.0, depth=2), noise=4.0, whims=0.22),
        Level("medium", Limit(time=1.0, nodes=400), noise=2.5),
        Level("hard", Limit(time=1.0, nodes=1_500), noise=1.8),
        Level("expert", Limit(time=1.0, nodes=8_000), noise=1.2),
        Level("max", Limit(time=2.0), solves=True),
    )
}


def level_table() -> list[dict[str, Any]]:
    """All levels as data, for JSON: what is not limited is None.

    >>> level_table()[0]
    {'name': 'beginner', 'time': 1.0, 'depth': 1, 'nodes': None, 'noise': 8.0, 'whims': 0.5, 'solves': False}
    """
    return [
        {
            "name": level.name,
            "time": level.limit.time,
            "depth": level.limit.depth,
            "nodes": level.limit.nodes,
            "noise": level.noise,
            "whims": level.whims,
            "solves": level.solves,
        }
        for level in LEVELS.values()
    ]


LEVEL = Option(choices=tuple(LEVELS), words="how well it plays")


def level(name: str) -> Level:
    """The level of that name."""
    return LEVELS[LEVEL.read("level", name)]
