"""The reports' own figures again, one file a report, each beside what the report printed."""

from collections.abc import Callable

from noughts.lab.findings import Effort, Experiment
from noughts.lab.reports import report000, report001, report002, report003, report004

EXPERIMENTS: dict[str, Callable[[Effort], Experiment]] = {
    "report000": report000.experiment,
    "report001": report001.experiment,
    "report002": report002.experiment,
    "report003": report003.experiment,
    "report004": report004.experiment,
}
