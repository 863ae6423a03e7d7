"""The reports' own experiments again, one file each, beside what the report printed.

A report with several has a name for each: `report003-figures`. The report's own stands for all of them.
"""

from collections.abc import Callable

from noughts.lab.findings import Effort, Experiment
from noughts.lab.reports import (
    report000,
    report001,
    report002,
    report003,
    report003_ideas,
    report003_tournament,
    report004,
)

EXPERIMENTS: dict[str, Callable[[Effort], Experiment]] = {
    "report000": report000.experiment,
    "report001": report001.experiment,
    "report002": report002.experiment,
    "report003-figures": report003.experiment,
    "report003-ideas": report003_ideas.experiment,
    "report003-tournament": report003_tournament.experiment,
    "report004": report004.experiment,
}


def experiments_of(name: str) -> list[str]:
    """The experiments that a name stands for: its own, or all of a report; none if it is not known.

    >>> experiments_of("report003-ideas"), experiments_of("report003")[0], experiments_of("report00")
    (['report003-ideas'], 'report003-figures', [])
    """
    return [known for known in EXPERIMENTS if name in (known, known.partition("-")[0])]
