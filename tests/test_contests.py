"""Matches, tournaments and records from Python."""

from pathlib import Path

import pytest

import noughts
from noughts.arena.played import PlayedGame

PERFECT = "alphabeta:eval=zero,depth=9"
WINNER = "def move(position, limit):\n    return 'b2' if position.is_legal('b2') else position.legal_moves[0]\n"


def test_a_match_returns_its_statistics_and_its_games(tmp_path: Path) -> None:
    """X completes a row at once: whoever begins wins, one game of each pair for each."""
    heard: list[PlayedGame] = []
    winning = noughts.game("tictactoe").position("XX./.../OO. X")
    played = noughts.match(PERFECT, "greedy", "tictactoe", games=4, position=winning, on_game=heard.append)
    assert (played.score.wins, played.score.draws, played.score.losses) == (2, 0, 2)
    assert played.score.pairs == (0, 0, 2, 0, 0)
    assert played.report.as_first(0).wins == played.report.as_first(1).wins == 2
    assert played.elo.value == 0
    assert played.verdict is None
    assert sorted(game.number for game in heard) == [0, 1, 2, 3]
    assert str(played).startswith("alphabeta, eval=zero, depth=9 against greedy in 3x3x3, 4 games: 2 wins")
    file = tmp_path / "match.pgn"
    noughts.save_records(file, played.records)
    read = noughts.load_records(file)
    assert [record.result for record in read] == ["1-0"] * 4
    assert read[1].players == ("greedy", "alphabeta, eval=zero, depth=9")
    assert read[0].replay().outcome() == noughts.load_records(file, "pgn")[0].replay().outcome()


def test_the_same_call_goes_on_with_the_games_that_are_kept() -> None:
    def stop(game: PlayedGame) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        noughts.match("random", "greedy", "tictactoe", games=4, on_game=stop)
    heard: list[PlayedGame] = []
    played = noughts.match("random", "greedy", "tictactoe", games=4, on_game=heard.append)
    again = noughts.match("random", "greedy", "tictactoe", games=4)
    anew = noughts.match("random", "greedy", "tictactoe", games=4, anew=True)
    assert len(heard) == 4
    assert list(again.games) == list(played.games)  # times of moves among it: they were not played again
    assert [[move.text for move in game.moves] for game in anew.games] == [
        [move.text for move in game.moves] for game in played.games
    ]
    assert list(anew.games) != list(played.games)


def test_a_sequential_test_ends_a_match() -> None:
    played = noughts.match(PERFECT, "random", "tictactoe", games=200, sprt="elo0=0,elo1=200", openings="none")
    assert played.verdict == "H1"
    assert len(played.games) < 200


def test_a_knockout_has_a_winner_and_bots_are_files(tmp_path: Path) -> None:
    bot = tmp_path / "centre.py"
    bot.write_text(WINNER)
    players = ["random", str(bot), PERFECT]
    played = noughts.tournament(players, "tictactoe", games=4, format="knockout", openings="none", seed=2)
    assert played.winner == 2
    assert played.standings.names == ["random", "centre.py", "alphabeta, eval=zero, depth=9"]
    assert len(played.records) == len(played.games) == 8
    assert "centre.py" in str(played)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"games": 0}, "games is 0"),
        ({"games": 2.5}, "games is 2.5"),
        ({"concurrency": 0}, "concurrency is 0"),
        ({"clock": "soon"}, "soon"),
        ({"openings": "wild"}, "wild"),
        ({"sprt": "elo0=20,elo1=10"}, "elo1 must be the greater"),
        ({"position": "XXX/OO./... O"}, "the game is over"),
        ({"bots": "nowhere.toml"}, "nowhere.toml"),
        ({"limit": noughts.Limit(time=1), "clock": "1+1"}, "not both"),
        ({"obstacles": -1}, "-1"),
    ],
)
def test_what_is_wrong_with_a_match_is_said_before_a_game_is_played(given: dict[str, object], said: str) -> None:
    with pytest.raises(noughts.NoughtsError, match=said):
        noughts.match("greedy", "random", "tictactoe", **given)  # type: ignore[arg-type]


def test_what_is_wrong_with_a_tournament_is_said() -> None:
    for players, format in ((["random"], "roundrobin"), ("random", "roundrobin"), (["random", "greedy"], "swiss")):
        with pytest.raises(noughts.NoughtsError, match=r"two or more|'swiss'"):
            noughts.tournament(players, "tictactoe", format=format)
    with pytest.raises(noughts.NoughtsError, match="nobody"):
        noughts.tournament(["random", "nobody"], "tictactoe")


def test_files_of_records_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    (tmp_path / "bad.pgn").write_text('[Variant "tictactoe"]\n\n1. b2 b2 *\n')
    with pytest.raises(noughts.NoughtsError, match=r"bad\.pgn: .*b2"):
        noughts.load_records(tmp_path / "bad.pgn")
    with pytest.raises(noughts.NoughtsError, match="cannot be read"):
        noughts.load_records(tmp_path / "none.pgn")
    with pytest.raises(noughts.NoughtsError, match="cannot be written"):
        noughts.save_records(tmp_path / "no" / "folder.pgn", [noughts.Record("tictactoe")])
    with pytest.raises(noughts.NoughtsError, match="psq"):
        noughts.save_records(tmp_path / "one.psq", [noughts.Record("tictactoe")])
    assert not list(tmp_path.glob("one*"))
