"""The moves of a PGN with their comments, marks and variations, as a tree: read and written.

1. b2 $1 {+1.25/12 0.53s} {the [%csl Gb2] centre} ( 1. a1 {slower} ) 1... a1 2. b1

A comment in words that would read as something else stands behind ; to the ends of its lines.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress

from noughts.board import Game
from noughts.errors import NoughtsError, shown
from noughts.records.gathered_notes import GatheredNotes, Notebook
from noughts.records.move_comments import note_and_words, write_comment
from noughts.records.partial_record import PartialRecord
from noughts.records.pgn_shapes import SHAPES, read_shapes, written_shapes
from noughts.records.record import RESULTS, Record, RecordedMove, recorded_move
from noughts.records.tree import MARKS, Notes

MAX_MOVE = 40  # longer words are refused before anything is made of them
EARLY = "a variation begins here before any move; it must stand after the move that it replaces"

_NUMBER = re.compile(r"[0-9]{1,9}\.+")
_NAGS = {f"${number}": mark for number, mark in enumerate(MARKS, 1)}
Token = tuple[str, str, int]  # kind, text and place


def read_moves(partial: PartialRecord, tokens: Iterable[Token], game: Game) -> None:
    """Add the moves in tokens to a partial record. Variations are properly nested."""
    tree, notebook = partial.tree, Notebook()
    cells = {cell.name for cell in game.cells}
    node, is_begun = 0, True  # whether a move of this line has been made, or it is the main line
    lines: list[int] = []  # the nodes at which the lines around this one go on
    ahead = GatheredNotes(0)  # before the first move of a variation
    for kind, text, at in tokens:
        notes = notebook.at(node, at) if is_begun and kind in ("comment", "line_comment", "nag", "word") else ahead
        if kind == "open":
            if not node or not is_begun:
                raise partial.error(EARLY, at)
            lines.append(node)
            node, is_begun, ahead = tree.parent(node), False, GatheredNotes(at)
        elif kind == "close":
            node, is_begun = lines.pop(), True
        elif kind == "comment":
            shapes, words = read_shapes(text[1:-1], cells)
            notes.shapes += shapes
            notes.add_comment(words)
        elif kind == "line_comment":
            notes.words.append(text[1:])
        elif kind == "nag":
            notes.mark = _NAGS.get(text, notes.mark)
        elif text not in RESULTS:
            try:
                move = _move(game, text)
            except NoughtsError as error:
                where = " in a variation" if lines else ""
                raise partial.error(f"move {len(tree.path(node)) + 1}{where}: {error}", at) from None
            if move:
                node = partial.add(node, move, at)
                notes = notebook.at(node, at)
                if not is_begun:
                    notes.add(ahead)
                    is_begun = True
            mark = text[len(text.rstrip("!?")) :]
            notes.mark = mark if mark in MARKS else notes.mark
    notebook.close(partial)


def _move(game: Game, word: str) -> str | None:
    """The move in a word, with or without a number before it and signs such as !? behind it; None if there is none.

    A word that is a move as it stands is one: 1.5 in nineboard, 5 in tic-tac-toe. All moves of a game have the same
    shape, so that a number and a move together never look like a move.
    """
    bare = word.rstrip("!?")
    if not bare or _NUMBER.fullmatch(bare):
        return None
    if len(bare) > MAX_MOVE:
        raise NoughtsError(f"{shown(bare)} is not a move of {game.name}")
    try:
        return game.read_move(bare).text
    except NoughtsError:
        number = _NUMBER.match(bare)
        if number:
            with suppress(NoughtsError):
                return game.read_move(bare[number.end() :]).text
        raise


def move_words(record: Record) -> Iterator[str]:
    """The moves with their numbers, comments and variations, in pieces that stay on a line.

    A number counts the moves of the first player. It stands before each of them, and before one of the second player
    that does not come right after one of the first.
    """
    tree, start = record.move_tree(), record.start()
    cells = {cell.name for cell in start.game.cells}
    turns, numbers, texts = {0: start.turn}, {0: start.turn}, {0: ""}  # 1 if the second begins, as in PGN
    for node, position in tree.positions(start):
        if node:
            parent = tree.parent(node)
            numbers[node] = numbers[parent] + (turns[parent] == 0)
            texts[node] = position.peek().text
        turns[node] = position.turn

    def move(node: int) -> Iterator[str]:
        is_first = turns[tree.parent(node)] == 0
        if is_first:
            yield f"{numbers[node]}."
        elif not follows:
            yield f"{max(numbers[node], 1)}..."
        yield texts[node]
        yield from _note_words(tree.notes(node), cells)

    yield from _note_words(tree.notes(0), cells)
    follows = False  # a move of the first player stands just before, and nothing else
    waiting = [("line", 0)]
    while waiting:
        what, node = waiting.pop()
        if what == "end":
            yield ")"
            follows = False
            continue
        if what == "variation":
            yield "("
            follows = False
            waiting.append(("end", node))
        else:
            children = tree.children(node)
            if not children:
                continue
            waiting.append(("line", children[0]))
            waiting += [("variation", other) for other in reversed(children[1:])]
            node = children[0]
        if what == "variation":
            waiting.append(("line", node))
        yield from move(node)
        follows = turns[tree.parent(node)] == 0 and tree.notes(node) == Notes()


def _note_words(notes: Notes, cells: Collection[str]) -> Iterator[str]:
    if notes.mark:
        yield f"${MARKS.index(notes.mark) + 1}"
    if note := write_comment(recorded_move("", notes)):
        yield f"{{{note}}}"
    shapes, words = written_shapes(notes.shapes, cells), notes.comment
    if words and ("}" in words or SHAPES.search(words) or note_and_words(words)[0] != RecordedMove("")):
        if shapes:
            yield f"{{{shapes}}}"
        yield from (f";{line}" for line in words.split("\n"))
    elif shapes or words:
        yield f"{{{' '.join(filter(None, (shapes, words)))}}}"
