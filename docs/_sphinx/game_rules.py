"""The directive `game-rules`: a game's own guide, with its diagrams and first game drawn.

The text is the one that the page, the terminal and `noughts games` show (`noughts.board.guide`).
"""

from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from noughts.board import Game, Lesson, Position
from noughts.board.guide import shown_on
from noughts.board.svg import draw_svg
from noughts.registry import game

ROOT = Path(__file__).resolve().parents[2]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("game-rules", GameRules)
    return {"parallel_read_safe": True}


class GameRules(SphinxDirective):
    """The rules of the first game that is named, then what is different in its variants."""

    required_arguments = 1
    optional_arguments = 9

    def run(self) -> list[nodes.Node]:
        first, *variants = (_game(name) for name in self.arguments)
        guide = type(first).guide(first.name)
        result = self._paragraphs(guide.words)
        result.append(
            _figures([(shown_on(first, one.game).position(one.position), one.words) for one in guide.diagrams])
        )
        for variant in variants:
            result += self._variant(variant, set(guide.words), {one.words for one in guide.diagrams})
        if guide.lesson is not None:
            result += self._section(
                "A first game", [_figures(_led(first, guide.lesson)), *self._paragraphs([guide.lesson.end])]
            )
        result += self._section("As it is written", self._paragraphs(guide.notation))
        return result

    def _variant(self, variant: Game, words: set[str], drawn: set[str]) -> list[nodes.Node]:
        guide = type(variant).guide(variant.name)
        told = [text for text in guide.words if text not in words]
        diagrams = [one for one in guide.diagrams if one.words not in drawn]
        shown = [(shown_on(variant, one.game).position(one.position), one.words) for one in diagrams]
        title = f"{variant.title} (`{variant.name}`)"
        return self._section(title, [*self._paragraphs(told), _figures(shown)])

    def _section(self, title: str, content: list[nodes.Node]) -> list[nodes.Node]:
        section = nodes.section(ids=[nodes.make_id(title)])
        section += nodes.title(title, "", *self.parse_inline(title)[0])
        section += content
        return [section]

    def _paragraphs(self, texts: Any) -> list[nodes.Node]:
        result: list[nodes.Node] = []
        for text in texts:
            result.append(nodes.paragraph(text, "", *self.parse_inline(text.replace("*", "\\*"))[0]))
        return result


def _game(name: str) -> Game:
    return game(str(ROOT / name) if name.endswith(".py") else name)


def _led(of: Game, lesson: Lesson) -> list[tuple[Position, str]]:
    """Each step's board as it is before the move, and the last one, with what is said there."""
    position = shown_on(of, lesson.game).start()
    for move in lesson.opening:
        position.push(move)
    boards = []
    for number, step in enumerate(lesson.steps, 1):
        boards.append((position.copy(), f"{number}. {step.words} ({step.move})"))
        for move in (step.move, *step.answers):
            position.push(move)
    return [*boards, (position, "So it stands at the end.")]


def _figures(boards: list[tuple[Position, str]]) -> nodes.Node:
    drawn = "".join(
        f"<figure>{draw_svg(position.view())}<figcaption>{escape(words)}</figcaption></figure>"
        for position, words in boards
    )
    return nodes.raw("", f'<div class="boards">{drawn}</div>' if drawn else "", format="html")
