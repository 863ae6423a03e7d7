"""What a file says of its game comes out as it came in: dates as far as known, names, tags, letters in any encoding."""

import re
from dataclasses import replace
from datetime import UTC, datetime, time

import pytest

from noughts.errors import NoughtsError
from noughts.records import (
    FORMATS,
    GameDate,
    Record,
    RecordedMove,
    decoded,
    format_of_text,
    read_records,
    write_records,
)


@pytest.mark.parametrize(
    "date",
    [
        None,
        GameDate(2024),
        GameDate(2024, 2),
        GameDate(month=2, day=29),
        GameDate(2024, 2, 29),
        GameDate(2026, 5, 31, time(18, 30, 5)),
        GameDate(2024, time_of_day=time(0, 0, 0)),
        GameDate.of(datetime(2026, 5, 31, 23, 59, 59, 123, tzinfo=UTC)),
    ],
    ids=str,
)
def test_dates_are_kept_in_pgn_as_far_as_they_are_known(date: GameDate | None) -> None:
    record = Record("ultimate", date=date)
    text = write_records([record], "pgn")
    assert read_records(text) == [record]
    assert ("Time" in text) == (date is not None and date.time_of_day is not None), "no time is made up"
    assert ('[Date "????.??.??"]' in text) == (date is None)


@pytest.mark.parametrize(
    ("told", "day"),
    [
        ("2024", "2024.??.??"),
        ("2024-05", "2024.05.??"),
        ("2019-03-02,03", "2019.03.02"),
        ("in May", None),
        ("2019-02-30", None),
        (None, None),
    ],
)
def test_sgf_days_are_kept_as_they_stand(told: str | None, day: str | None) -> None:
    text = "(;FF[4]GM[4]CA[UTF-8]AP[noughts]SZ[15]RU[15x15x5]RE[?]" + (f"DT[{told}])\n" if told else ")\n")
    (record,) = read_records(text)
    assert (str(record.date) if record.date else None) == day
    assert write_records([record], "sgf") == text
    pgn = write_records([record], "pgn")
    assert f'[Date "{day or "????.??.??"}"]' in pgn
    assert write_records(read_records(pgn), "sgf") == text


# What other programs say of a game comes out as it came in, in the order of the standard.
TAGGED_PGN = """\
[Event "Evening of 3x3x3"]
[Site "Brno: club"]
[Date "19??.??.??"]
[Round "2.1"]
[White "Team: A"]
[Black "noughts:level=easy"]
[Result "1-0"]
[Variant "3x3x3"]
[Termination "normal"]
[WhiteElo "2000"]
[TimeControl "300+5"]
[UTCDate "????.??.??"]
[Time "6 pm"]
[annotator "A \\"quoted\\" one"]

1. b2 a1 2. b3 c3 3. b1 1-0
"""
TAGGED_SGF = """\
(;FF[4]GM[4]CA[UTF-8]AP[noughts]SZ[15]RU[freestyle]PB[Ada]RE[B+]DT[1996-05-06,07]EV[Cup]PC[Brno]RO[2]AN[Cyd]BT[A: b]\
BR[4d]CP[(c\\)]GN[Final]TM[600]US[me]
;B[hh])
"""
TAGGED_PSQ = """\
Piskvorky 20x20, 11:11, 0
11,11,0
12,11,0
1,20,14062
RAPFI
YIXIN
3
2,Freestyle1
"""


@pytest.mark.parametrize("text", [TAGGED_PGN, TAGGED_SGF, TAGGED_PSQ], ids=list(FORMATS))
def test_what_else_a_file_says_of_a_game_comes_out_as_it_came_in(text: str) -> None:
    text = text.replace("\\)", ")")
    name = format_of_text(text)
    records = read_records(text)
    assert write_records(records, name) == text
    pgn = write_records(records, "pgn")
    assert write_records(read_records(pgn), name) == text, "by way of PGN as well"


def test_tags_never_become_moves_set_ups_or_results() -> None:
    tags = {"AB": "aa", "Result": "0-1", "B": "aa", "Variant": "ultimate", "RU": "3x3x3", "no tag": "x"}
    tags |= {"PsqResult": "1", "PsqCode": "8,8", "PsqLevels": "Ada", "FEN": "x"}
    record = Record("15x15x5", (RecordedMove("h8"),), ("Ada", "Bob"), tags=tuple(tags.items()))
    for name in FORMATS:
        (found,) = read_records(write_records([record], name))
        assert replace(found, tags=()) == replace(record, tags=())


def test_a_text_calls_games_by_the_names_it_is_told_and_changes_nothing_else() -> None:
    record = Record("3x3x3", (RecordedMove("b2"),), ("3x3x3", "Bob"), event="Evening of 3x3x3")
    for name in ("pgn", "sgf"):
        (found,) = read_records(write_records([record], name, {"3x3x3": "tictactoe"}))
        assert found == replace(record, game="tictactoe")


LATIN = "(;GM[4]SZ[15]CA[{}]PB[José “X”]PW[Müller])"


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (LATIN.format("UTF-8").encode(), None),
        (LATIN.format("ISO-8859-1").encode(), None),  # it says so, but is UTF-8
        (LATIN.format("UTF-8").encode("utf-8-sig"), None),
        (LATIN.format("UTF-8").encode("utf-16"), None),
        (LATIN.format("UTF-8").encode("utf-32"), None),
        (LATIN.format("windows-1252").encode("cp1252"), None),
        (LATIN.format("ISO-8859-1").encode("cp1252"), None),  # as Windows calls it
        (LATIN.format("UTF-8").encode("cp1252"), "cp1252"),
        (LATIN.format("UTF-8").encode("utf-16-le"), "utf-16-le"),
        (LATIN.format("GB18030").encode("gb18030"), None),
    ],
)
def test_files_are_read_in_the_encoding_that_they_or_their_readers_say(content: bytes, encoding: str | None) -> None:
    assert read_records(decoded(content, encoding))[0].players == ("José “X”", "Müller")


@pytest.mark.parametrize(
    ("content", "encoding", "words"),
    [
        ("Müller".encode("latin-1"), None, "it is not text in UTF-8, and does not say in which encoding it is"),
        ('[White "CA[cp1252] Müller"]'.encode("cp1252"), None, "does not say"),  # no SGF
        (LATIN.format("utf-8").encode("cp1252"), None, "and declares utf-8, but is no such text"),
        (LATIN.format("klingon").encode("cp1252"), None, "and declares klingon, but is no such text"),
        (LATIN.format("punycode").encode("cp1252"), None, "and declares punycode, but is no such text"),
        (b"\xff\xfe\x00", None, "and declares utf-16-le, but is no such text"),
        (b"x", "klingon", "it is not text in 'klingon', or there is no such encoding"),
        (b"x", "zlib", "it is not text in 'zlib', or there is no such encoding"),
        (b"x", "x\0y", "or there is no such encoding"),
        (b"x", "y" * 100_000, "or there is no such encoding"),
        (b"x", "\ud800é", "or there is no such encoding"),
        (b"x", "cp9999", "or there is no such encoding"),
    ],
)
def test_bytes_that_are_no_text_are_refused(content: bytes, encoding: str | None, words: str) -> None:
    with pytest.raises(NoughtsError, match=re.escape(words)) as refused:
        decoded(content, encoding)
    assert len(str(refused.value)) < 300
