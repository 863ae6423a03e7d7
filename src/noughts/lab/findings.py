"""Findings of an experiment: tables, pictures, and the report's printed figures, to stand beside each other."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from noughts.lab.plots import drawn

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class FindingsTable:
    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int = 1  # columns of words at the left; the others are numbers


@dataclass(frozen=True)
class Findings:
    """Pictures are drawn when they are asked for: figures by matplotlib, or drawings as SVG."""

    title: str
    printed: Sequence[str]  # what the report says of it
    tables: Sequence[FindingsTable]
    remarks: Sequence[str] = ()
    pictures: Mapping[str, Callable[[], Figure | str]] = field(default_factory=dict)  # by file name
    data: Mapping[str, str] = field(default_factory=dict)  # what was measured, as CSV, by file name

    def picture(self, name: str) -> bytes:
        """A picture as its file holds it."""
        made = self.pictures[name]()
        return made.encode() if isinstance(made, str) else drawn(made, Path(name))


def csv_of(rows: Sequence[Mapping[str, object]]) -> str:
    """Rows with the same columns as CSV, for pandas and the like.

    >>> csv_of([{"depth": 1, "nodes": 10}, {"depth": 2, "nodes": 82}]).split()
    ['depth,nodes', '1,10', '2,82']
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


@dataclass(frozen=True)
class Effort:
    """How much to measure. Everything but seconds is the same for the same effort."""

    seed: int = 1
    games: int = 6
    positions: int = 3
    seconds: float = 0.3  # of a search, where methods get equal time


Experiment: TypeAlias = Generator[str, None, Findings]  # tells what it is doing, and returns what it has found
