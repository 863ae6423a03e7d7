"""Tournaments: who meets whom, who stands where, who is through, and going on after a stop."""

import itertools
import json
from dataclasses import replace
from pathlib import Path

import pytest

import noughts
from commands import noughts as command
from noughts.arena.clock import Conditions
from noughts.arena.competition import Competition
from noughts.arena.journal import Journal
from noughts.arena.openings import Openings
from noughts.arena.page import tournament_page
from noughts.arena.played import PlayedGame
from noughts.arena.schedule import bracket, gauntlet, pairings, pairings_of_round, round_robin, winners_of_round
from noughts.arena.standings import Standings
from noughts.arena.tournament import champion, games_in_all, play_tournament
from noughts.engine.limit import Limit
from noughts.records import read_records


@pytest.mark.parametrize("count", range(2, 9))
def test_everybody_meets_everybody_else_once(count: int) -> None:
    found = round_robin(count)
    assert sorted(found) == list(itertools.combinations(range(count), 2))
    for at in range(0, len(found), count // 2):
        together = [player for pairing in found[at : at + count // 2] for player in pairing]
        assert len(set(together)) == len(together), "nobody plays twice in a round"


@pytest.mark.parametrize("count", range(2, 18))
def test_the_best_seeds_of_a_knockout_meet_last(count: int) -> None:
    alive = bracket(count)
    assert sorted(seed for seed in alive if seed is not None) == list(range(count))
    met = 0
    while len(alive) > 1:
        met += len(pairings_of_round(alive))
        alive = winners_of_round(alive, lambda pairing: 0.5)  # level: the better seed is through
        best = [seed for seed in alive if seed is not None]
        assert sorted(best) == list(range(len(best)))
    assert alive == [0]
    assert met == count - 1 == games_in_all("knockout", count, 1)


def test_a_gauntlet_is_the_first_against_all() -> None:
    assert gauntlet(4) == pairings("gauntlet", 4) == [(0, 1), (0, 2), (0, 3)]
    with pytest.raises(noughts.NoughtsError, match="the format is 'swiss'; it must be one of roundrobin"):
        pairings("swiss", 4)


def game(players: tuple[int, int], pair: int, first: int, result: str, forfeit: bool = False) -> PlayedGame:
    return PlayedGame(players, pair, first, (), result, "", forfeit=forfeit)


def test_standings_are_counted_from_the_games() -> None:
    games = [
        game((0, 1), 0, 0, "1-0"),  # the first player wins both times: a point each
        game((0, 1), 0, 1, "1-0"),
        game((0, 2), 0, 0, "1-0"),
        game((0, 2), 0, 1, "0-1"),  # player 0 wins as second
        game((1, 2), 0, 0, "1/2-1/2"),
        replace(game((1, 2), 0, 1, "0-1", forfeit=True), reason="X forfeits: it hung"),
    ]
    standings = Standings(("a", "b", "c"), games)
    assert standings.forfeit_lines() == ["", "c lost 1 of these games by default:", "  X forfeits: it hung"]
    assert standings.order == [0, 1, 2]
    assert [standings.score(player).points for player in range(3)] == [3, 2.5, 0.5]
    assert [standings.by_default(player) for player in range(3)] == [0, 1, 0]
    head, rows = standings.table()
    assert head[-3:] == ["1", "2", "3"]
    assert [row[-3:] for row in rows] == [["", "1-1", "2-0"], ["1-1", "", "1.5-0.5"], ["0-2", "0.5-1.5", ""]]
    rated = [rating.value for rating in standings.ratings if rating is not None]
    assert rated == sorted(rated, reverse=True)
    assert len(rated) == 3
    without = Standings(("a", "b", "c"), [one for one in games if one.players != (1, 2)])
    assert standings.ratings == without.ratings, "a pair with a game won by default says nothing about strength"
    json.dumps(standings.as_json(), allow_nan=False)


def test_a_player_with_games_by_default_alone_has_no_rating() -> None:
    games = [
        game((0, 1), 0, 0, "1-0"),
        game((0, 1), 0, 1, "1-0"),
        *(game((other, 2), 0, first, "0-1" if first else "1-0", forfeit=True) for other in (0, 1) for first in (0, 1)),
    ]
    standings = Standings(("a", "b", "absent"), games)
    assert standings.ratings[2] is None
    head, rows = standings.table()
    assert [row[head.index("rating")] for row in rows] == ["+0 ± ∞"] * 2 + ["-"]
    assert standings.as_json()[2]["rating"] is None
    only = Standings(("a", "absent"), [game((0, 1), 0, 0, "1-0", forfeit=True)])
    assert only.ratings == [None, None]
    assert "absent" in tournament_page(standings, "", "3x3x3")


def test_points_of_the_games_own_scoring_stand_in_the_table() -> None:
    games = [
        replace(game((0, 1), 0, 0, "1-0"), points=(86, 0)),
        replace(game((0, 1), 0, 1, "1/2-1/2"), points=(30, 25)),  # player 1 moves first
        replace(game((1, 2), 0, 0, "0-1"), points=(0, 86)),
        game((1, 2), 0, 1, "0-1", forfeit=True),
    ]
    standings = Standings(("a", "b", "c"), games)
    assert [standings.scoring(player) for player in range(3)] == [86 + 25, 30, 86]
    head, rows = standings.table()
    assert {row[1]: row[head.index("scoring")] for row in rows} == {"a": "111", "b": "30", "c": "86"}
    assert all(len(row) == len(head) for row in rows)
    assert "scoring" not in Standings(("a", "b", "c"), games[3:]).table()[0]


def test_standings_before_the_first_game() -> None:
    _, rows = Standings(("a", "b"), []).table()
    assert [row[1:5] for row in rows] == [["a", "0", "0", "-"], ["b", "0", "0", "-"]]


def knockout() -> Competition:
    openings = Openings.read("random:2", noughts.game("3x3x3"))
    players = ("random", "greedy", "alphabeta:eval=zero")
    return Competition("3x3x3", players, openings, Conditions(Limit(depth=9)))


def test_a_knockout_goes_on_where_it_was() -> None:
    with Journal(knockout().definition()) as journal:
        some = list(itertools.islice(play_tournament(knockout(), "knockout", 4, journal), 6))
    with Journal(knockout().definition()) as journal:
        games = list(play_tournament(knockout(), "knockout", 4, journal))
        winner = champion(knockout(), journal, 4)
    assert [one.key for one in games[:6]] == [one.key for one in some]
    assert len({one.key for one in games}) == len(games) == games_in_all("knockout", 3, 4) == 8
    assert {one.players for one in games[:4]} == {(1, 2)}, "the first seed has a bye"
    last = games[-1].players
    points = sum(one.share for one in games if one.players == last)
    assert winner == (last[0] if points >= 2 else last[1])


def test_a_tournament_on_the_command_line(tmp_path: Path) -> None:
    pgn, figures = tmp_path / "games.pgn", tmp_path / "tournament.json"
    arguments = ("tournament", "--game", "3x3x3", "--players", "random", "greedy", "greedy", "--games", "2")
    run = command(*arguments, "--pgn", str(pgn), "--json", str(figures))
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("roundrobin in 3x3x3 (own limits), 6 games\n")
    assert "greedy #2" in run.stdout
    assert len(read_records(pgn.read_text())) == 6
    told = json.loads(figures.read_text())
    assert sum(row["points"] for row in told["standings"]) == 6
    assert [one["name"] for one in told["contestants"]] == ["random", "greedy #1", "greedy #2"]
    assert [one["text"] for one in told["contestants"]] == ["random", "greedy", "greedy"]
    assert (told["game"], told["conditions"], told["openings"], told["seed"]) == ("3x3x3", "own limits", "balanced", 1)
    assert told["noughts"] == noughts.__version__
    for one, record in zip(told["played"], read_records(pgn.read_text()), strict=True):
        assert (one["first_player"], one["second_player"]) == record.players
        assert one["winner"] == {"1-0": record.players[0], "0-1": record.players[1]}.get(record.result)
        thought = [sum(move.seconds or 0 for move in record.moves[side::2]) for side in (0, 1)]
        assert one["seconds"] == pytest.approx(thought, abs=1e-3 * len(record.moves))
    final = command(*arguments, "--format", "knockout")
    assert "wins the knockout" in final.stdout, final.stderr


def test_the_table_of_twenty_players_fits_a_terminal() -> None:
    run = command("tournament", "--game", "3x3x3", "--games", "2", "--players", *["random"] * 20)
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert "random #20" in run.stdout
    results = [word for line in lines for word in line.split() if word in ("0-2", "0.5-1.5", "1-1", "1.5-0.5", "2-0")]
    assert len(results) == 20 * 19


BAD = {
    "one player": (["--players", "random"], "a tournament needs two players or more, or a folder of bots"),
    "no such format": (["--players", "random", "greedy", "--format", "swiss"], "--format is 'swiss'"),
    "no games": (["--players", "random", "greedy", "--games", "0"], "--games is 0; it must be 1 or more"),
    "an unknown player": (["--players", "random", "deep"], "there is no search or player 'deep'"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_gets_a_message_and_exit_code_2(case: str) -> None:
    given, message = BAD[case]
    run = command("tournament", "--game", "3x3x3", *given)
    assert run.returncode == 2, run.stderr
    assert message in run.stderr
    assert "Traceback" not in run.stderr
