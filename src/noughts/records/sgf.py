"""SGF (FF[4], GM[4]), for m,n,k games: Black is the first player, points are column and row from the top left.

    (;FF[4]GM[4]CA[UTF-8]AP[noughts]SZ[15]RU[15x15x5]PB[Ada]PW[noughts]RE[B+]
    ;B[hh]C[+0.12/9 0.50s];W[ig])

RU names the game. Other programs name the rule of gomoku there: RU[standard] is exactly five.

Two properties are our own: OBSTACLE[aa][bc] lists obstacles, REASON[O resigned] says how the game ended.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from noughts.board import EMPTY, MARKS, OBSTACLE, O, X
from noughts.errors import NoughtsError, shown
from noughts.games.mnk import Mnk
from noughts.records.game_date import GameDate
from noughts.records.partial_record import MAX_NAME, PartialRecord
from noughts.records.record import UNFINISHED, Record, game_of_record
from noughts.records.sgf_moves import COLOURS, add_moves, written_moves
from noughts.records.sgf_values import Property, cells_of, point, simple, written
from noughts.records.text import readable

K = 5  # where RU does not say
STANDARD = re.compile(r"\s*standard(\s+gomoku)?\s*", re.IGNORECASE)  # the name of gomoku with exactly five in a row

_TOKEN = re.compile(r"\s+|[();]|[A-Za-z]{1,64}+|\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\]", re.DOTALL)
_TREE = re.compile(r"\(\s*;")
_PARTS = {"RU": "game", "RE": "result"}  # properties by the names that a partial has for their places
# Properties that are plain text in SGF, by the names of these tags in PGN, where Black is White.
_TAGS = {"PC": "Site", "RO": "Round", "AN": "Annotator", "BT": "WhiteTeam", "WT": "BlackTeam"}
_TAGS |= {name: name for name in ("BR", "WR", "CP", "GC", "GN", "ON", "OT", "SO", "TM", "US")}
_MOST_SET_UP = 8  # times that a board's points may be set up before the first move
_MOST_NODES = 60_000
_SETUP = {"AB": X, "AW": O, "AE": EMPTY, "OBSTACLE": OBSTACLE}


def write(record: Record, name: str) -> str:
    """The record as text, with a line end, the game called by that name; NoughtsError if it cannot be played, or is of
    another family of games."""
    record = record.checked()
    game = game_of_record(record.game)
    if not isinstance(game, Mnk):
        raise NoughtsError(f"SGF holds m,n,k games only; {name} can be written as PGN")
    rows, columns = game.rows, game.columns
    tags = dict(record.tags)
    first, second = record.players
    root = {
        "FF": "4",
        "GM": "4",
        "CA": "UTF-8",
        "AP": "noughts",
        "SZ": str(rows) if rows == columns else f"{columns}:{rows}",
        "RU": _written_rules(game, name, tags.get("RU", "")),
        "PB": first if first != "?" else None,
        "PW": second if second != "?" else None,
        "RE": _written_result(record),
        "DT": tags.get("DT") or _written_day(record.date),
        "EV": record.event if record.event != "?" else None,
        "REASON": record.reason or None,
    }
    root |= {own: tags[shared] for own, shared in _TAGS.items() if shared in tags}
    return f"(;{_properties(root)}{_written_setup(game, record)}{''.join(written_moves(record, game))})\n"


def _properties(told: Mapping[str, str | None]) -> str:
    return "".join(written(name, value) for name, value in told.items() if value is not None)


def _written_setup(game: Mnk, record: Record) -> str:
    if record.position is None:
        return ""
    start = game.position(record.position)
    contents = game.contents(start.states[0])
    cells = {name: [cell for cell, here in enumerate(contents) if here == mark] for name, mark in _SETUP.items()}
    lists = [
        written(name, *(point(game, cell) for cell in cells[name])) for name in ("AB", "AW", "OBSTACLE") if cells[name]
    ]
    return "".join(lists) + written("PL", COLOURS[start.turn])


def _written_rules(game: Mnk, name: str, told: str) -> str:
    """The game's name; or what another program said of the rules, where that is read as the same game."""
    with suppress(NoughtsError):
        is_five = game.k == K and not game.misere and game.exact == bool(STANDARD.fullmatch(told))
        if told and is_five and Mnk.named(told) is None:
            return told
    return name


def _written_day(date: GameDate | None) -> str | None:
    """The day as far as it is known from the year on."""
    if date is None or date.year is None:
        return None
    return date.day_text.partition(".?")[0].replace(".", "-")


def _written_result(record: Record) -> str:
    if record.result in ("1-0", "0-1"):
        reason = record.reason.lower()
        how = next((letter for letter, word in (("R", "resign"), ("T", "time")) if word in reason), "")
        return f"{'B' if record.result == '1-0' else 'W'}+{how}"
    return "?" if record.result == UNFINISHED else "0"


def read(text: str) -> list[Record]:
    """The games of a collection, checked: variations and all, but only properties that say something to us or of it."""
    text = readable(text)
    return [_finished(partial, nodes) for partial, nodes in _trees(text)]


@dataclass(slots=True)
class _Node:
    parent: int  # a place in the list of nodes, -1 for none
    at: int
    properties: list[Property] = field(default_factory=list)


def _trees(text: str) -> Iterator[tuple[PartialRecord, list[_Node]]]:
    """Each game's nodes in the order of the text."""
    first = _TREE.search(text)
    if first is None:
        raise NoughtsError("the text holds no game; an SGF game begins with (;")
    at, count = first.start(), 0
    partial, nodes = PartialRecord(text, 1, at), list[_Node]()
    here, opened = -1, list[int]()  # the node before, and those at which the lines around this one branched
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise partial.error(_what_is_wrong(text, at), at)
        part = token[0]
        if part == "(":
            if not opened:
                count += 1
                partial, nodes, here = PartialRecord(text, count, at), [], -1
            opened.append(here)
            if len(opened) > _MOST_NODES:
                raise partial.error(f"variations begin {_MOST_NODES:,} deep", at)
        elif not part.isspace() and not opened:
            raise partial.error(f"{shown(part)} stands outside of the games, which are written (;...)", at)
        elif part == ")":
            here = opened.pop()
            if not opened:
                yield partial, nodes
        elif part == ";":
            if len(nodes) == _MOST_NODES:
                raise partial.error(f"more than {_MOST_NODES:,} nodes", at)
            nodes.append(_Node(here, at))
            here = len(nodes) - 1
        elif part[0] == "[":
            if here < 0 or not nodes[here].properties:
                raise partial.error(f"the value {shown(part)} has no property before it", at)
            nodes[here].properties[-1][1].append(part[1:-1])
        elif not part.isspace():
            if here < 0:
                raise partial.error(f"the property {shown(part)} needs a ; before it", at)
            # Older files write names out, of which the capitals count: Black[hh].
            nodes[here].properties.append((re.sub("[a-z]", "", part), [], at))
        at = token.end()
    if opened:
        raise partial.error("the game is never closed by a )")


def _what_is_wrong(text: str, at: int) -> str:
    if text[at] == "[":
        return "the value that begins here is never closed by a ]"
    line = text[at : at + 200].split("\n", maxsplit=1)[0]
    return f"{shown(line)} is no property; properties are written NAME[value]"


def _finished(partial: PartialRecord, nodes: Sequence[_Node]) -> Record:
    root = {name: simple(values[0]) for node in nodes[:1] for name, values, _ in node.properties if values}
    for node in nodes[:1]:
        partial.at |= {_PARTS.get(name, name): at for name, _, at in node.properties}
    partial.game = _game_name(partial, root)
    game = partial.named_game()
    assert isinstance(game, Mnk)
    partial.players = root.get("PB", "?"), root.get("PW", "?")
    partial.event, partial.date = root.get("EV", "?"), _date(root.get("DT", ""))
    partial.tags = {shared: root[own] for own, shared in _TAGS.items() if own in root}
    if root.get("DT") and root["DT"] != _written_day(partial.date):
        partial.tags["DT"] = root["DT"]
    if root.get("RU") and root["RU"] != partial.game:
        partial.tags["RU"] = root["RU"]
    partial.result, partial.reason = _read_result(partial, root.get("RE", "?"))
    partial.reason = root.get("REASON", partial.reason)
    before = _before_moves(nodes)
    contents, first = _set_up(partial, game, [nodes[number].properties for number in before])
    add_moves(partial, game, [(node.parent, node.at, node.properties) for node in nodes], set(before), first)
    if set(contents) != {EMPTY} or first:
        rows = ["".join(contents[at : at + game.columns]) for at in range(0, len(contents), game.columns)]
        partial.position = f"{'/'.join(rows)} {MARKS[first]}"
    return partial.checked(game)


def _before_moves(nodes: Sequence[_Node]) -> list[int]:
    """The nodes of the main line as far as the first that has a move."""
    found, last = list[int](), -1
    for number, node in enumerate(nodes):
        if node.parent == last:  # of several that follow, the first
            found.append(number)
            last = number
            if any(name in COLOURS for name, _, _ in node.properties):
                break
    return found


def _game_name(partial: PartialRecord, root: dict[str, str]) -> str:
    """RU if it names a game of ours, else five in a row on a board of that size."""
    if root.get("GM", "4").strip() != "4":
        raise partial.error(
            f"GM is {shown(root['GM'])}; it must be 4, for gomoku and other m,n,k games", partial.at["GM"]
        )
    size = re.fullmatch(r"\s*([0-9]{1,2})\s*(?::\s*([0-9]{1,2})\s*)?", root.get("SZ", ""))
    if size is None:
        found = shown(root["SZ"]) if "SZ" in root else "missing"
        right = "SZ[15], or SZ[COLUMNS:ROWS] such as SZ[10:8]"
        raise partial.error(f"the size of the board is {found}; it must be {right}", partial.at.get("SZ"))
    columns, rows = int(size[1]), int(size[2] or size[1])
    rules = root.get("RU", "")
    try:
        named = Mnk.named(rules) if len(rules) <= MAX_NAME else None
    except NoughtsError as error:
        raise partial.error(error, partial.at["game"]) from None
    if named is None:
        return f"{'exact-' if STANDARD.fullmatch(rules) else ''}{rows}x{columns}x{K}"
    if (named.rows, named.columns) != (rows, columns):
        wrong = f"RU names {rules}, but SZ says {columns} columns and {rows} rows"
        raise partial.error(wrong, partial.at["game"])
    return rules


def _set_up(partial: PartialRecord, game: Mnk, nodes: Sequence[Sequence[Property]]) -> tuple[list[str], int]:
    """The contents of the cells before the first move, and the side to make it: PL says so, or the move itself."""
    contents = [EMPTY] * (game.rows * game.columns)
    turn: int | None = None
    left = _MOST_SET_UP * len(contents)  # a few letters name a whole board, again and again
    for node in nodes:
        for name, values, at in node:
            if name in _SETUP:
                partial.at.setdefault("position", at)
                for cell in cells_of(partial, game, values, at):
                    contents[cell] = _SETUP[name]
                    left -= 1
                    if left < 0:
                        raise partial.error(f"points are set up {_MOST_SET_UP} times over; once is enough", at)
            elif name == "PL":
                told = simple("".join(values)).strip().upper()[:1]
                if told not in COLOURS:
                    raise partial.error(f"PL is {shown(''.join(values))}; it must be B or W", at)
                turn = COLOURS.index(told)
            elif name in COLOURS and turn is None:
                turn = COLOURS.index(name)
    return contents, turn or 0


def _read_result(partial: PartialRecord, told: str) -> tuple[str, str]:
    """Result and reason."""
    told = told.strip()
    if told.upper() in ("", "?", "VOID"):
        return UNFINISHED, ""
    if told.upper() in ("0", "DRAW", "JIGO"):
        return "1/2-1/2", ""
    winner = re.fullmatch(r"([BW])\s*\+\s*(.*)", told, re.IGNORECASE | re.DOTALL)
    if winner is None:
        raise partial.error(f"RE is {shown(told)}; it must be B+, W+, B+R, W+T and so on, 0 or ?", partial.at["result"])
    first_won = winner[1].upper() == "B"
    words = {"r": "resigned", "t": "ran out of time", "f": "forfeited"}
    words |= {"resign": words["r"], "time": words["t"], "forfeit": words["f"]}
    how = words.get(winner[2].strip().lower())
    return ("1-0" if first_won else "0-1"), f"{MARKS[first_won]} {how}" if how else ""


def _date(told: str) -> GameDate | None:
    """The first day that DT names; it may hold several, or a year alone."""
    day = re.match(r"\s*([0-9]{4}(?:-[0-9]{2}){0,2})(?![0-9])", told)
    return GameDate.read(day[1]) if day else None
