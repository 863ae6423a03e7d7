"""A move by its cells: in most games a single one, or a token and where it goes."""

from collections.abc import Mapping

Cells = tuple[int, ...]
Clicks = Mapping[str, Cells]  # the cells of each legal move, as a view has them


def choose(clicks: Clicks, chosen: Cells, cell: int) -> str | Cells | None:
    """The choice after one more cell.

    The text of a move that is complete; else the cells that are chosen now: a cell that does not go on with a move may
    begin another, and the last one chosen again is let go of. None if no move has the cell there. No move's cells are
    the beginning of another's: `noughts.conformance` sees to that.

    >>> clicks = {"a1-b1": (0, 1), "a1-c1": (0, 2), "d1": (3,)}
    >>> choose(clicks, (), 0), choose(clicks, (0,), 2), choose(clicks, (0,), 3), choose(clicks, (0,), 0)
    ((0,), 'a1-c1', 'd1', ())
    >>> print(choose(clicks, (0,), 4))
    None
    """
    if chosen[-1:] == (cell,):
        return ()
    for cells in ((*chosen, cell), (cell,)):
        for move, its_cells in clicks.items():
            if its_cells[: len(cells)] == cells:
                return move if len(its_cells) == len(cells) else cells
    return None


def destinations(clicks: Clicks, chosen: Cells) -> set[int]:
    """The cells that may be chosen next, once something is."""
    done = len(chosen)
    if not done:
        return set()
    return {cells[done] for cells in clicks.values() if len(cells) > done and cells[:done] == chosen}


def moves_without_cells(clicks: Clicks) -> list[str]:
    """The moves that go to no cell, such as a pass: people choose them by their words.

    >>> moves_without_cells({"a1": (0,), "pass": ()})
    ['pass']
    """
    return [move for move, cells in clicks.items() if not cells]
