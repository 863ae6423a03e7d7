"""Piskvork's .psq, one game of five in a row a file, as Piskvork and Gomocup write it.

Piskvorky 15x15, 0:0, 0       columns x rows, levels of the two players (0 is a person), which of them began
8,8,530                       column and row from the top left, counted from 1, and milliseconds
9,7,1204
Ada                           the players; left out if neither is known
noughts
-1                            a code of Piskvork's that says nothing about the game
1,Freestyle                   won by the first (1) or the second (2), or drawn (0), and the event

The rule is not told. Gomocup names its tournaments by it: the event Standard, or Standard1 and so on, is exactly five.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from noughts.board import Game
from noughts.errors import NoughtsError, shown
from noughts.games.mnk import Mnk
from noughts.records.partial_record import PartialRecord
from noughts.records.record import RESULTS, UNFINISHED, Record, game_of_record
from noughts.records.text import one_line, readable
from noughts.records.tree import Notes

K = 5
SMALLEST = 5  # Piskvork makes smaller boards larger
GOMOCUP = "11:11"  # the levels in files of Gomocup's judge

_HEADER = re.compile(
    r"Piskvorky\s+([0-9]{1,3})\s*x\s*([0-9]{1,3})\s*,\s*([0-9]{1,3}\s*:\s*[0-9]{1,3})\s*,\s*([01])\s*", re.IGNORECASE
)
_MOVE = re.compile(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*(?:,\s*(-?[0-9]{1,9})\s*)?")
_CODE = re.compile(r"\s*-?[0-9]{1,9}\s*")
_NUMBERS = re.compile(r"[\s,0-9.+-]*")
_STANDARD = re.compile(r"standard[0-9_]*", re.IGNORECASE)
_ENDING = re.compile(r"\s*([012])\s*,(.*)")
# Tags for what only Piskvork and Gomocup have a use for, and what a value of each looks like.
_LEVELS, _CODE_TAG, _RESULT = "PsqLevels", "PsqCode", "PsqResult"
_TAGS = {
    _LEVELS: re.compile(r"[0-9]{1,3}:[0-9]{1,3}"),
    _CODE_TAG: re.compile(r"-?[0-9]{1,9}"),
    _RESULT: re.compile(r"[012]"),
}
_RESULTS = {"1": RESULTS[0], "2": RESULTS[1], "0": RESULTS[2]}


def write(record: Record, name: str) -> str:
    """The record as text, which does not hold the name; NoughtsError for what a .psq cannot say: another k, misère,
    obstacles, set-ups, and mostly the rule."""
    record = record.checked()
    game = game_of_record(record.game)
    if not isinstance(game, Mnk) or game.k != K or game.misere:
        raise NoughtsError(f"psq holds five in a row only, such as 15x15x5; {name} can be written as PGN")
    if record.position is not None:
        raise NoughtsError(
            "psq holds games from the empty board only, not from set-ups; this one can be written as PGN"
        )
    if min(game.rows, game.columns) < SMALLEST:
        raise NoughtsError(f"psq holds boards from {SMALLEST}x{SMALLEST}; {name} can be written as PGN")
    tags = {tag: value for tag, value in record.tags if tag in _TAGS and _TAGS[tag].fullmatch(value)}
    lines = [f"Piskvorky {game.columns}x{game.rows}, {tags.get(_LEVELS, '0:0')}, 0"]
    for move, noted in zip(record.replay().move_stack, record.moves, strict=True):
        row, column = divmod(game.clicks(move.code)[0], game.columns)
        lines.append(f"{column + 1},{row + 1},{round(1000 * (noted.seconds or 0))}")
    if record.players != ("?", "?"):
        lines += map(_written_name, record.players)
    lines.append(tags.get(_CODE_TAG, "-1"))
    told = {result: digit for digit, result in _RESULTS.items()}.get(record.result)
    if told is None and tags.get(_LEVELS) == GOMOCUP and _has_opening(record):
        told = tags.get(_RESULT)
    _check_rule(game, one_line(record.event) if told is not None else "", name)
    if told is not None:
        lines.append(f"{told},{one_line(record.event)}")
    return "\n".join(lines) + "\n"


def _check_rule(game: Mnk, event: str, name: str) -> None:
    """NoughtsError if a file with this event, "" if it has none, would be read as a game of the other rule."""
    if game.exact == bool(_STANDARD.fullmatch(event)):
        return
    if game.exact:
        reason = "psq says that exactly five win only by the event Standard of a game that is over"
    else:
        reason = f"psq with the event {shown(event)} is read as exactly five in a row"
    raise NoughtsError(f"{reason}; {name} can be written as PGN")


def _written_name(name: str) -> str:
    line = one_line(name)
    if _NUMBERS.fullmatch(line) or _HEADER.match(line):
        raise NoughtsError(f"psq cannot hold a player named {shown(name)}: it would read as another line of the file")
    return line


def read(text: str) -> list[Record]:
    """The game of a file, or the games of several files one after another, checked."""
    return [_finished(partial, lines) for partial, lines in _games(readable(text))]


_Line = tuple[str, int]  # and where it stands


def _games(text: str) -> Iterator[tuple[PartialRecord, list[_Line]]]:
    at = count = 0
    found: tuple[PartialRecord, list[_Line]] | None = None
    for line in text.split("\n"):
        if line.strip():
            if _HEADER.fullmatch(line):
                if found:
                    yield found
                count += 1
                found = PartialRecord(text, count, at), []
            if found is None:
                right = "Piskvorky COLUMNSxROWS, 0:0, 0 such as Piskvorky 15x15, 0:0, 0"
                raise PartialRecord(text, 1, at).error(f"{shown(line)} is not how a psq begins; it must be {right}")
            found[1].append((line, at))
        at += len(line) + 1
    if found:
        yield found


def _finished(partial: PartialRecord, lines: Sequence[_Line]) -> Record:
    header = _HEADER.fullmatch(lines[0][0])
    assert header is not None
    columns, rows, second_began = int(header[1]), int(header[2]), header[4] == "1"
    levels = re.sub(r"\s", "", header[3])
    if levels != "0:0":
        partial.tags[_LEVELS] = ":".join(levels.split(":")[:: -1 if second_began else 1])
    ending = _ending([line for line, _ in lines])
    partial.event = one_line(ending[2]) if ending else "?"
    partial.game = f"{'exact-' if _STANDARD.fullmatch(partial.event) else ''}{rows}x{columns}x{K}"
    game = partial.named_game()
    after, node = 1, 0
    while after < len(lines) and (move := _MOVE.fullmatch(lines[after][0])):
        node = _add_move(partial, game, node, move, lines[after][1])
        after += 1
    rest = lines[after:]
    if rest and not _CODE.fullmatch(rest[0][0]):
        partial.players = _read_names(partial, rest[:2], second_began)
        rest = rest[2:]
    if rest and not _CODE.fullmatch(rest[0][0]):
        raise partial.error(f"{shown(rest[0][0])} stands where a number such as -1 must end the game", rest[0][1])
    if rest and (code := rest[0][0].strip()) != "-1":
        partial.tags[_CODE_TAG] = code
    record = partial.checked(game)
    if ending is None or record.result != UNFINISHED:
        return record  # a game that the board decides, it decides
    # Gomocup counts from the side that moved first after a given opening: that can be either.
    if levels == GOMOCUP and _has_opening(record):
        return replace(record, tags=(*record.tags, (_RESULT, ending[1])))
    return replace(record, result=_RESULTS[ending[1]]).checked()


def _ending(lines: Sequence[str]) -> re.Match[str] | None:
    """The line with result and event: the second after the moves and, where there are any, the names."""
    rest = list(itertools.dropwhile(_MOVE.fullmatch, lines[1:]))
    if rest and not _CODE.fullmatch(rest[0]):
        rest = rest[2:]
    return _ENDING.fullmatch(rest[1]) if len(rest) > 1 else None


def _has_opening(record: Record) -> bool:
    """Whether the first moves were given: they took no time."""
    return bool(record.moves) and record.moves[0].seconds is None


def _add_move(partial: PartialRecord, game: Game, parent: int, move: re.Match[str], at: int) -> int:
    column, row = int(move[1]), int(move[2])
    if not (1 <= column <= game.columns and 1 <= row <= game.rows):
        place, right = f"column {column}, row {row}", f"columns count from 1 to {game.columns}, rows to {game.rows}"
        raise partial.error(f"{place} is off the board; {right}", at)
    seconds = int(move[3] or 0) / 1000
    cell = game.cells[(row - 1) * game.columns + column - 1]
    return partial.add(parent, cell.name, at, Notes(seconds=seconds if seconds > 0 else None))


def _read_names(partial: PartialRecord, lines: Sequence[_Line], second_began: bool) -> tuple[str, str]:
    """The players in the order in which they moved."""
    for line, at in lines:
        if _NUMBERS.fullmatch(line):
            wrong = "neither a move (COLUMN,ROW,MILLISECONDS) nor a player's name"
            raise partial.error(f"{shown(line)} is {wrong}", at)
    if len(lines) < 2:
        raise partial.error("the second player's name is missing; two names follow the moves, or none", lines[0][1])
    names = one_line(lines[0][0]), one_line(lines[1][0])
    return (names[1], names[0]) if second_began else names
