"""The date of a game, as far as it is known: nothing is made up for what a record does not say."""

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Self

_DAY = re.compile(r"([0-9]{4}|\?{1,4})(?:[./-]([0-9]{1,2}|\?{1,2}))?(?:[./-]([0-9]{1,2}|\?{1,2}))?")
_TIME = re.compile(r"([0-9]{2}):([0-9]{2}):([0-9]{2})")
_LEAP_YEAR = 2000


@dataclass(frozen=True, slots=True)
class GameDate:
    """A day whose parts may be unknown, and the time of day where that is known as well.

    >>> print(GameDate(2024))
    2024.??.??
    >>> print(GameDate(2026, 5, 31, time(18, 30), is_utc=True))
    2026.05.31 18:30:00 UTC
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None
    time_of_day: time | None = None
    is_utc: bool = False  # else the time is that of wherever the game was played

    @classmethod
    def of(cls, moment: datetime) -> Self:
        """A moment to the second; one with a time zone in UTC."""
        is_utc = moment.tzinfo is not None
        moment = moment.astimezone(UTC) if is_utc else moment
        return cls(moment.year, moment.month, moment.day, moment.time().replace(microsecond=0, tzinfo=None), is_utc)

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Read what `str` writes, and days such as 2024, 2024-05 or 2024.??.??; None for a day that does not exist.

        >>> GameDate.read("2024.05.??")
        GameDate(year=2024, month=5, day=None, time_of_day=None, is_utc=False)
        >>> str(GameDate.read("2026.05.31 18:30:00 UTC")), GameDate.read("2026.02.30"), GameDate.read("May")
        ('2026.05.31 18:30:00 UTC', None, None)
        """
        day, *rest = text.strip().split(" ")
        found = _DAY.fullmatch(day)
        if found is None:
            return None
        year, month, number = (int(part) if part and part.isdecimal() else None for part in found.groups())
        if year == 0 or month == 0 or (month or 1) > 12:
            return None
        if number == 0 or (number or 1) > monthrange(year or _LEAP_YEAR, month or 1)[1]:
            return None
        told = read_time(rest[0]) if rest else None
        if (rest and told is None) or rest[1:] not in ([], ["UTC"]):
            return None
        return cls(year, month, number, told, rest[1:] == ["UTC"])

    @property
    def day_text(self) -> str:
        """The day as PGN writes it."""
        year = "????" if self.year is None else f"{self.year:04}"
        return ".".join([year, *("??" if part is None else f"{part:02}" for part in (self.month, self.day))])

    @property
    def is_unknown(self) -> bool:
        return self.year is None and self.month is None and self.day is None

    @property
    def is_whole(self) -> bool:
        return self.year is not None and self.month is not None and self.day is not None

    @property
    def moment(self) -> datetime | None:
        """The moment in UTC, without a time zone; None if it is not known."""
        if self.year is None or self.month is None or self.day is None or self.time_of_day is None or not self.is_utc:
            return None
        return datetime.combine(date(self.year, self.month, self.day), self.time_of_day)

    def __str__(self) -> str:
        told = "" if self.time_of_day is None else f" {self.time_of_day:%H:%M:%S}{' UTC' if self.is_utc else ''}"
        return self.day_text + told


def read_time(text: str) -> time | None:
    """A time of day to the second; None if the text is none.

    >>> read_time("18:30:05"), read_time("6 pm")
    (datetime.time(18, 30, 5), None)
    """
    found = _TIME.fullmatch(text.strip())
    try:
        return time(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None
