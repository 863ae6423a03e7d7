"""Games written out, brought in and replayed by the commands."""

from pathlib import Path

import pytest

from commands import CONNECT_FOUR, noughts
from noughts.store import Store, statistics


def play_out(*moves: str, game: str = "15x15x5") -> None:
    run = noughts("play", game, "--player", "human", stdin="\n".join(moves) + "\n")
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("file_format", ["pgn", "sgf", "psq"])
def test_a_game_goes_out_and_comes_back(tmp_path: Path, file_format: str) -> None:
    play_out("h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12")
    file = tmp_path / f"game.{file_format}"
    run = noughts("export", "1", "-o", str(file))
    assert run.stdout == f"1 game written to {file}\n"
    run = noughts("import", str(file))
    assert run.stdout == "1 game kept, number 2\n", run.stderr
    first, second = (Store().load(number).record for number in (1, 2))
    assert [move.text for move in second.moves] == [move.text for move in first.moves]
    assert (second.result, second.players) == ("1-0", ("human", "human"))
    assert noughts("export", "1", "--format", file_format).stdout == file.read_text()


def test_records_call_the_first_player_x_whatever_mark_it_had(tmp_path: Path) -> None:
    options = ("--player", "random", "--mark", "O", "--side", "first")
    assert noughts("play", "tictactoe", *options, stdin="5\nresign\n").returncode == 0
    kept = Store().load(1)
    assert (kept.marks, kept.record.result, kept.record.reason) == (("O", "X"), "0-1", "O resigned")
    file = tmp_path / "game.pgn"
    noughts("export", "1", "-o", str(file))
    assert '[Result "0-1"]' in file.read_text()
    assert '[Termination "X resigned"]' in file.read_text()
    noughts("import", str(file))
    again = Store().load(2)
    assert (again.marks, again.record.result, again.record.reason) == (("X", "O"), "0-1", "X resigned")


def test_games_of_others_count_in_no_statistics_and_are_not_resumed(tmp_path: Path) -> None:
    players = '[White "human"]\n[Black "noughts:level=easy"]\n[Variant "tictactoe"]\n\n'
    file = tmp_path / "game.pgn"
    file.write_text(players + "1. b2 a1 2. b3 c3 3. b1 1-0\n")
    assert noughts("import", str(file)).returncode == 0
    assert noughts("import", "-", stdin=players + "1. b2 a1 *\n").returncode == 0
    assert statistics(Store().results()).total.games == 0
    assert noughts("play", "--resume").returncode == 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the text is empty"),
        (b"\xff\xfe\x00binary", "game.txt: it is not text in UTF-8, and declares utf-16-le"),
        ("Müller".encode("latin-1"), "in which encoding it is; --encoding can name it"),
        (b"Dear friend,", "the text is no game record that we know"),
        (b'[Variant "chess"]\n\n1. e4 e5 *\n', "line 1: there is no game 'chess'"),
        (b'[Variant "tictactoe"]\n\n1. b2 b2 *\n', "line 3: move 2: b2 is not legal here"),
        (b'[Variant "tictactoe"]\n\n1. b2 a1 2. b3 c3 3. b1 0-1\n', "the result is 0-1, but the last position is 1-0"),
        (b'[Variant "./evil.py"]\n\n1. b2 *\n', "not run because a record names them; --game can name it"),
        (b'[Event "?"]\n\n1. b2 *\n', '[Variant "ultimate"] must do so; --game can name it'),
    ],
)
def test_a_bad_file_is_explained_and_nothing_of_it_is_kept(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "game.txt"
    good = b'[Variant "tictactoe"]\n\n1. b2 *\n\n' if content.startswith(b"[") else b""
    file.write_bytes(good + content)
    run = noughts("import", str(file))
    assert run.returncode == 2
    assert message.replace("line 3", "line 7").replace("line 1", "line 5") in run.stderr
    assert "Traceback" not in run.stderr
    assert Store().ids() == []


def test_other_bad_requests_are_explained(tmp_path: Path) -> None:
    for arguments, message in (
        (("import", str(tmp_path / "no.pgn")), "cannot be read: No such file or directory"),
        (("import", str(tmp_path)), "cannot be read: Is a directory"),
        (("export",), "there is no game to write"),
        (("export", "7"), "there is no game 7"),
        (("export", "7", "--all"), "either games are numbered or --all"),
        (("export", "--format", "doc"), "there is no game to write"),
    ):
        run = noughts(*arguments)
        assert (run.returncode, run.stdout) == (2, ""), arguments
        assert message in run.stderr
    play_out("b2", game="tictactoe")
    run = noughts("export", "1", "--format", "doc")
    assert "there is no format 'doc'; there are pgn, sgf, psq" in run.stderr
    run = noughts("export", "1", "-o", str(tmp_path / "nowhere" / "game.pgn"))
    assert "cannot be written: No such file or directory" in run.stderr
    run = noughts("export", "1", "--format", "psq")
    assert (run.returncode, run.stdout) == (2, "")


def test_a_game_from_a_file_is_replayed_and_written_with_its_name_given(tmp_path: Path) -> None:
    play_out("d", "d", "c", game=str(CONNECT_FOUR))
    text = noughts("export", "1").stdout
    assert noughts("import", "-", stdin=text).returncode == 2
    run = noughts("import", "-", "--game", str(CONNECT_FOUR), stdin=text)
    assert run.returncode == 0, run.stderr
    assert [move.text for move in Store().load(2).line] == ["d", "d", "c"]
    assert "  3. X c" in noughts("replay", "2", "--time", "0.05").stdout


def test_several_files_are_read_each_whole_or_not_at_all(tmp_path: Path) -> None:
    good, bad, latin = (tmp_path / name for name in ("good.pgn", "bad.pgn", "latin.sgf"))
    good.write_text('[Variant "tictactoe"]\n1. b2 *\n[Variant "tictactoe"]\n1. a1 *\n')
    bad.write_text('[Variant "tictactoe"]\n1. b2 *\n[Variant "tictactoe"]\n1. a1 a1 *\n')
    latin.write_bytes("(;GM[4]SZ[15]CA[ISO-8859-1]PB[José]PW[Müller];B[hh])".encode("latin-1"))
    run = noughts("import", str(good), str(bad), str(latin), "-", stdin='[Variant "tictactoe"]\n1. c3 *')
    assert run.returncode == 2
    assert run.stdout == (
        f"{good}: 2 games kept, numbers 1 to 2\n{latin}: 1 game kept, number 3\nstandard input: 1 game kept, number 4\n"
    )
    refused, summary = run.stderr.splitlines()
    assert refused.startswith(f"noughts: {bad}: game 2, line 4: move 2: a1 is not legal here")
    assert summary == f"noughts: 1 of 4 files refused ({bad}); the games of the others are kept"
    assert Store().load(3).record.players == ("José", "Müller")
    run = noughts("import", str(bad), str(bad))
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.endswith("; nothing is kept\n")
    assert len(Store().ids()) == 4


def test_a_files_name_does_nothing_to_the_terminal(tmp_path: Path) -> None:
    good, bad = (tmp_path / f"{name}\x1b[2J\n\u202egame.pgn" for name in ("good", "bad"))
    good.write_text('[Variant "3x3x3"]\n\n1. a1 *\n')
    bad.write_text("[")
    for files in ([good, bad], [bad], [tmp_path / "missing\x9b2J"]):
        run = noughts("import", *map(str, files))
        assert run.returncode == 2
        told = run.stdout + run.stderr
        assert "\\x1b[2J\\n\\u202egame.pgn" in told or "missing\\x9b2J" in told
        assert not set("\x1b\x9b\u202e") & set(told)
        assert all(line.startswith((str(tmp_path), "noughts: ")) for line in told.splitlines())
    assert noughts("show", "./mine\x1b[2J.py").stderr == "noughts: there is no game file ./mine\\x1b[2J.py\n"


def test_the_encoding_can_be_said(tmp_path: Path) -> None:
    file = tmp_path / "game.psq"
    file.write_bytes("Piskvorky 15x15, 0:0, 0\n8,8,5\nŽofie\nŠárka\n-1\n".encode("cp1250"))
    assert noughts("import", str(file)).returncode == 2
    assert noughts("import", str(file), "--encoding", "cp1250").returncode == 0
    assert Store().load(1).record.players == ("Žofie", "Šárka")


FROM_ELSEWHERE = """\
[Event "Cup"]
[Site "Brno"]
[Date "2024.??.??"]
[Round "3"]
[White "Team: A"]
[Black "human"]
[Result "*"]
[Variant "tictactoe"]
[WhiteElo "1800"]

1. b2 *
"""


def test_a_game_from_elsewhere_comes_out_as_it_came_in() -> None:
    undated = FROM_ELSEWHERE.replace("2024.??.??", "????.??.??")
    timed = FROM_ELSEWHERE.replace("2024.??.??", "2024.05.31").replace(
        "[WhiteElo", '[UTCDate "2024.05.31"]\n[UTCTime "23:59:59"]\n[WhiteElo'
    )
    text = f"{FROM_ELSEWHERE}\n{undated}\n{timed}"
    assert noughts("import", "-", stdin=text).returncode == 0
    assert noughts("export", "--all").stdout == text
    rows = [" ".join(line.split()) for line in noughts("replay", "--list", COLUMNS="200").stdout.splitlines()]
    assert [row for row in rows if "Team" in row] == [
        "3 tictactoe Team: A - human 1 unfinished 2024.05.31 23:59:59 UTC",
        "2 tictactoe Team: A - human 1 unfinished ?",
        "1 tictactoe Team: A - human 1 unfinished 2024.??.??",
    ]
    assert (
        "game 1: Team: A (X) - human (O)"
        in noughts("replay", "1", "--plain", "--time", "0.05", NOUGHTS_UNCOMPILED="1").stdout
    )
