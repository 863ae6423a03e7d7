"""Looking back at a game: mistakes are marked, good moves are not."""

import re
from dataclasses import replace

from commands import noughts as command
from noughts import Engine, Limit
from noughts.engine.review import review
from noughts.records import Record, RecordedMove
from noughts.store import Store


def record(game: str, moves: str, position: str | None = None) -> Record:
    return Record(game, tuple(RecordedMove(move) for move in moves.split()), position=position)


def test_throwing_away_a_draw_is_a_blunder_and_winning_is_none() -> None:
    verdicts = list(review(record("tictactoe", "b2 b1 a3 c1 a1 a2 c3").replay(), Engine(), Limit(depth=9)))
    # A side cell against the centre loses; not blocking at the end would be no worse than what was lost before.
    assert [verdict.mark for verdict in verdicts[:2]] == ["", "??"]
    assert [verdict.accuracy for verdict in verdicts[:1]] == [100]
    assert verdicts[1].accuracy == 0, "as bad as a move by chance"
    assert verdicts[1].after.mate is not None
    assert verdicts[1].after.mate < 0
    assert str(verdicts[1].best) in ("a1", "a3", "c1", "c3")
    assert verdicts[-1].after.mate == 0
    assert "better: +0.00 by" in verdicts[1].describe(("X", "O"), str)


def test_missing_a_win_is_marked() -> None:
    game = record("4x5x4", "e1", position="XXX../OO.../...../..... X")
    (verdict,) = review(game.replay(), Engine(), Limit(depth=4))
    assert (verdict.mark, str(verdict.best), verdict.before.mate) == ("??", "d4", 1)


def test_an_only_move_is_never_a_mistake() -> None:
    only = record("tictactoe", "c2 a1", position="XOX/OX./.XO X")
    verdicts = list(review(only.replay(), Engine(), Limit(depth=2)))
    assert [verdict.mark for verdict in verdicts] == ["??", ""], "X let a win go; O had no choice"


def test_the_scores_are_the_movers_also_when_a_player_moves_twice() -> None:
    text = "XX......./" + "9/" * 16 + "9 X 1 -"
    verdicts = list(review(record("xtreme", "1.1.3 1.3.5", position=text).replay(), Engine(), Limit(nodes=2000)))
    assert [verdict.mover for verdict in verdicts] == [0, 0]
    assert all(verdict.before.side == verdict.after.side == 0 for verdict in verdicts)


def test_the_points_of_a_drawn_game_count() -> None:
    rows = (
        "O..OOXOOX/OX.O..O../OXO.OXXXX/XXO.XOXOX/...OOO.../OOXXX.OOO/XXX..XX.O/XXXOOX.XO/OOXXXOOOX/"
        "...XXX.../XOXOOOOXX/OXOOXXO.X/XXOXXOOOO/.XX.OXOOX/..OOXO.OO/..OXXO.XO/XOX..XXXO/OXOXXO.OX"
    )
    last = record("xtreme", "2.8.4 2.9.7 2.8.5", position=f"{rows} O - -").replay()
    assert str(last.outcome()) == "draw: all boards are closed without a line (27 to 45 points)"
    verdicts = list(review(last, Engine(), Limit(depth=4)))
    assert [(verdict.mover, verdict.after.points) for verdict in verdicts][-1] == (1, 18.0)
    assert verdicts[-1].lost == 0.0


def test_the_command_prints_a_line_a_move() -> None:
    Store().add([record("tictactoe", "b2 b1 a3 c1 a1 a2 c3").checked()])
    run = command("replay", "1")
    assert run.returncode == 0
    assert "  2. O 8 ??" in run.stdout, "on 3×3 boards cells have numbers, as in play"
    better = re.search(r"better: \S+ by ([1-9](?: [1-9])*)$", run.stdout, re.MULTILINE)
    assert better is not None, run.stdout
    assert "\nX 2 X\n" in run.stdout
    assert "1-0: 3 in a row" in run.stdout.splitlines()[-1]
    assert command("replay", "2").returncode == 2


def test_the_list_has_a_line_a_game_with_names_as_they_are() -> None:
    players = ("[/b] of a club with a rather long name", "noughts:level=easy")
    Store().add([replace(record("tictactoe", "b2 a1"), players=players)])
    listed = command("replay", "--list", COLUMNS="60").stdout.splitlines()
    assert len(listed) == 2
    assert " ".join(listed[1].split()).startswith(
        "1 tictactoe [/b] of a club with a rather long name - noughts:level=easy 2 unfinished ?"
    )
