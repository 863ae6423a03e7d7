"""A move by its cells: in most games a single one, or a token and where it goes."""

from collections.abc import Mapping

Cells = tuple[int, ...]
Clicks = Mapping[str, Cells]  # the cells of each legal move, as a view has them


def choose(clicks: Clicks, chosen: Cells, cell: int) -> str | Cells | None:
    """What one more cell makes of those chosen so far.

    The text of a move that is complete; else the cells that are chosen now: a cell that does not go on with a move may
    begin another, and the last one chosen again is let go of. None if no move has the cell there.

    >>> clicks = {"a1-b1": (0, 1), "a1-c1": (0, 2), "d1": (3,)}
    >>> choose(clicks, (), 0), choose(clicks, (0,), 2), choose(clicks, (0,), 3), choose(clicks, (0,), 0)
    ((0,), 'a1-c1', 'd1', ())
    >>> print(choose(clicks, (0,), 4))
    None
    """
    is_again = chosen[-1:] == (cell,)
    for cells in ((*chosen, cell), (cell,)):
        goes_on = any(others[: len(cells)] == cells and len(others) > len(cells) for others in clicks.values())
        complete = _complete(clicks, cells)
        if complete is not None and not goes_on:
            return complete
        if goes_on and not is_again:
            return cells
    if is_again:
        # Where more could follow, a move is complete by its last cell chosen once more.
        return _complete(clicks, chosen) or ()
    return None


def destinations(clicks: Clicks, chosen: Cells) -> set[int]:
    """The cells that may be chosen next, once something is."""
    done = len(chosen)
    if not done:
        return set()
    return {cells[done] for cells in clicks.values() if len(cells) > done and cells[:done] == chosen}


def _complete(clicks: Clicks, cells: Cells) -> str | None:
    return next((move for move, its_cells in clicks.items() if its_cells == cells), None)
