"""Game records: what is written is read again, other programs' files are read, and bad ones are refused in words."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import noughts
from commands import CONNECT_FOUR
from noughts.kernel.scores import MATE
from noughts.records import (
    FORMATS,
    GameDate,
    Record,
    RecordedMove,
    format_of_file,
    format_of_text,
    read_records,
    write_records,
)
from noughts.records.text import MAX_CHARACTERS
from noughts.registry import families

EXAMPLES = [name for family in families() for name in family.examples]
MNK = ["tictactoe", "misere-4x4x3", "exact-6x6x4", "8x10x5", "3x7x3", "15x15x5", "32x32x5"]
AWKWARD = (
    'quote " bracket ] [',
    "back\\slash \\",
    "(; {brace} ;)",
    "Žofie 五子棋",
    "%percent $1",
    "1-0",
    "",
    " spaces ",
)

DATES = (None, GameDate(2026, 5, 31), GameDate(2024), GameDate(2024, 5))


def random_record(name: str, seed: int, set_up: bool = False) -> Record:
    """A game of random moves, cut off anywhere, from its start or from a position in the middle of another game."""
    chance = random.Random(f"{name} {seed}")
    position = noughts.game(name).start()
    start = None
    if set_up:
        if position.game.takes_cells:
            cells = [cell.name for cell in position.game.cells]
            position = position.game.with_cells(dict.fromkeys(chance.sample(cells, 2), "#"))
        for _ in range(chance.randint(0, 7)):
            before = position.copy()
            position.push(chance.choice(position.legal_moves))
            if position.is_game_over():
                position = before
        start = position.text()
        position = noughts.game(name).position(start)
    moves = []
    for _ in range(chance.choice((0, 1, 5, 30, 2000))):
        if position.is_game_over():
            break
        moves.append(chance.choice(position.legal_moves).text)
        position.push(moves[-1])
    outcome = position.outcome()
    result, reason = chance.choice(
        [("*", ""), ("1-0", "O resigned"), ("0-1", "X ran out of time"), ("1/2-1/2", "agreed")]
    )
    if outcome is not None:
        result, reason = {0: "1-0", 1: "0-1", None: "1/2-1/2"}[outcome.winner], outcome.reason
    players = chance.choice(AWKWARD), chance.choice(AWKWARD)
    noted = tuple(random_notes(move, chance) for move in moves)
    return Record(name, noted, players, result, reason, start, chance.choice(DATES), chance.choice(AWKWARD))


def random_notes(move: str, chance: random.Random) -> RecordedMove:
    value = chance.choice([None, 0, -7, 125, -33333, MATE - 3, 4 - MATE, MATE])
    return RecordedMove(move, chance.choice([None, 0.0, 0.53, 12.345]), value, chance.choice([None, 1, 12]))


@pytest.mark.parametrize("set_up", [False, True])
@pytest.mark.parametrize("name", EXAMPLES)
def test_pgn_keeps_everything(name: str, set_up: bool) -> None:
    records = [random_record(name, seed, set_up) for seed in range(4)]
    text = write_records(records, "pgn")
    assert read_records(text) == records
    assert all(len(line) <= 80 for line in text.split("\n") if not line.startswith("["))


@pytest.mark.parametrize("set_up", [False, True])
@pytest.mark.parametrize("name", MNK)
def test_sgf_keeps_everything(name: str, set_up: bool) -> None:
    records = [random_record(name, seed, set_up) for seed in range(4)]
    assert read_records(write_records(records, "sgf")) == records


@pytest.mark.parametrize("name", ["15x15x5", "8x10x5", "20x20x5"])
@pytest.mark.parametrize("seed", range(4))
def test_psq_keeps_moves_times_players_result_and_event(name: str, seed: int) -> None:
    record = replace(random_record(name, seed), players=("Žofie ]", " noughts "))
    (found,) = read_records(write_records([record], "psq"))
    moves = tuple(RecordedMove(move.text, move.seconds or None) for move in record.moves)
    by_board = record.replay().is_game_over()
    kept = replace(record, moves=moves, date=None, reason=record.reason if by_board else "")
    assert found == (kept if record.result != "*" else replace(kept, event="?"))


def test_line_ends_in_names_become_spaces() -> None:
    record = Record("5x5x5", players=("two\nlines", "form\r\nfeed\x0c\x00"), event="a\u2028b")
    for name in FORMATS:
        (found,) = read_records(write_records([record], name))
        assert found.players == ("two lines", "form  feed  ")


# These three stand in docs/records.md.
PGN = """\
[Event "Club \\"A\\" evening"]
[Site "?"]
[Date "2026.05.31"]
[Round "?"]
[White "Ada"]
[Black "noughts"]
[Result "1-0"]
[Variant "tictactoe"]
[Termination "3 in a row"]

1. b2 {+1.25/12 0.53s} 1... a1 {-M3} 2. b1 c3 3. b3 {0.10s} 1-0
"""
SGF = """\
(;FF[4]GM[4]CA[UTF-8]AP[noughts]SZ[4:3]RU[3x4x3]PB[Ada]PW[Bob [1\\]]RE[W+R]REASON[X resigned]AB[aa]OBSTACLE[dc]PL[W]
;W[bb]C[+0.10/3 0.50s]
;B[ca])
"""
PSQ = """\
Piskvorky 8x6, 0:0, 0
1,1,530
8,6,0
Ada
Bob
-1
2,Cup
"""


def test_the_formats_are_written_as_documented() -> None:
    notes: list[tuple[Any, ...]] = [("b2", 0.53, 125, 12), ("a1", None, 3 - MATE, None), ("b1",), ("c3",), ("b3", 0.1)]
    moves = tuple(RecordedMove(*note) for note in notes)
    date = GameDate(2026, 5, 31)
    tictactoe = Record("tictactoe", moves, ("Ada", "noughts"), date=date, event='Club "A" evening')
    assert write_records([tictactoe], "pgn") == PGN
    moves = RecordedMove("b2", 0.5, 10, 3), RecordedMove("c3")
    obstacle = Record("3x4x3", moves, ("Ada", "Bob [1]"), "0-1", "X resigned", "X3/4/3# O")
    assert write_records([obstacle], "sgf") == SGF
    gomoku = Record("6x8x5", (RecordedMove("a6", 0.53), RecordedMove("h1")), ("Ada", "Bob"), "0-1", event="Cup")
    assert write_records([gomoku], "psq") == PSQ
    assert read_records(PSQ) == [gomoku]
    page = (Path(__file__).parent.parent / "docs" / "records.md").read_text("utf-8")
    assert all(f"```\n{example}```\n" in page for example in (PGN, SGF, PSQ))
    assert read_records(PGN) == [replace(tictactoe, result="1-0", reason="3 in a row")]


def test_numbers_count_the_first_players_moves_however_turns_go() -> None:
    # X wins small board 1 and moves again; then O does.
    start = "XX......./.......OO/" + "9/" * 15 + "9 X 1 -"
    moves = tuple(map(RecordedMove, ("1.1.3", "1.3.2", "1.2.7", "1.7.5")))
    assert moves_of(Record("xtreme", moves, position=start)) == "1. 1.1.3 2. 1.3.2 1.2.7 2... 1.7.5 *\n"
    moves = tuple(map(RecordedMove, ("a1", "b2", "c3")))
    assert moves_of(Record("tictactoe", moves, position="3/3/3 O")) == "1... a1 2. b2 c3 *\n"


def moves_of(record: Record) -> str:
    return write_records([record], "pgn").split("\n\n")[1]


FOREIGN_PGN = """\
% an escaped line [Variant "chess"]
[event "Café"] [WhiteElo "2000"]
[Variant "nineboard"]
; a comment { to the end of the line
1.5.5! {[%clk 0:01:00]} {+0.30/9 0.5s, book} ( 1.1.1 {never (closed} (2. 9.9) ) 1... 5.1 $1 $14
2.1.1?! 1.5 {any } 0-1

{between games}
[Variant "tictactoe"]
1. 5 1 2. 9 !? 7
[Variant "xrudder"] [Result "*"]
1. F6 a1 2. f6-g7 *
"""


def test_pgn_of_other_programs() -> None:
    nine, tictactoe, xrudder = read_records(FOREIGN_PGN)
    assert [move.text for move in nine.moves] == ["5.5", "5.1", "1.1", "1.5"]
    assert nine.moves[0] == RecordedMove("5.5", 0.5, 30, 9)
    assert (nine.event, nine.result, nine.players) == ("Café", "0-1", ("?", "?"))
    assert [move.text for move in tictactoe.moves] == ["b2", "a3", "c1", "a1"]
    assert [move.text for move in xrudder.moves] == ["f6", "a1", "f6-g7"]


FOREIGN_SGF = """Date: Monday
(;GM[4] FF[3] SZ[15] RU[freestyle] PB[A\\]da\\\\] PW[B\\
ob] DT[2019-03-02,03] RE[B+Resign] XX[unknown][twice] C[words [in\\] brackets]
(;Black[hh] LB[hh:1] ;W[ig]C[nice ) move](;B[aA:aA]) (;B[cc]))(;B[dd]))
(;SZ[10:8]AB[aa:ca][jh]AE[ba];W[bb])
"""


def test_sgf_of_other_programs() -> None:
    with pytest.raises(noughts.NoughtsError, match=r"game 1, line 4: 'aA:aA' is no point of the board; .* aa to oo"):
        read_records(FOREIGN_SGF)
    gomoku, set_up = read_records(FOREIGN_SGF.replace("aA:aA", "ao"))
    assert gomoku.game == "15x15x5"
    assert gomoku.players == ("A]da\\", "Bob")
    assert [move.text for move in gomoku.moves] == ["h8", "i9", "a1"]
    assert (gomoku.date, gomoku.result, gomoku.reason) == (GameDate(2019, 3, 2), "1-0", "O resigned")
    assert set_up.position == "X.X......./" + "........../" * 6 + ".........X O"
    assert set_up.moves == (RecordedMove("b7"),)


GOMOCUP = """Piskvorky 20x20, 11:11, 0\r
11,11,0\r
12,11,0\r
11,12,0\r
1,20,14062\r
20,1,29950\r
pbrain-RAPFI.zip\r
pbrain-YIXIN.zip\r
-1\r
2,Freestyle1\r
"""


SIX = "".join(f"{column},1,9\n{column},3,9\n" for column in (1, 2, 3, 5, 6)) + "4,1,9\n"


def test_psq_of_a_tournament_in_which_exactly_five_win() -> None:
    text = f"Piskvorky 15x15, 11:11, 0\n{SIX}4,3,9\n7,1,9\nA\nB\n-1\n2,Standard1\n"
    (record,) = read_records(text)
    assert (record.game, record.result, record.event) == ("exact-15x15x5", "0-1", "Standard1")
    assert write_records([record], "psq") == text
    with pytest.raises(noughts.NoughtsError, match="line 13: move 12: d13 cannot be played: the game is over"):
        read_records(text.replace("Standard1", "Freestyle1"))


def test_sgf_of_the_rule_by_which_exactly_five_win() -> None:
    (record,) = read_records("(;GM[4]SZ[15]RU[Standard];B[aa];W[bb])")
    assert record.game == "exact-15x15x5"
    assert "RU[Standard]" in write_records([record], "sgf")
    assert "RU[exact-15x15x5]" in write_records([Record("exact-15x15x5")], "sgf")
    other = replace(record, tags=(("RU", "freestyle"),))
    assert "RU[exact-15x15x5]" in write_records([other], "sgf"), "it would be read as five or more"


def test_psq_of_other_programs() -> None:
    (gomocup,) = read_records(GOMOCUP)
    assert [move.text for move in gomocup.moves] == ["k10", "l10", "k9", "a1", "t20"]
    assert [move.seconds for move in gomocup.moves] == [None, None, None, 14.062, 29.95]
    assert gomocup.players == ("pbrain-RAPFI.zip", "pbrain-YIXIN.zip")
    # An odd opening was given: the 2 counts from the other player, and does not say who won.
    assert (gomocup.game, gomocup.event, gomocup.result) == ("20x20x5", "Freestyle1", "*")
    by_hand = "Piskvorky 8x6, 0:3, 1\n1,1\n2,1,5\n3,1,5\nhomo-1\npbrain-X.exe\n0\n"
    assert read_records(by_hand)[0].players == ("pbrain-X.exe", "homo-1")
    five = "".join(f"{column},1,9\n{column},2,9\n" for column in range(1, 5)) + "5,1,9\n"
    (won,) = read_records(f"Piskvorky 15x15, 0:0, 0\n{five}-1\n2,the board says otherwise\n")
    assert (won.result, won.reason) == ("1-0", "5 in a row")
    assert len(read_records(GOMOCUP + GOMOCUP)) == 2


V = '[Variant "tictactoe"]\n'
P = "Piskvorky 15x15, 0:0, 0\n"
BAD: dict[str, tuple[str | None, str, str]] = {
    "nothing": (None, "", "the text is empty"),
    "blanks": (None, " \r\n\t", "the text is empty"),
    "binary": (None, "PK\x03\x04\x00\x00", "this is a binary file"),
    "prose": (None, "Dear Ada, b2 was a mistake.", "no game record that we know: PGN begins with"),
    "an unknown format": ("gib", "x", "there is no format 'gib'; there are pgn, sgf, psq"),
    "no game in pgn": ("pgn", "{a comment}", "the text holds no game"),
    "no variant": ("pgn", "1. e4 *", 'game 1, line 1: the game is not named; a tag such as [Variant "ultimate"]'),
    "an unknown variant": ("pgn", '[Variant "ultimat"] *', "game 1, line 1: there is no game 'ultimat'; did you mean"),
    "a file": ("pgn", '[Variant "./game.py"] *', "files are not run because a record names them"),
    "a move that is none": ("pgn", V + "1. b2\nz9 *", "game 1, line 3: move 2: 'z9' is not a move of 3x3x3; moves are"),
    "an illegal move": ("pgn", V + "*\n" + V + "1. b2\nb2", "game 2, line 5: move 2: b2 is not legal here (O to move)"),
    "a long move": ("pgn", V + "x" * 1000, "move 1: '" + "x" * 40 + "…' is not a move"),
    "another result": ("pgn", V + '[Result "0-1"]\n1. 1 4 2. 2 5 3. 3', "line 2: the result is 0-1, but the last"),
    "two results": ("pgn", V + '[Result "0-1"]\n1-0', "line 3: the moves end with 1-0, but the tag says 0-1"),
    "a result that is none": ("pgn", V + '[Result "2-0"]', "line 2: the result is '2-0'; it must be one of 1-0, 0-1"),
    "a bad position": ("pgn", V + '[FEN "X/O"] *', "line 2: the position has 2 rows; it needs 3"),
    "a bad date": ("pgn", V + '[Date "2026.02.30"] *', "line 2: the date is '2026.02.30'"),
    "an open comment": ("pgn", V + "1. b2\n{oh", "line 3: the comment that begins here is never closed by a }"),
    "an open variation": ("pgn", V + "1. b2 (a1\n(b1)", "line 2: the ( here is never closed"),
    "a closed variation": ("pgn", V + "1. b2) a1", "line 2: a ) without a ("),
    "a bad tag": ("pgn", V + "[White Ada]\n*", "line 2: '[White Ada]' is not a tag; tags are written [Name"),
    "a stray brace": ("pgn", V + "1. b2 } a1", "line 2: '} a1' is neither a tag, nor a move, nor a comment"),
    "no game in sgf": ("sgf", "B[aa]", "the text holds no game; an SGF game begins with (;"),
    "an open game": ("sgf", "\n(;SZ[15];B[aa]", "game 1, line 2: the game is never closed by a )"),
    "an open value": ("sgf", "(;SZ[15]\n;B[aa)", "line 2: the value that begins here is never closed by a ]"),
    "a game of go": ("sgf", "(;GM[1]SZ[19])", "GM is '1'; it must be 4"),
    "no size": ("sgf", "(;GM[4])", "the size of the board is missing; it must be SZ[15]"),
    "a huge size": ("sgf", "(;SZ[99])", "99x99x5: a board has 1 to 32 rows"),
    "a small size": ("sgf", "(;SZ[3])", "3x3x5: k is 5; on 3x3 it can be 1 to 3"),
    "two sizes": ("sgf", "(;SZ[15]\nRU[3x3x3])", "line 2: RU names 3x3x3, but SZ says 15 columns and 15 rows"),
    "a pass": ("sgf", "(;SZ[15];B[])", "B must name one point, for example B[aa]; there is no passing"),
    "twice black": ("sgf", "(;SZ[15];B[aa];B[bb])", "move 2 is B's, but it is W's turn"),
    "a taken point": ("sgf", "(;SZ[15];B[aa];W[aa])", "move 2: a15 is not legal here"),
    "a late set-up": ("sgf", "(;SZ[15];B[aa];AW[bb])", "AW sets up stones after the first move"),
    "a colour that is none": ("sgf", "(;SZ[15]PL[red])", "PL is 'red'; it must be B or W"),
    "a result of go": ("sgf", "(;SZ[15]RE[black])", "RE is 'black'; it must be B+, W+"),
    "a value of nothing": ("sgf", "(;[aa])", "the value '[aa]' has no property before it"),
    "a property of nothing": ("sgf", "(;SZ[15])(B[aa])", "game 2, line 1: the property 'B' needs a ; before it"),
    "words between games": ("sgf", "(;SZ[15])x", "'x' stands outside of the games"),
    "no property": ("sgf", "(;SZ[15]!)", "'!)' is no property; properties are written NAME[value]"),
    "another first line": ("psq", "Gomoku 15x15", "'Gomoku 15x15' is not how a psq begins; it must be Piskvorky"),
    "a psq too large": ("psq", "Piskvorky 40x20, 0:0, 0", "20x40x5: a board has 1 to 32 rows"),
    "column 0": ("psq", P + "0,1,5", "line 2: column 0, row 1 is off the board; columns count from 1 to 15"),
    "row 16": ("psq", P + "1,1,5\n1,16,5", "line 3: column 1, row 16 is off the board"),
    "a taken cell": ("psq", P + "1,1,5\n1,1,5", "line 3: move 2: a15 is not legal here"),
    "half a move": ("psq", P + "1,1,5\n1,", "line 3: '1,' is neither a move (COLUMN,ROW,MILLISECONDS) nor a player's"),
    "one player": ("psq", P + "Ada", "the second player's name is missing"),
    "three players": ("psq", P + "Ada\nBob\nCyd", "line 4: 'Cyd' stands where a number such as -1 must end the game"),
}


@pytest.mark.parametrize(("name", "text", "words"), BAD.values(), ids=BAD)
def test_bad_texts_are_refused(name: str | None, text: str, words: str) -> None:
    with pytest.raises(noughts.NoughtsError, match=re.escape(words)):
        read_records(text, name)


@pytest.mark.parametrize(
    ("name", "record", "words"),
    [
        ("sgf", Record("ultimate"), "SGF holds m,n,k games only; ultimate can be written as PGN"),
        ("psq", Record("ultimate"), "psq holds five in a row only"),
        ("psq", Record("15x15x4"), "psq holds five in a row only"),
        ("psq", Record("misere-15x15x5"), "psq holds five in a row only"),
        ("psq", Record("exact-15x15x5", event="Standard1"), "only by the event Standard of a game that is over"),
        ("psq", Record("exact-15x15x5", result="1-0", event="Cup"), "psq says that exactly five win only by the event"),
        (
            "psq",
            Record("15x15x5", result="1-0", event="Standard"),
            "the event 'Standard' is read as exactly five in a row",
        ),
        ("psq", Record("4x8x5"), "psq holds boards from 5x5"),
        ("psq", Record("5x5x5", position="#4/5/5/5/5"), "psq holds games from the empty board only"),
        ("psq", Record("5x5x5", players=("8,8,0", "Bob")), "psq cannot hold a player named '8,8,0'"),
        ("psq", Record("5x5x5", players=("Ada", " ")), "psq cannot hold a player named ' '"),
        ("pgn", Record("5x5x5", (RecordedMove("a9"),)), "move 1: 'a9' is not a move"),
        ("pdf", Record("5x5x5"), "there is no format 'pdf'"),
    ],
)
def test_what_a_format_cannot_hold_is_not_written(name: str, record: Record, words: str) -> None:
    with pytest.raises(noughts.NoughtsError, match=re.escape(words)):
        write_records([record], name)


def test_a_psq_holds_one_game() -> None:
    with pytest.raises(noughts.NoughtsError, match="a psq file holds one game, not 2"):
        write_records([Record("5x5x5")] * 2, "psq")


def test_a_game_may_stand_in_for_one_that_is_not_named() -> None:
    assert read_records("1. b2 *", "pgn", game="tictactoe")[0].game == "tictactoe"
    assert read_records('[Variant "other/game.py"] 1. b2 *', game="tictactoe")[0].game == "tictactoe"
    assert read_records('[Variant "4x4x3"] 1. b2 *', game="tictactoe")[0].game == "4x4x3"


def test_names_may_stand_for_files() -> None:
    text, files = '[Variant "connect-four"] 1. d e *', {"connect-four": str(CONNECT_FOUR)}
    (record,) = read_records(text, files=files)
    assert record.game == str(CONNECT_FOUR)
    assert read_records(PGN, files=files) == read_records(PGN)
    with pytest.raises(noughts.NoughtsError, match="there is no game 'connect-four'"):
        read_records(text)
    with pytest.raises(noughts.NoughtsError, match="files are not run because a record names them"):
        read_records(f'[Variant "{CONNECT_FOUR}"] 1. d *', files=files)


def test_formats_are_known_by_suffix_and_by_sight() -> None:
    files = {"a.pgn": "pgn", "b/C.SGF": "sgf", "d.psq": "psq", "e.txt": None, "pgn": None}
    assert {name: format_of_file(name) for name in files} == files
    texts = (PGN, SGF, PSQ, "\ufeff" + PGN, "mail\n\n" + SGF, FOREIGN_PGN, FOREIGN_SGF)
    assert [format_of_text(text) for text in texts] == ["pgn", "sgf", "psq", "pgn", "sgf", "pgn", "sgf"]


HUGE = 600_000


@pytest.mark.parametrize("unit", ["(", "(;", "[", "{", "\\", "1. ", "zz ", ")", "{}", '[A "', ";B[aa]", "1,1,1\n", "9"])
@pytest.mark.parametrize("name", list(FORMATS))
def test_huge_and_deeply_nested_texts_are_refused(name: str, unit: str) -> None:
    head = {"pgn": V, "sgf": "(;SZ[15]", "psq": P}[name]
    text = head + unit * (HUGE // len(unit))
    if name == "pgn" and unit == "{}":
        assert read_records(text, name) == [Record("tictactoe")], "nothing is said"
        return
    with pytest.raises(noughts.NoughtsError) as refused:
        read_records(text, name)
    assert len(str(refused.value)) < 500


def test_texts_beyond_all_measure_are_refused() -> None:
    with pytest.raises(noughts.NoughtsError, match="at most 20,000,000 are read at once"):
        read_records("(" * (MAX_CHARACTERS + 1))
    with pytest.raises(noughts.NoughtsError, match="game records are text, not bytes"):
        read_records(b"[Event]")  # type: ignore[arg-type]


names = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")))
notes = st.builds(
    RecordedMove,
    st.just(""),
    st.none() | st.integers(0, 10**9).map(lambda milliseconds: milliseconds / 1000),
    st.none() | st.integers(-(10**8), 10**8) | st.integers(MATE - 9999, MATE) | st.integers(-MATE, 9999 - MATE),
    st.none() | st.integers(0, 999_999),
)


@settings(deadline=None, max_examples=60)
@given(names, names, names, names, st.lists(notes, min_size=4, max_size=4))
def test_any_names_and_notes_are_kept(
    first: str, second: str, event: str, reason: str, noted: Sequence[RecordedMove]
) -> None:
    moves = tuple(replace(note, text=move) for note, move in zip(noted, ("a1", "b2", "c3", "d4"), strict=True))
    record = Record("4x4x4", moves, (first, second), "1-0", reason, event=event)
    for name in ("pgn", "sgf"):
        assert read_records(write_records([record], name), name) == [record]


PIECES = re.findall(r"\w+|\s|.", PGN + SGF + PSQ + FOREIGN_PGN + FOREIGN_SGF + GOMOCUP)


@settings(deadline=None, max_examples=300)
@given(st.sampled_from([None, *FORMATS]), st.text() | st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_random_text_never_crashes_a_reader(name: str | None, text: str) -> None:
    try:
        records = read_records(text, name)
    except noughts.NoughtsError:
        return
    assert records == [record.checked() for record in records]


@settings(deadline=None, max_examples=300)
@given(st.sampled_from([PGN, SGF, PSQ, FOREIGN_PGN, FOREIGN_SGF, GOMOCUP]), st.data())
def test_damaged_text_never_crashes_a_reader(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    damaged = text[:start] + data.draw(st.text(max_size=5) | st.sampled_from(PIECES)) + text[end:]
    try:
        read_records(damaged)
    except noughts.NoughtsError as error:
        message = str(error)
    else:
        message = ""
    assert "\n" not in message
