"""A tournament under way: its games in their order, whatever has been played already."""

from collections.abc import Generator

from noughts.arena.competition import Competition
from noughts.arena.journal import Journal
from noughts.arena.played import PlayedGame, score_of
from noughts.arena.schedule import bracket, pairings, pairings_of_round, winners_of_round
from noughts.arena.scheduling import IsOver, Workers, never, play_pairings


def games_in_all(format: str, players: int, games: int) -> int:
    """How many games a tournament has, with so many for each pairing."""
    return games * (players - 1 if format == "knockout" else len(pairings(format, players)))


def play_tournament(
    competition: Competition,
    format: str,
    games: int,
    journal: Journal,
    workers: Workers | None = None,
    is_over: IsOver = never,
) -> Generator[PlayedGame]:
    """The games of a tournament, those that the journal has first; once `is_over`, no others are begun."""
    count = len(competition.players)
    if format != "knockout":
        yield from play_pairings(competition, pairings(format, count), games, journal, workers, True, is_over)
        return
    alive = bracket(count)
    while len(alive) > 1 and not is_over():
        yield from play_pairings(competition, pairings_of_round(alive), games, journal, workers, True, is_over)
        alive = _through(alive, journal, games)


def champion(competition: Competition, journal: Journal, games: int) -> int:
    """The winner of a knockout of which all games have been played."""
    alive = bracket(len(competition.players))
    while len(alive) > 1:
        alive = _through(alive, journal, games)
    assert alive[0] is not None
    return alive[0]


def _through(alive: list[int | None], journal: Journal, games: int) -> list[int | None]:
    return winners_of_round(
        alive,
        lambda pairing: (
            score_of(game for game in journal.games if game.players == pairing and game.number < games).score
        ),
    )
