"""People's progress with puzzles, as a text of each game, and how far the ratings of puzzles have moved."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from sqlalchemy import Connection, select

from noughts.store.schema import puzzle_progress, puzzle_ratings

Transaction = Callable[[], AbstractContextManager[Connection]]
MOST_CHANGE = 600.0  # of a puzzle's rating, however many people it surprises


class PuzzlesTable:
    """A method is a transaction of the store's."""

    def __init__(self, reading: Transaction, writing: Transaction) -> None:
        self._reading, self._writing = reading, writing

    def progress(self, game: str, owner: str = "") -> str | None:
        """The progress that was kept, None if there is none."""
        with self._reading() as connection:
            return _progress(connection, game, owner)

    def change(
        self, game: str, puzzle: str, count: Callable[[str | None, float], tuple[str, float]], owner: str = ""
    ) -> str:
        """Count a puzzle in one transaction: from the progress kept and the change of the puzzle's rating so far,
        `count` makes the new progress and a further change. Returns the new progress."""
        of_it = (puzzle_ratings.c.game == game) & (puzzle_ratings.c.puzzle == puzzle)
        mine = (puzzle_progress.c.game == game) & (puzzle_progress.c.owner == owner)
        with self._writing() as connection:
            before = connection.execute(select(puzzle_ratings.c.change).where(of_it)).scalar()
            progress, further = count(_progress(connection, game, owner), before or 0.0)
            if not connection.execute(puzzle_progress.update().where(mine).values(progress=progress)).rowcount:
                connection.execute(puzzle_progress.insert().values(owner=owner, game=game, progress=progress))
            after = max(-MOST_CHANGE, min((before or 0.0) + further, MOST_CHANGE))
            if before is not None:
                connection.execute(puzzle_ratings.update().where(of_it).values(change=after))
            elif further:
                connection.execute(puzzle_ratings.insert().values(game=game, puzzle=puzzle, change=after))
        return progress

    def keep(self, game: str, change: Callable[[str | None], str], owner: str = "") -> str:
        """Change the progress alone, in one transaction; returns the new one."""
        return self.change(game, "", lambda text, _: (change(text), 0.0), owner)

    def changes(self, game: str) -> dict[str, float]:
        """How far the ratings of a game's puzzles have moved."""
        query = select(puzzle_ratings.c.puzzle, puzzle_ratings.c.change).where(puzzle_ratings.c.game == game)
        with self._reading() as connection:
            return {row.puzzle: row.change for row in connection.execute(query)}

    def adopt(self, connection: Connection, visitor: str, owner: str) -> None:
        """Give a visitor's progress to another owner where that one has none, in the transaction under way."""
        has = select(puzzle_progress.c.game).where(puzzle_progress.c.owner == owner)
        games = list(connection.execute(has).scalars())
        mine = puzzle_progress.c.owner == visitor
        moved = puzzle_progress.update().where(mine, puzzle_progress.c.game.not_in(games))
        connection.execute(moved.values(owner=owner))
        connection.execute(puzzle_progress.delete().where(mine))

    def forget(self, connection: Connection, owners: list[str]) -> None:
        """Delete the progress of visitors who are gone, in the transaction under way."""
        connection.execute(puzzle_progress.delete().where(puzzle_progress.c.owner.in_(owners)))


def _progress(connection: Connection, game: str, owner: str) -> str | None:
    mine = (puzzle_progress.c.game == game) & (puzzle_progress.c.owner == owner)
    return connection.execute(select(puzzle_progress.c.progress).where(mine)).scalar()
