"""Tables of words, as wide as the terminal; whole lines where the output is no terminal."""

import sys
from collections.abc import Collection, Iterable, Sequence

from noughts.errors import printable

_WHOLE_LINES = 10_000  # columns: a pipe gets every word, a line a row


def print_table(
    rows: Iterable[Sequence[str]], folding: Collection[int], header: Sequence[str] = (), numbers: Collection[str] = ()
) -> None:
    """Print rows under each other; columns of the indices `folding` are broken into lines where there is no room.

    `numbers` are the columns, by their headers, that stand to the right.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    texts = [list(row) for row in rows]
    table = Table(box=None, pad_edge=False, show_header=bool(header), header_style="bold")
    for index in range(len(header) or len(texts[0])):
        name = header[index] if header else ""
        table.add_column(
            name,
            style="" if header or index else "bold",
            justify="right" if name in numbers else "left",
            no_wrap=index not in folding,
        )
    for row in texts:
        table.add_row(*(Text(printable(cell)) for cell in row))  # names may be any text, and no markup
    console = Console(width=None if sys.stdout.isatty() else _WHOLE_LINES)
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        print(line.rstrip())
