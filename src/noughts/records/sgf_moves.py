"""The moves of an SGF with their variations, as a tree: read and written.

C           a comment; what is noted of the move, as in a PGN, is its first line
TE DO IT BM     !, ?!, !? and ?; TE[2] and BM[2] are !! and ??
CR AR           rings and arrows, green ones; RED, BLUE and YELLOW, of our own, list those that have another colour
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from noughts.games.mnk import Mnk
from noughts.records.gathered_notes import Notebook
from noughts.records.move_comments import note_and_words, write_comment
from noughts.records.partial_record import PartialRecord
from noughts.records.record import Record, RecordedMove, recorded_move
from noughts.records.sgf_values import Property, cells_of, point, unescaped, written, written_text
from noughts.records.tree import COLOURS as SHAPE_COLOURS
from noughts.records.tree import MOST_SHAPES, Notes, shape_of, shape_parts

COLOURS = ("B", "W")  # of the first player and of the second
SET_UP = ("AB", "AW", "AE", "OBSTACLE", "PL")
_MARKS = {"!": "TE[1]", "!!": "TE[2]", "?": "BM[1]", "??": "BM[2]", "!?": "IT[]", "?!": "DO[]"}
_SHAPES = {"CR": False, "AR": True}  # whether they are arrows


def written_moves(record: Record, game: Mnk) -> Iterator[str]:
    """The properties of the root's notes, then a line a move, and a pair of parentheses a variation."""
    tree, start = record.move_tree(), record.start()
    places = {cell.name: point(game, number) for number, cell in enumerate(game.cells)}
    moves = {}
    for node, position in tree.positions(start):
        if node:
            cell = game.clicks(position.peek().code)[0]
            moves[node] = written(COLOURS[(start.turn + position.ply - 1) % 2], point(game, cell))
    yield _written_notes(tree.notes(0), places)
    waiting = [(False, 0)]
    while waiting:
        is_end, node = waiting.pop()
        if is_end:
            yield ")"
            continue
        if node:
            is_variation = len(tree.children(tree.parent(node))) > 1
            yield f"\n{'(' if is_variation else ''};{moves[node]}{_written_notes(tree.notes(node), places)}"
            if is_variation:
                waiting.append((True, node))
        waiting += [(False, child) for child in reversed(tree.children(node))]


def _written_notes(notes: Notes, places: dict[str, str]) -> str:
    lines = [write_comment(recorded_move("", notes)), *([notes.comment] if notes.comment else [])]
    if not lines[0] and not _reads_as_note(notes.comment):
        lines = lines[1:]
    told = [written_text("C", "\n".join(lines))] if any(lines) else []
    told += [_MARKS[notes.mark]] if notes.mark else []
    shapes = [(colour, _written_place(place, places)) for colour, place in map(shape_parts, notes.shapes)]
    lists = {name: [place for _, place in shapes if (":" in place) is is_arrow] for name, is_arrow in _SHAPES.items()}
    lists |= {colour.upper(): [place for own, place in shapes if own == colour] for colour in SHAPE_COLOURS[1:]}
    return "".join(told) + "".join(written(name, *values) for name, values in lists.items() if values)


def _written_place(place: str, places: dict[str, str]) -> str:
    return ":".join(places[cell] for cell in place.split("-"))


def _reads_as_note(comment: str) -> bool:
    return note_and_words(comment.partition("\n")[0])[0] != RecordedMove("")


def add_moves(
    partial: PartialRecord,
    game: Mnk,
    nodes: Sequence[tuple[int, int, Sequence[Property]]],
    before: Collection[int],
    first: int,
) -> None:
    """Add the moves of nodes, which are told with their parents and places; `before` are those that set stones up."""
    notebook = Notebook()
    depths, here = [0], list[int]()  # of each node of the tree its depth; of each of these the node of the tree
    for number, (parent, at, properties) in enumerate(nodes):
        node = here[parent] if parent >= 0 else 0
        if number not in before:
            _check_set_up(partial, properties, bool(node))
        for name, values, place in properties:
            if name in COLOURS:
                node = _add_move(partial, game, node, (name, values, place), depths, first)
        notes = notebook.at(node, at)
        for name, values, _ in properties:
            if name == "C" and values:
                head, _, rest = unescaped(values[0]).partition("\n")
                notes.add_comment(head)
                if rest.strip():
                    notes.words.append(rest)
        notes.mark = next((mark for mark, told in _MARKS.items() if _has(properties, told)), notes.mark)
        notes.shapes += islice(_read_shapes(partial, game, properties), MOST_SHAPES + 1)  # one too many is refused
        here.append(node)
    notebook.close(partial)


def _check_set_up(partial: PartialRecord, properties: Sequence[Property], is_late: bool) -> None:
    for name, _, at in properties:
        if name in SET_UP:
            where = "after the first move" if is_late else "in a variation"
            raise partial.error(f"{name} sets up stones {where}; it must stand before all moves", at)


def _add_move(partial: PartialRecord, game: Mnk, node: int, told: Property, depths: list[int], first: int) -> int:
    """The node of a move after this one."""
    name, values, at = told
    turn = (first + depths[node]) % 2
    if name != COLOURS[turn]:
        raise partial.error(f"move {depths[node] + 1} is {name}'s, but it is {COLOURS[turn]}'s turn", at)
    cells = list(cells_of(partial, game, values, at))
    if len(cells) != 1:
        raise partial.error(f"{name} must name one point, for example {name}[aa]; there is no passing", at)
    found = partial.add(node, game.cells[cells[0]].name, at)
    if found == len(depths):
        depths.append(depths[node] + 1)
    return found


def _has(properties: Sequence[Property], told: str) -> bool:
    name, value = told[:2], told[3:-1]
    return any(
        own == name and (values[0].strip() if values else "") in ((value,) if name in ("TE", "BM") else ("", "1", "2"))
        for own, values, _ in properties
    )


def _read_shapes(partial: PartialRecord, game: Mnk, properties: Sequence[Property]) -> Iterator[str]:
    coloured = {
        value.strip(): name.lower()
        for name, values, _ in properties
        if name.lower() in SHAPE_COLOURS[1:]
        for value in values
    }
    for name, values, at in properties:
        if name not in _SHAPES:
            continue
        for value in values:
            colour = coloured.get(value.strip(), SHAPE_COLOURS[0])
            if _SHAPES[name]:
                cells = [cell for end in value.split(":") for cell in cells_of(partial, game, [end], at)]
                if len(cells) != 2:
                    raise partial.error(f"AR must name two points, for example AR[aa:bb], not {value[:20]!r}", at)
                yield shape_of(colour, "-".join(game.cells[cell].name for cell in cells))
            else:
                for cell in cells_of(partial, game, [value], at):
                    yield shape_of(colour, game.cells[cell].name)
