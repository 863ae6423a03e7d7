"""A game in people's words: its rules, diagrams, a first game that one is led through, and how it is written down.

Most of it stands in the docstring of the game's class: a line that says what it is about, then the rules as one would
tell them at the table. What follows a line that begins with "Moves:" or "Position:" is for those who type or program,
and is shown below. A paragraph that begins with "In `NAME`" belongs to the variant of that name alone.
"""

import inspect
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from noughts.board.text import draw_text
from noughts.board.view import View
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.board.game import Game

_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Diagram:
    """A position with a sentence or two below it. `game`: another one of the family, such as a smaller board."""

    position: str
    words: str
    game: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a first game: what may be played there and why, the move itself, and what the other player answers."""

    words: str
    move: str
    answers: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A first game: the moves of whoever is led through it, each with words, after an opening that is shown as played.

    `game`: another one of the family. `end` is said when all moves are made, be the game over or not.
    """

    steps: Sequence[Step]
    end: str
    opening: Sequence[str] = ()
    game: str = ""


@dataclass(frozen=True, slots=True)
class Guide:
    """Words are paragraphs; the first says what the game is about. What stands between backquotes is notation."""

    words: Sequence[str]
    notation: Sequence[str] = ()
    diagrams: Sequence[Diagram] = ()
    lesson: Lesson | None = None


def summary_of(kind: type["Game"], name: str) -> str:
    """One line about a family, or about the variant of that name."""
    rules = inspect.cleandoc(kind.__doc__ or "")
    variant = re.search(rf"In `{re.escape(name)}`\s+(.)(.*?\.)(?:\s|$)", rules, re.DOTALL)
    if variant is None:
        return rules.partition("\n")[0]
    return " ".join((variant[1].upper() + variant[2]).split())


def words_and_notation(kind: type["Game"], name: str) -> tuple[list[str], list[str]]:
    """The paragraphs of a docstring for people, of the game of that name, and those about what is written."""
    told, notation, is_notation = [], [], False
    for paragraph in re.split(r"\n\s*\n|\n(?=Moves:|Position:)", inspect.cleandoc(kind.__doc__ or "")):
        is_notation |= bool(re.match("Moves:|Position:", paragraph))
        text = " ".join(paragraph.split())
        variant = re.match("In `([^`]+)` (.)", text)
        if is_notation:
            notation.append(text)
        elif variant is None:
            told.append(text)
        elif variant[1] == name:
            told.append(variant[2].upper() + text[variant.end() :])
    return [text for text in told if text], notation


def shown_on(game: "Game", name: str) -> "Game":
    """The game of the family that a diagram or a lesson names; the game itself where it names none."""
    found = type(game).named(name) if name else game
    if found is None:
        raise NoughtsError(f"{game.name}: there is no game {name!r} in its family")
    return found


def diagram_view(game: "Game", diagram: Diagram) -> View:
    """The drawing of a diagram."""
    return shown_on(game, diagram.game).position(diagram.position).view()


def guide_text(game: "Game", width: int = _WIDTH) -> str:
    """The guide of a game in characters, for a terminal."""
    guide = type(game).guide(game.name)
    parts = [textwrap.fill(text, width) for text in guide.words]
    for diagram in guide.diagrams:
        board = draw_text(diagram_view(game, diagram)).rpartition("\n")[0]
        parts.append(f"{textwrap.indent(board, '  ')}\n{textwrap.fill(diagram.words, width)}")
    parts += [textwrap.fill(text, width) for text in guide.notation]
    return "\n\n".join(parts) or "No rules are written down."
