"""Answers about matches and tournaments of this machine."""

from noughts.web.answers import Answer, Result, View


class Match(Answer):
    """A match or a tournament: the name of its journal, who plays what, and how many games have ended."""

    name: str
    players: list[str]
    game: str
    games: int
    changed: str


class PlayerRating(Answer):
    """`error` is null where there are too few games to tell."""

    player: str
    value: float
    error: float | None


class LiveBoard(Answer):
    """A game that is being played: its players, the one who moved first before the other."""

    players: tuple[str, str]
    plies: int
    view: View


class MatchNow(Match):
    """A match as it stands: the cross table, ratings, and the games that are being played."""

    head: list[str]
    rows: list[list[str]]
    ratings: list[PlayerRating]
    boards: list[LiveBoard]


class MatchGame(Answer):
    """A game of a match, to step through: `position` is where it began, null for the game's own start. `game` is what
    the page calls the game, null where this server does not offer it."""

    number: int
    players: tuple[str, str]
    result: Result
    reason: str
    game: str | None
    position: str | None
    moves: list[str]
