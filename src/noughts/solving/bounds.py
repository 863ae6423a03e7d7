"""Bounds of a position's value to a player, and the question to ask next."""

from dataclasses import dataclass, replace

from noughts.solving.question import NOT_LOST, WIN


@dataclass(frozen=True)
class ValueBounds:
    """A worth between `least` and `most`: -WIN, WIN, or points of a draw between them (0 where no points are counted).

    >>> known = ValueBounds()
    >>> known.next_target() == WIN
    True
    >>> known = known.after(WIN, False)
    >>> known.words(), known.next_target() == NOT_LOST
    ('at most a draw', True)
    >>> known.after(NOT_LOST, True).words()
    'draw'
    """

    least: int = -WIN
    most: int = WIN
    has_points: bool = False

    def __post_init__(self) -> None:
        if not self.has_points:  # all draws are worth the same
            if -WIN < self.least < 0:
                object.__setattr__(self, "least", 0)
            if 0 < self.most < WIN:
                object.__setattr__(self, "most", 0)

    @property
    def is_known(self) -> bool:
        return self.least == self.most

    @property
    def value(self) -> str | None:
        """win, draw or loss, as soon as that is known, whatever the points."""
        if self.least == WIN:
            return "win"
        if self.most == -WIN:
            return "loss"
        return "draw" if self.least > -WIN and self.most < WIN else None

    @property
    def points(self) -> int | None:
        """The difference of points of a draw, where the game counts points and it is known."""
        return self.least if self.has_points and self.is_known and self.value == "draw" else None

    def words(self) -> str:
        """The proved result, in words."""
        if self.value is None:
            return "at least a draw" if self.least > -WIN else "at most a draw" if self.most < WIN else "open"
        if self.value != "draw" or not self.has_points:
            return self.value
        if self.is_known:
            return f"draw, {self.least:+d} points"
        least = f"at least {self.least:+d}" if self.least > NOT_LOST else ""
        most = f"at most {self.most:+d}" if self.most < WIN - 1 else ""
        return ", ".join(["draw", *([f"{' and '.join(filter(None, (least, most)))} points"] if least or most else [])])

    def next_target(self) -> int:
        """The target to ask for next, where not all is known: a win, a draw, then points, in steps that double."""
        if self.most == WIN:
            return WIN
        if self.least == -WIN:
            return NOT_LOST
        if self.least == NOT_LOST:
            return 0 if self.most == WIN - 1 else 2 * self.most
        if self.most == WIN - 1:
            return max(1, 2 * self.least)
        return (self.least + self.most + 1) // 2

    def after(self, target: int, answer: bool) -> "ValueBounds":
        """The bounds once it is known whether the value is at least the target."""
        if answer:
            return replace(self, least=max(self.least, target))
        return replace(self, most=min(self.most, target - 1))
