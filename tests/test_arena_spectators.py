"""What spectators find on disk: games as they are kept, and the boards that are being played."""

import subprocess
import sys
from pathlib import Path

import pytest

import noughts
from noughts.arena.boards import ShownBoard, boards_under_way
from noughts.arena.competition import Competition
from noughts.arena.following import FollowedJournal, journal_head
from noughts.arena.journal import Journal
from noughts.arena.openings import Openings
from noughts.arena.played import PlayedMove
from noughts.arena.scheduling import play_here

KEY = (0, 1, 7, 1)
MOVES = [PlayedMove("b2", 0), PlayedMove("a1", 1, 0.25, 12, 3)]


def test_a_journal_is_followed_as_it_grows_and_as_it_begins_anew() -> None:
    match = Competition("3x3x3", ("greedy", "random"), Openings.read("random:2", noughts.game("3x3x3")))
    games = list(play_here(match.tasks([(0, 1)], 4)))
    with Journal(match.definition()) as journal:
        followed = FollowedJournal(journal.path)
        assert followed.games == []
        for game in games[:3]:
            journal.add(game)
        assert followed.look()
        assert [game.key for game in followed.games] == [game.key for game in games[:3]]
        assert followed.plies == [len(game.moves) for game in games[:3]]
        assert [followed.game(number) for number in range(3)] == games[:3], "moves are read where they lie"
        assert not followed.look()
        with journal.path.open("ab") as file:
            file.write(b'{"players": [0, 1], "pa')
        followed.look()
        assert len(followed.games) == 3, "half a line is no game"
        with pytest.raises(noughts.NoughtsError, match="there is no game 4"):
            followed.game(3)
        assert journal_head(journal.path).definition["names"] == ["greedy", "random"]
    with Journal(match.definition(), anew=True) as journal:
        journal.add(games[3])
        followed.look()
        assert [followed.game(0)] == games[3:]
        assert journal_head(journal.path).games == 1
    journal.path.write_bytes(b"something else\n")
    with pytest.raises(noughts.NoughtsError, match="is no journal"):
        FollowedJournal(journal.path)


def test_a_board_is_there_while_its_game_is_played(tmp_path: Path) -> None:
    board = ShownBoard(tmp_path, KEY, "X../.../... O", shortest=0)
    for made, move in enumerate(MOVES, 1):
        board.add(move)
        (found,) = boards_under_way(tmp_path)
        assert (found.key, found.position, list(found.moves)) == (KEY, "X../.../... O", MOVES[:made])
    (file,) = tmp_path.iterdir()
    with file.open("ab") as half:
        half.write(b'["c3", 0, 0.')
    assert [len(found.moves) for found in boards_under_way(tmp_path)] == [2], "half a line is no move"
    board.close()
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_is_over_at_once_and_one_that_cannot_be_shown_leave_nothing(tmp_path: Path) -> None:
    for board in (ShownBoard(tmp_path, KEY, None), ShownBoard(tmp_path / "gone", KEY, None, shortest=0)):
        for move in MOVES:
            board.add(move)
        assert list(boards_under_way(tmp_path)) == []
        board.close()
    assert list(tmp_path.iterdir()) == []


def test_a_board_that_a_process_has_left_behind_is_none(tmp_path: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from noughts.arena.boards import ShownBoard;"
        "from noughts.arena.played import PlayedMove;"
        "ShownBoard(Path(sys.argv[1]), (0, 1, 7, 1), None, shortest=0).add(PlayedMove('b2', 0)); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=True, timeout=120)
    assert len(list(tmp_path.iterdir())) == 1
    assert list(boards_under_way(tmp_path)) == []
    (tmp_path / "0-1-0-0.board").write_bytes(b"\0\xff\n[1]\n")
    assert list(boards_under_way(tmp_path)) == []
