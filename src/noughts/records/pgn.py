r"""PGN-like text, for every game: tags in brackets, then numbered moves with comments.

[Event "?"]                         the seven tags of PGN, White for the first player and Black for the second
...
[Variant "xtreme"]                  the game
1. 1.1.3 {+0.40/9 0.51s} 2. 1.3.2   a number before each move of the first player counts these moves, however turns
1.2.7 2... 1.7.5 *                  go: here the first player had a bonus move, and then the second
"""

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from noughts.board import Game
from noughts.conformance.discovery import is_file_name
from noughts.errors import NoughtsError, shown
from noughts.records.game_date import GameDate, read_time
from noughts.records.move_comments import read_comment, write_comment
from noughts.records.partial_record import PartialRecord
from noughts.records.record import RESULTS, Record, RecordedMove, game_of_record
from noughts.records.text import UnsaidError, one_line, readable

LINE = 80
MAX_MOVE = 40  # longer words are refused before anything is made of them

_TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<line_comment>;[^\n]*)
    |(?P<escape>(?<![^\n])%[^\n]*)
    |(?P<comment>\{[^}]*+\})
    |(?P<tag>\[\s*[A-Za-z0-9_]+\s*"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"\s*\])
    |(?P<nag>\$[0-9]*)
    |(?P<open>\()
    |(?P<close>\))
    |(?P<word>[^\s()\[\]{};"$]+)""",
    re.VERBOSE,
)
_PARTS = {"variant": "game", "fen": "position"}  # tags by the names that a partial has for their places
_NUMBER = re.compile(r"[0-9]{1,9}\.+")
_MAX_WORDS = 100_000  # in a game: no game is as long
_Find = Callable[[str], Game]
_TAG_NAME = re.compile(r"[A-Za-z0-9_]+")
# Tags that a record holds as fields of its own; those of its date, and others as far as they agree with it.
_STANDARD = {name.lower(): name for name in ("Site", "Date", "Round", "Time", "UTCDate", "UTCTime", "Termination")}
_FIELDS = ("event", "white", "black", "result", "variant", "setup", "fen")


def write(record: Record, name: str) -> str:
    """The record as text, with a line end, the game called by that name; NoughtsError if it cannot be played."""
    record = record.checked()
    start = record.replay().root()
    tags = {
        "Event": record.event,
        "Site": "?",
        "Date": "????.??.??",
        "Round": "?",
        "White": record.players[0],
        "Black": record.players[1],
        "Result": record.result,
        "Variant": name,
    }
    if record.date is not None:
        tags |= _date_tags(record.date)
    if record.position is not None:
        tags |= {"SetUp": "1", "FEN": start.text()}
    if record.reason:
        tags["Termination"] = record.reason
    tags |= {tag: value for tag, value in record.tags if _TAG_NAME.fullmatch(tag) and tag.lower() not in _FIELDS}
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", *_wrapped([*_move_words(record), record.result])]) + "\n"


def _date_tags(date: GameDate) -> dict[str, str]:
    day = date.day_text
    if date.time_of_day is None:
        return {"Date": day}
    zone = "UTC" if date.is_utc else ""
    return {"Date": day, f"{zone}Date": day, f"{zone}Time": f"{date.time_of_day:%H:%M:%S}"}


def _escaped(value: str) -> str:
    return one_line(value).replace("\\", "\\\\").replace('"', '\\"')


def _move_words(record: Record) -> Iterator[str]:
    """The moves with their numbers and comments, in pieces that stay on a line."""
    position = Record(record.game, position=record.position).replay()
    number = position.turn  # moves of the first player so far; 1 if the second begins, as in PGN
    follows = False  # a move of the first player stands just before, and no comment
    for move in record.moves:
        first = position.turn == 0
        if first:
            number += 1
            yield f"{number}."
        elif not follows:
            yield f"{max(number, 1)}..."
        position.push(move.text)
        yield str(position.peek())
        note = write_comment(move)
        if note:
            yield f"{{{note}}}"
        follows = first and not note


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > LINE:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


def read(text: str, game: str | None = None, files: Mapping[str, str] | None = None) -> list[Record]:
    """The games of a text, checked. `game` stands in where one is not named, or is named by a file; `files` are those
    of games that may be called by these names."""
    text = readable(text)
    find = functools.cache(game_of_record)  # that of a file looks at the file, each time: once a text is enough
    return [_finished(partial, game, files or {}, find) for partial in _partial_records(text)]


class _Reading(PartialRecord):
    """A game's tags, and its words, each with its place and the comments behind it."""

    def __init__(self, text: str, number: int, start: int) -> None:
        super().__init__(text, number, start)
        self.told: dict[str, str] = {}  # tags by their names in small letters, which may be written in any
        self.spelled: dict[str, str] = {}  # these names as they stand
        self.words: list[tuple[str, int, list[str]]] = []
        self.ending: str | None = None


def _partial_records(text: str) -> Iterator[_Reading]:
    """Cut the text into games: one ends with its result, or where the next one's tags begin."""
    reading: _Reading | None = None
    count = 0
    for kind, value, at in _tokens(text):
        spelled = value.partition('"')[0].strip("[ \t\n\f\v") if kind == "tag" else ""
        name = spelled.lower()
        if reading is not None and name and (reading.words or (name == "event" and name in reading.told)):
            yield reading
            reading = None
        if reading is None:
            if kind == "comment":
                continue
            count += 1
            reading = _Reading(text, count, at)
        if kind == "wrong":
            raise reading.error(value, at)
        if kind == "tag":
            told = re.sub(r"\\(.)", r"\1", value[value.index('"') + 1 : value.rindex('"')])
            told = _day(told) if name in ("date", "utcdate") else one_line(told)
            reading.told[name], reading.spelled[name] = told, spelled
            reading.at[_PARTS.get(name, name)] = at
        elif kind == "comment" and reading.words:
            reading.words[-1][2].append(value[1:-1])
        elif kind == "word" and value in RESULTS:
            reading.ending, reading.at["ending"] = value, at
            yield reading
            reading = None
        elif kind == "word":
            reading.words.append((value, at, []))
            if len(reading.words) > _MAX_WORDS:
                raise reading.error(f"more than {_MAX_WORDS:,} moves", at)
    if reading is not None:
        yield reading
    if not count:
        raise NoughtsError('the text holds no game; one begins with tags such as [Variant "ultimate"]')


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Kind, text and place of each "tag", "word" and "comment" outside of variations; "wrong" with the mistake."""
    at = depth = opened_at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        kind = token.lastgroup if token else None
        if depth and kind in (None, "tag"):
            break
        if kind == "open":
            opened_at = opened_at if depth else at
            depth += 1
        elif kind == "close" and depth:
            depth -= 1
        elif kind in ("tag", "word", "comment") and not depth:
            assert token is not None
            yield kind, token[0], at
        elif token is None or kind == "close":
            yield "wrong", _what_is_wrong(text, at), at
            return
        at = token.end() if token else at
    if depth:
        yield "wrong", "the ( here is never closed by a )", opened_at


def _what_is_wrong(text: str, at: int) -> str:
    line = text[at : at + 200].split("\n", maxsplit=1)[0]
    if text[at] == "{":
        return "the comment that begins here is never closed by a }"
    if text[at] == ")":
        return "a ) without a ( before it"
    if text[at] == "[":
        return f'{shown(line)} is not a tag; tags are written [Name "value"], with \\" and \\\\ for " and \\'
    return f"{shown(line)} is neither a tag, nor a move, nor a comment"


def _finished(reading: _Reading, stand_in: str | None, files: Mapping[str, str], find: _Find) -> Record:
    game = _named_game(reading, stand_in, files, find)
    told = reading.told
    reading.players = told.get("white", "?"), told.get("black", "?")
    reading.event, reading.reason = told.get("event", "?"), told.get("termination", "")
    reading.position = told.get("fen")
    reading.date = _date(reading)
    reading.result = _result(reading)
    for word, at, comments in reading.words:
        try:
            move = _move(game, word)
        except NoughtsError as error:
            raise reading.error(f"move {len(reading.moves) + 1}: {error}", at) from None
        if move:
            notes = (read_comment(move, comment) for comment in comments)
            reading.add(next((note for note in notes if note != RecordedMove(move)), RecordedMove(move)), at)
    record = reading.checked(game)
    return replace(record, tags=tuple(_other_tags(reading, record)))


def _other_tags(reading: _Reading, record: Record) -> Iterator[tuple[str, str]]:
    """The tags that would not be written for this record as they stand."""
    held = {"site": "?", "round": "?", "date": "????.??.??", "termination": record.reason}
    if record.date is not None:
        held |= {name.lower(): value for name, value in _date_tags(record.date).items()}
    for name, value in reading.told.items():
        if name not in _FIELDS and held.get(name) != value:
            yield _STANDARD.get(name, reading.spelled[name]), value


def _named_game(reading: _Reading, stand_in: str | None, files: Mapping[str, str], find: _Find) -> Game:
    named = reading.told.get("variant")
    known = stand_in if named is None or is_file_name(named) else files.get(named)
    if known is not None:
        reading.game = known
        return find(known)
    if named is None:
        wrong = 'the game is not named; a tag such as [Variant "ultimate"] must do so'
        raise UnsaidError(str(reading.error(wrong)), "game")
    reading.game = named
    return reading.named_game()


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


def _result(reading: _Reading) -> str:
    told = reading.told.get("result", reading.ending or "*")
    if "ending" in reading.at:
        reading.at.setdefault("result", reading.at["ending"])
    if told not in RESULTS:
        wrong = f"the result is {shown(told)}; it must be one of {', '.join(RESULTS)}"
        raise reading.error(wrong, reading.at["result"])
    if reading.ending in (None, told):
        return told
    if "*" in (told, reading.ending):
        return reading.ending if told == "*" and reading.ending else told
    raise reading.error(f"the moves end with {reading.ending}, but the tag says {told}", reading.at["ending"])


def _day(told: str) -> str:
    """A day in one way of writing it, where it is one."""
    date = GameDate.read(told or "?")
    return one_line(told) if date is None or date.time_of_day is not None else date.day_text


def _date(reading: _Reading) -> GameDate | None:
    """The date by UTCDate and UTCTime if both are known in full, else by Date and Time; None if nothing is known."""
    told = reading.told
    utc_day, utc_time = GameDate.read(told.get("utcdate", "")), read_time(told.get("utctime", ""))
    if utc_day is not None and utc_day.is_whole and utc_time is not None:
        return replace(utc_day, time_of_day=utc_time, is_utc=True)
    day = told.get("date", "?")
    date = GameDate.read(day)
    if date is None and "?" not in day:
        wrong = f"the date is {shown(day)}; written 2026.05.31, or 2026.??.?? where it is not known in full"
        raise reading.error(wrong, reading.at["date"])
    if date is None or date.is_unknown:
        return None
    return replace(date, time_of_day=read_time(told.get("time", "")))
