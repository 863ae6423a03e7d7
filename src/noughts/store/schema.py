"""The tables as they are today. How older ones become these stands in steps.py: a change here is a step there."""

from sqlalchemy import Column, DateTime, Float, ForeignKey, Integer, MetaData, String, Table, Text

from noughts.errors import NoughtsError


class StoreError(NoughtsError):
    """The database cannot be read or written just now; its content stays as it is."""


metadata = MetaData()

# Facts about the whole database: the version of its tables.
facts = Table("noughts_facts", metadata, Column("name", String(40), primary_key=True), Column("value", Text))

games = Table(
    "noughts_games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("owner", String(64), nullable=False, server_default="", index=True),  # a visitor; "" for this machine's user
    Column("revision", Integer, nullable=False),  # counts its changes: two processes cannot overwrite each other
    Column("game", Text, nullable=False),
    Column("position", Text),  # where it began, if not at the start
    Column("first", Text, nullable=False),  # who played: `human`, an engine's text, or a name from elsewhere
    Column("second", Text, nullable=False),
    Column("first_mark", String(1), nullable=False),
    Column("ply", Integer, nullable=False),  # moves behind it were taken back and may be made again
    Column("result", String(7), nullable=False, index=True),
    Column("reason", Text, nullable=False),
    Column("event", Text, nullable=False),
    Column("is_played_here", Integer, nullable=False),  # 0 for games that were brought in: they count in no statistics
    Column("date", Text),  # of a game from elsewhere, as far as it is known (GameDate), NULL if not at all
    Column("tags", Text),  # JSON: what else its record said, NULL if nothing
    Column("begun", DateTime, nullable=False),  # times are UTC; of a game from elsewhere when it came here
    Column("changed", DateTime, nullable=False, index=True),
)

moves = Table(
    "noughts_moves",
    metadata,
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 0
    Column("text", Text, nullable=False),
    Column("seconds", Float),
    Column("value", Integer),
    Column("depth", Integer),
)


visitors = Table(
    "noughts_visitors",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("settings", Text, nullable=False),  # JSON
    Column("statistics_since", DateTime),
    Column("visited", DateTime),  # the last time, to a day; NULL for this machine's user
)

reviews = Table(
    "noughts_reviews",
    metadata,
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("verdicts", Text, nullable=False),  # JSON: one for each move of a finished game
)

# Beside games of two people who sit apart (friends.py).
friends = Table(
    "noughts_friends",
    metadata,
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("first_sitter", String(64), index=True),  # a visitor, NULL while the seat is free
    Column("second_sitter", String(64), index=True),
    Column("clock", String(40), nullable=False),
    Column("is_listed", Integer, nullable=False),
    Column("offer", String(20), nullable=False),
    Column("next_game", Integer),
    Column("spent", Float, nullable=False),
    Column("spent_ply", Integer, nullable=False),
)

# A person's progress with a game's puzzles (noughts/puzzles/progress.py reads it), and puzzles whose rating has moved.
puzzle_progress = Table(
    "noughts_puzzle_progress",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("progress", Text, nullable=False),  # JSON
)
puzzle_ratings = Table(
    "noughts_puzzle_ratings",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("change", Float, nullable=False),
)
