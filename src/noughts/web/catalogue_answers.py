"""Answers about the games that there are: the catalogue, and the guides to their rules."""

from typing import Literal

from noughts.web.answers import Answer, View
from noughts.web.models import Level

# Games and engines


class Named(Answer):
    name: str
    summary: str


class RatedLevel(Answer):
    """A level of a game and its rating on the game's own scale, on which a casual person has 1000."""

    name: Level
    rating: int
    is_measured: bool  # else it is what the steps should be


class CatalogueGame(Named):
    title: str
    sizes: list[str]
    example: str
    takes_cells: bool
    levels: list[RatedLevel]
    default_level: Level
    view: View


class EngineOption(Answer):
    """A setting of a search, an evaluation or a player; `words` say what it does."""

    name: str
    kind: Literal["flag", "whole", "number", "word"]
    default: bool | int | float | str | None
    least: int | None
    most: int | None
    choices: list[str]
    unit: str
    words: str


class WithOptions(Named):
    options: list[EngineOption]


class CataloguePlayer(WithOptions):
    plays: list[str]


class CatalogueSearch(WithOptions):
    pass


class CatalogueEvaluation(WithOptions):
    fits: list[str]


class BoundsHere(Answer):
    time: float
    lines: int
    side: int


class Catalogue(Answer):
    games: list[CatalogueGame]
    levels: list[Level]
    players: list[CataloguePlayer]
    searches: list[CatalogueSearch]
    evaluations: list[CatalogueEvaluation]
    bounds: BoundsHere


# Guides


class Diagram(Answer):
    view: View
    words: str


class LessonStep(Answer):
    """A move that a first game asks for: words that say why, and the moves that the other player answers."""

    words: str
    move: str
    answers: list[str]


class Lesson(Answer):
    """A first game of the game of that name, after the moves of its opening; `end` is said when all steps are made."""

    game: str
    opening: list[str]
    steps: list[LessonStep]
    end: str


class Guide(Answer):
    """A game in people's words, in paragraphs, and how it is written down."""

    name: str
    title: str
    words: list[str]
    notation: list[str]
    diagrams: list[Diagram]
    lesson: Lesson | None
