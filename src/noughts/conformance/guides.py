"""Checks of a game's guide: its words can be shown, its diagrams are positions, its first game can be played."""

from collections.abc import Sequence

from noughts.board.game import Game
from noughts.board.guide import Guide, Lesson, diagram_view, shown_on
from noughts.conformance.sample import ContractError, asking
from noughts.errors import NoughtsError


def check_guide(game: Game) -> None:
    """NoughtsError names the text, diagram or step that is wrong."""
    with asking("guide"):
        guide = type(game).guide(game.name)
    if not isinstance(guide, Guide):
        raise ContractError(f"guide returns {guide!r}; it must be a Guide")
    _check_texts("the guide's words", guide.words)
    _check_texts("the guide's notation", guide.notation)
    for diagram in guide.diagrams:
        _check_texts("diagrams", (diagram.words,))
        try:
            diagram_view(game, diagram)
        except NoughtsError as error:
            raise ContractError(f"diagrams has the position {diagram.position!r}: {error}") from None
    if guide.lesson is not None:
        _check_lesson(game, guide.lesson)


def _check_texts(what: str, texts: Sequence[str]) -> None:
    for text in texts:
        if not isinstance(text, str) or not text.strip() or not text.isprintable():
            raise ContractError(f"{what} has {text!r}; it must be a line of text")


def _check_lesson(game: Game, lesson: Lesson) -> None:
    _check_texts("lesson", (lesson.end, *(step.words for step in lesson.steps)))
    try:
        position = shown_on(game, lesson.game).start()
        for move in lesson.opening:
            position.push(move)
        for number, step in enumerate(lesson.steps, 1):
            if position.turn != 0:
                raise ContractError(f"lesson: move {number} would be the second player's; whoever is led is the first")
            for move in (step.move, *step.answers):
                position.push(move)
    except NoughtsError as error:
        raise ContractError(f"lesson: {error}") from None
