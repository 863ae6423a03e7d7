"""A person's progress with a game's puzzles: a rating, and what was solved.

A puzzle's rating begins with what levels need to find its move, a person's at CASUAL; after a first try both move
towards each other by Elo's rule, a newcomer fast. What is tried again counts no more.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from noughts.engine.levels import CASUAL

FAST, SLOW, NEW = 80.0, 16.0, 30  # Elo's K at first, later, and the number of puzzles by which it has fallen
OF_PUZZLES = 8.0  # Elo's K for a puzzle: many people meet it
MOST_TRIED = 5000
MOST_OWN, MOST_LOOKED_THROUGH = 50, 500


@dataclass
class Progress:
    rating: float = float(CASUAL)
    streak: int = 0  # solved at the first try, in a row
    best_streak: int = 0
    tried: dict[str, bool] = field(default_factory=dict)  # by puzzle, whether the first try solved it
    daily: dict[str, bool] = field(default_factory=dict)  # by date, of the last days
    own: list[dict[str, Any]] = field(default_factory=list)  # puzzles of one's own games, as they stand in files
    looked_through: list[int] = field(default_factory=list)  # games

    @property
    def solved(self) -> int:
        return sum(self.tried.values())

    def count(self, puzzle: str, puzzle_rating: float, is_solved: bool, date: str | None = None) -> float:
        """Count a first try; returns by how much the puzzle's rating changes, 0 if it was tried before.

        >>> progress = Progress()
        >>> progress.count("a", 1000, True), round(progress.rating), progress.count("a", 1000, False), progress.streak
        (-4.0, 1040, 0.0, 1)
        """
        if date is not None:
            self.daily.setdefault(date, is_solved)
            self.daily = dict(sorted(self.daily.items())[-60:])
        if puzzle in self.tried or len(self.tried) >= MOST_TRIED:
            return 0.0
        factor = max(SLOW, FAST - (FAST - SLOW) * len(self.tried) / NEW)
        surprise = is_solved - 1 / (1 + 10 ** ((puzzle_rating - self.rating) / 400))
        self.rating += factor * surprise
        self.tried[puzzle] = is_solved
        self.streak = self.streak + 1 if is_solved else 0
        self.best_streak = max(self.best_streak, self.streak)
        return -OF_PUZZLES * surprise

    def add_own(self, game: int, puzzles: Iterable[dict[str, Any]]) -> None:
        """Note a game of one's own that was looked through, and what was found there.

        >>> progress = Progress()
        >>> progress.add_own(7, [{"id": "a"}]), progress.add_own(8, [{"id": "a"}, {"id": "b"}])
        (None, None)
        >>> progress.own, progress.looked_through
        ([{'id': 'a'}, {'id': 'b'}], [7, 8])
        """
        known = {one["id"] for one in self.own}
        self.own = [*self.own, *(one for one in puzzles if one["id"] not in known)][-MOST_OWN:]
        self.looked_through = [*self.looked_through, game][-MOST_LOOKED_THROUGH:]

    def text(self) -> str:
        """The progress as it is kept."""
        return json.dumps(vars(self))

    @classmethod
    def read(cls, text: str | None) -> "Progress":
        """The progress that was kept; fields that are missing or of another kind begin anew."""
        try:
            kept: Any = json.loads(text or "{}")
        except ValueError:
            kept = {}
        fresh = cls()
        if isinstance(kept, dict):
            for name, usual in vars(fresh).items():
                kinds: Any = (int, float) if isinstance(usual, float) else type(usual)
                if isinstance(kept.get(name), kinds):
                    setattr(fresh, name, kept[name])
        return fresh
