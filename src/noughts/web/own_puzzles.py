"""Puzzles of a visitor's own finished games: a worker looks through one game after the other, the latest first.

What is found is kept with the visitor's progress, and a game is looked through once.
"""

from noughts.errors import NoughtsError
from noughts.puzzles.progress import Progress
from noughts.registry import name_of
from noughts.web.fair_queue import Client
from noughts.web.games import Games
from noughts.web.worker import PUZZLES, Job

_SECONDS = 10.0  # for a game; the position under way may take some more
_MOST_AT_ONCE = 20  # games
_MOST_GAMES = 200  # the latest


async def next_of_own_games(games: Games, client: Client, name: str, but: str | None) -> str:
    """The name of a puzzle that was not tried yet; games are looked through until there is one."""
    store, catalogue, run = games.store, games.catalogue, games.scheduler.run
    game = await run(client, lambda: catalogue.game(name))

    def known() -> tuple[str | None, list[int]]:
        progress = Progress.read(store.puzzles.progress(game.name, client.visitor))
        left = (one["id"] for one in progress.own if one["id"] not in progress.tried and one["id"] != but)
        kept = store.latest(_MOST_GAMES, game=name_of(game), finished=True, owner=client.visitor)
        if not kept:
            raise NoughtsError(f"you have no finished game of {game.title} here: play one, then come back")
        numbers = [one.id for one in kept if one.id is not None]
        return next(left, None), [number for number in numbers if number not in progress.looked_through]

    def job_of(number: int) -> Job:
        record = store.load(number, client.visitor).record
        moves = tuple(move.text for move in record.moves)
        return Job(PUZZLES, record.game, record.position, moves, "noughts", _SECONDS)

    async def look_through(number: int) -> None:
        job = await run(client, lambda: job_of(number))
        found = await games.pool.run(job, client)

        def change(text: str | None) -> str:
            progress = Progress.read(text)
            progress.add_own(number, found)
            return progress.text()

        await run(client, lambda: store.puzzles.keep(game.name, change, client.visitor))

    with games.searches.one(client.visitor):
        for count in range(_MOST_AT_ONCE + 1):
            puzzle, left = await run(client, known)
            if puzzle is not None:
                return puzzle
            if not left:
                raise NoughtsError(f"there is no other puzzle in your finished games of {game.title}")
            if count < _MOST_AT_ONCE:
                await look_through(left[0])
    raise NoughtsError(f"there is no puzzle in {_MOST_AT_ONCE} games of yours; look again for those in earlier ones")
