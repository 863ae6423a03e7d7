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
from dataclasses import replace

from noughts.board import Game
from noughts.conformance.discovery import is_file_name
from noughts.errors import NoughtsError, shown
from noughts.records.game_date import GameDate, read_time
from noughts.records.partial_record import PartialRecord
from noughts.records.pgn_moves import EARLY, Token, move_words, read_moves
from noughts.records.record import RESULTS, Record, game_of_record
from noughts.records.text import UnsaidError, one_line, readable

LINE = 80

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
_MAX_TOKENS = 150_000  # words, comments and signs in a game
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
    return "\n".join([*lines, "", *_wrapped([*move_words(record), record.result])]) + "\n"


def _date_tags(date: GameDate) -> dict[str, str]:
    day = date.day_text
    if date.time_of_day is None:
        return {"Date": day}
    zone = "UTC" if date.is_utc else ""
    return {"Date": day, f"{zone}Date": day, f"{zone}Time": f"{date.time_of_day:%H:%M:%S}"}


def _escaped(value: str) -> str:
    return one_line(value).replace("\\", "\\\\").replace('"', '\\"')


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if word[0] == ";":  # to the end of its line
            yield f"{line} {word}".lstrip(" ")
            line = ""
        elif line and len(line.rpartition("\n")[2]) + 1 + len(word.partition("\n")[0]) > LINE:
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
    """A game's tags, and the tokens of its moves."""

    def __init__(self, text: str, number: int, start: int) -> None:
        super().__init__(text, number, start)
        self.told: dict[str, str] = {}  # tags by their names in small letters, which may be written in any
        self.spelled: dict[str, str] = {}  # these names as they stand
        self.tokens: list[Token] = []
        self.has_moves = False
        self.opened: list[int] = []  # where the variations begin that are not closed
        self.ending: str | None = None

    def take(self, kind: str, value: str, at: int) -> None:
        """Keep a token of the moves."""
        self.has_moves |= kind == "word"
        if kind == "open":
            self.opened.append(at)
        elif kind == "close":
            self.opened.pop()
        if len(self.tokens) == _MAX_TOKENS:
            raise self.error(f"more than {_MAX_TOKENS:,} moves, numbers and comments", at)
        if value != "{}":
            self.tokens.append((kind, value, at))


def _partial_records(text: str) -> Iterator[_Reading]:
    """Cut the text into games: one ends with its result, or where the next one's tags begin."""
    reading: _Reading | None = None
    count = 0
    for kind, value, at in _tokens(text):
        spelled = value.partition('"')[0].strip("[ \t\n\f\v") if kind == "tag" else ""
        name = spelled.lower()
        is_open = reading is not None and bool(reading.opened)
        is_next = reading is not None and (reading.has_moves or (name == "event" and name in reading.told))
        if reading is not None and name and is_next and not is_open:
            yield reading
            reading = None
        if reading is None:
            if kind in ("comment", "line_comment", "nag"):
                continue
            count += 1
            reading = _Reading(text, count, at)
        if is_open and kind in ("tag", "wrong"):
            break
        if kind == "wrong" or (kind == "close" and not is_open):
            raise reading.error(_what_is_wrong(text, at), at)
        if kind == "open" and not reading.has_moves:
            raise reading.error(EARLY, at)
        if kind == "tag":
            told = re.sub(r"\\(.)", r"\1", value[value.index('"') + 1 : value.rindex('"')])
            told = _day(told) if name in ("date", "utcdate") else one_line(told)
            reading.told[name], reading.spelled[name] = told, spelled
            reading.at[_PARTS.get(name, name)] = at
        elif kind == "word" and value in RESULTS and not is_open:
            reading.ending, reading.at["ending"] = value, at
            yield reading
            reading = None
        else:
            reading.take(kind, value, at)
    if reading is not None:
        if reading.opened:
            raise reading.error("the ( here is never closed by a )", reading.opened[0])
        yield reading
    if not count:
        raise NoughtsError('the text holds no game; one begins with tags such as [Variant "ultimate"]')


def _tokens(text: str) -> Iterator[Token]:
    """Kind, text and place of what says something; "wrong" for what is none of our tokens, the last."""
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        kind = token.lastgroup if token else "wrong"
        assert kind is not None
        if kind not in ("space", "escape"):
            yield kind, token[0] if token else "", at
        if token is None:
            return
        at = token.end()


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
    read_moves(reading, reading.tokens, game)
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
