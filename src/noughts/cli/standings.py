"""The table of a tournament, no wider than the terminal: results of each against each stand below it if need be."""

import shutil
import sys
from typing import TYPE_CHECKING

from noughts.cli.tables import print_table

if TYPE_CHECKING:
    from noughts.arena.standings import Standings

_COLUMNS = 80  # where the output is no terminal
_BETWEEN = 2  # columns


def print_standings(standings: "Standings") -> None:
    """Print the standings, and the games that were lost by default."""
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else _COLUMNS
    head, rows = standings.table()
    widths = [max(len(row[at]) for row in (head, *rows)) + _BETWEEN for at in range(len(head))]
    sums = len(head) - len(standings.names)
    numbers = [one for one in head if one not in ("", "player")]
    if sum(widths) <= columns:
        print_table(rows, (1,), head, numbers)
    else:
        print_table([row[:sums] for row in rows], (1,), head[:sums], numbers)
        at = sums
        while at < len(head):
            until = at + 1
            while until < len(head) and widths[0] + sum(widths[at : until + 1]) <= columns:
                until += 1
            print()
            print_table([[row[0], *row[at:until]] for row in rows], (), [head[0], *head[at:until]], numbers)
            at = until
    for line in standings.forfeit_lines():
        print(line)
