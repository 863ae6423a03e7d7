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
        (b"\xff\xfe\x00binary", "is not text in UTF-8"),
        (b"Dear friend,", "the text is no game record that we know"),
        (b'[Variant "chess"]\n\n1. e4 e5 *\n', "line 1: there is no game 'chess'"),
        (b'[Variant "tictactoe"]\n\n1. b2 b2 *\n', "line 3: move 2: b2 is not legal here"),
        (b'[Variant "tictactoe"]\n\n1. b2 a1 2. b3 c3 3. b1 0-1\n', "the result is 0-1, but the last position is 1-0"),
        (b'[Variant "./evil.py"]\n\n1. b2 *\n', "files are not run because a record names them"),
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
