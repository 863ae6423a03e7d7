"""A bar for work that tells how far it has come, and goes as far as it got when it is stopped."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def shown_progress(steps: Iterable[T], label: str, total: int) -> tuple[T | None, bool]:
    """The last of the steps, or None, and whether it was the last; Ctrl-C ends them early."""
    from rich.console import Console
    from rich.progress import Progress

    last: T | None = None
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(label, total=total)
        try:
            for step in steps:
                last = step
                progress.advance(task)
        except KeyboardInterrupt:
            return last, False
    return last, True
