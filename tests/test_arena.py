"""Matches: fair pairs, a referee who owns rules and clock, openings, and results that survive whatever happens."""

import gc
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import noughts
from noughts import Engine, Limit
from noughts.arena.clock import Clocks, Conditions
from noughts.arena.competition import Competition, arranged
from noughts.arena.journal import Journal, journal_folder
from noughts.arena.openings import DEFAULT, Opening, Openings, balanced_file, default_openings, random_opening
from noughts.arena.played import PlayedGame, score_of
from noughts.arena.referee import play_game
from noughts.arena.report import MatchReport
from noughts.arena.scheduling import play, play_here
from noughts.arena.sprt import Sprt
from noughts.board import Game, Position
from noughts.engine.analysis import Analysis
from noughts.engine.results import Result, unsearched
from noughts.engine.time_control import TimeControl
from noughts.errors import PlayerFault


def small_match(a: str = "greedy", b: str = "random", game: str = "3x3x3", **given: Any) -> Competition:
    return Competition(game, (a, b), Openings.read(DEFAULT, noughts.game(game), seed=3), **given)


def opening_moves(game: PlayedGame) -> list[str]:
    return [move.text for move in game.moves if move.seconds is None]


def test_pairs_start_from_the_same_opening_with_colours_swapped() -> None:
    games = list(play_here(small_match(game="ultimate").tasks([(0, 1)], 6)))
    openings = [opening_moves(game) for game in games]
    assert openings[0] == openings[1]
    assert openings[2] == openings[3]
    assert openings[0] != openings[2]
    assert [len(opening) for opening in openings] == [4] * 6
    assert [(game.pair, game.first) for game in games] == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    records = [game.record("ultimate", ("greedy", "random"), "match") for game in games]
    assert [record.players for record in records[:2]] == [("greedy", "random"), ("random", "greedy")]
    for record in records:
        assert record.checked() == record


def test_the_score_is_the_first_players() -> None:
    exact, floor = "alphabeta:eval=zero,depth=9", "random"
    ahead = score_of(play_here(small_match(exact, floor).tasks([(0, 1)], 20)))
    behind = score_of(play_here(small_match(floor, exact).tasks([(0, 1)], 20)))
    assert ahead.games == behind.games == 20
    assert ahead.wins > ahead.losses
    assert behind.losses > behind.wins
    assert sum(ahead.pairs) == 10


def test_the_same_match_has_the_same_games() -> None:
    """In whatever processes and order: what a game depends on is its number and the seed."""
    match = small_match("noughts:level=easy", "random", conditions=Conditions(Limit(nodes=50)))
    tasks = list(match.tasks([(0, 1)], 6))
    forwards = {game.key: [move.text for move in game.moves] for game in play_here(tasks)}
    backwards = {game.key: [move.text for move in game.moves] for game in play_here(reversed(tasks))}
    assert forwards == backwards


def test_openings_fit_the_smallest_boards() -> None:
    for name in ("1x1x1", "1x2x1", "2x2x2", "3x3x3", "xrudder"):
        position = random_opening(noughts.game(name), random.Random(1))
        assert not position.is_game_over()
        assert position.ply <= 4


def test_openings_of_all_kinds(tmp_path: Path) -> None:
    game = noughts.game("4x5x4")
    assert Openings.read("none", game).opening(7) == Opening()
    assert len(Openings.read("random:6", game).opening(0).moves) == 6
    assert Openings.read("random:6", game, seed=1).opening(2) != Openings.read("random:6", game, seed=2).opening(2)
    placed = Openings.read("random:1", game, position="X..../....O/...../..... X").opening(3)
    assert placed.position == "X..../....O/...../..... X"
    assert len(placed.moves) == 1
    some = Openings.read("none", game, obstacles=3)
    texts = [some.opening(pair).position or "" for pair in range(3)]
    assert [text.count("#") for text in texts] == [3, 3, 3]
    assert len(set(texts)) == 3, "drawn anew for each pair"
    assert texts == [Openings.read("none", game, obstacles=3).opening(pair).position for pair in range(3)]

    lines = tmp_path / "openings.txt"
    lines.write_text("c2 b3\n\nX..../....O/...../..... X\n")
    listed = Openings.read(str(lines), game)
    assert [listed.opening(pair) for pair in range(3)] == [
        Opening(None, ("c2", "b3")),
        Opening("X..../....O/...../..... X"),
        Opening(None, ("c2", "b3")),
    ], "from the beginning again"
    records = tmp_path / "openings.pgn"
    records.write_text('[Variant "4x5x4"]\n\n1. c2 b3 *\n\n[Variant "ultimate"]\n\n1. 5.5 *\n')
    assert Openings.read(str(records), game).listed == (Opening(None, ("c2", "b3")),), "other games' are left out"


BALANCED_GAMES = sorted(path.stem for path in balanced_file(noughts.game("3x3x3")).parent.glob("*.txt"))


@pytest.mark.parametrize("name", BALANCED_GAMES)
def test_balanced_openings_of_the_package_are_played_without_being_asked_for(name: str) -> None:
    game = noughts.game(name)
    assert default_openings(game) == "balanced"
    openings = Openings.read("balanced", game)
    count = len(openings.listed)
    reached = [openings.opening(pair).reached(game) for pair in range(count)]
    assert not any(position.is_game_over() for position in reached)
    assert len({position.text() for position in reached}) == count >= 10, "each of them once"
    assert {one.moves for one in Openings.read("balanced", game, seed=2).listed} == {
        one.moves for one in openings.listed
    }


def test_balanced_openings_are_never_the_same_game_again() -> None:
    game = noughts.game("15x15x5")
    openings = Openings.read("balanced", game)
    first, again = openings.opening(0), openings.opening(len(openings.listed))
    assert again.moves[: len(first.moves)] == first.moves
    assert len(again.moves) == len(first.moves) + 2
    assert again != openings.opening(2 * len(openings.listed))
    assert Openings.read("balanced", game, seed=2).opening(0) != first
    assert default_openings(noughts.game("3x4x3")) == "random:4"
    assert arranged(game, ("random", "random"), Conditions(), position=game.start().text()).openings.listed == ()


@pytest.mark.parametrize(
    ("text", "given", "message"),
    [
        ("balanced", {"obstacles": 1}, "openings from a file have positions of their own"),
        ("random:x", {}, "random ones are written random:4"),
        ("random:0", {}, "random ones are written random:4"),
        ("nowhere.pgn", {}, "which cannot be read"),
        ("none", {"position": "XXX/OO./... O"}, "the game is over in this position"),
        ("none", {"obstacles": 9}, "9 obstacles leave no cell"),
        ("none", {"obstacles": 1, "position": ".../.../... X"}, "either a position or obstacles"),
        ("FILE", {}, "openings.txt, line 2: 'z9' is not a move of 3x3x3"),
        ("FILE", {"obstacles": 1}, "openings from a file have positions of their own"),
        ("BINARY", {}, "openings.pgn: it is not text in UTF-8"),
    ],
)
def test_wrong_openings_are_refused_in_words(text: str, given: dict[str, Any], message: str, tmp_path: Path) -> None:
    files = {"FILE": tmp_path / "openings.txt", "BINARY": tmp_path / "openings.pgn"}
    files["FILE"].write_text("b2 a1\nb2 z9\n")
    files["BINARY"].write_bytes(b"\x7fELF\x00\xd0\xff")
    with pytest.raises(noughts.NoughtsError, match=message):
        Openings.read(str(files.get(text, text)), noughts.game("3x3x3"), **given)


class Scripted:
    """A player that does as the test says."""

    def __init__(self, answer: Callable[[Position], Any], ready: Callable[[], None] = lambda: None) -> None:
        self.answer, self.ready = answer, ready
        self.limits: list[Limit | None] = []

    def check(self, game: Game) -> None:
        pass

    def prepare(self, game: Game) -> None:
        self.ready()

    def play(
        self, position: Position, limit: Limit | None = None, on_iteration: Callable[[Result], None] | None = None
    ) -> Result:
        self.limits.append(limit)
        return unsearched(position, self.answer(position))

    def analysis(self, position: Position, limit: Limit | None = None) -> Analysis[Result]:
        raise NotImplementedError

    def stop(self) -> None:
        pass

    def close(self) -> None:
        pass


def fault(words: str) -> Callable[..., Any]:
    def fail(*given: object) -> Any:
        raise PlayerFault(words)

    return fail


def test_the_referee_owns_the_rules() -> None:
    start = noughts.game("3x3x3").start()
    honest = Engine("random", seed=1)
    again = Scripted(lambda position: position.game.read_move("b2"))
    ending = play_game(start, (again, Scripted(lambda position: position.legal_moves[0])), Conditions())
    assert (ending.result, ending.fault) == ("0-1", 0)
    assert ending.reason.startswith("X forfeits: played an illegal move: b2 is not legal here")
    ending = play_game(start, (honest, Scripted(fault("it ended (exit code 3)"))), Conditions())
    assert (ending.result, ending.reason) == ("1-0", "O forfeits: it ended (exit code 3)")
    assert len(ending.moves) == 1
    unready = Scripted(lambda position: position.legal_moves[0], fault("it does not start"))
    assert play_game(start, (honest, unready), Conditions()).reason == "O forfeits: it does not start"
    whole = play_game(start, (honest, honest), Conditions())
    assert whole.fault is None
    assert len(start.move_stack) == 0, "whoever asked for the game keeps his position"


def test_the_referee_owns_the_clock() -> None:
    control = TimeControl.read("10+1")
    clocks = Clocks(Conditions(clock=control, margin=0.5))
    assert clocks.limit(0) == Limit(white_clock=10, black_clock=10, white_inc=1, black_inc=1)
    assert clocks.spend(0, 4.0) is None
    assert clocks.limit(1).white_clock == 7
    assert clocks.spend(0, 7.4) is None, "late by less than the margin"
    assert clocks.limit(0).white_clock == 1
    assert clocks.spend(0, 1.6) == "lost on time: it took 1.600 s and had 1.000 s left"
    assert clocks.limit(1).black_clock == 10, "the other side's clock stands"

    staged = Clocks(Conditions(clock=TimeControl.read("2/10"), margin=0))
    assert staged.limit(0).remaining_moves == 2
    staged.spend(0, 3)
    assert (staged.limit(0).remaining_moves, staged.limit(1).remaining_moves) == (1, 2)
    staged.spend(0, 3)
    assert (staged.limit(0).white_clock, staged.limit(0).remaining_moves) == (14, 2)

    timed = Clocks(Conditions(Limit(time=2, depth=3), margin=0.5))
    assert timed.limit(0) == Limit(time=2, depth=3)
    assert timed.spend(0, 2.4) is None
    assert timed.spend(0, 2.6) == "lost on time: it took 2.600 s and may take 2 s"
    assert Clocks(Conditions(Limit(nodes=5))).spend(0, 1e6) is None, "nothing says how long"


def test_a_player_is_told_of_the_clocks_and_loses_by_its_own() -> None:
    start = noughts.game("3x3x3").start()
    late, other = Scripted(lambda position: position.legal_moves[0]), Engine("random", seed=1)
    ending = play_game(start, (late, other), Conditions(clock=TimeControl(1e-9, 0.0), margin=0.0))
    assert ending.result == "0-1"
    assert ending.reason.startswith("X forfeits: lost on time: it took ")
    assert late.limits == [Limit(white_clock=1e-9, black_clock=1e-9, white_inc=0, black_inc=0)]


def test_no_garbage_is_collected_while_a_clock_runs() -> None:
    """The collector looks at every object there is: tens of milliseconds, on somebody's clock."""
    collections: list[str] = []
    seen: list[int] = []

    def untidy(position: Position) -> Any:
        for _ in range(5_000):  # far more than the collector waits for
            cycle: list[object] = []
            cycle.append(cycle)
        seen.append(len(collections))
        return position.legal_moves[0]

    def note(phase: str, details: dict[str, int]) -> None:
        collections.append(phase)

    gc.callbacks.append(note)
    try:
        untidy(noughts.game("3x3x3").start())
        play_game(noughts.game("3x3x3").start(), (Scripted(untidy), Scripted(untidy)), Conditions())
    finally:
        gc.callbacks.remove(note)
    assert seen[0] > 0, "without a clock there are collections"
    assert len(seen) > 5
    assert len(set(seen[1:])) == 1
    assert gc.isenabled()


@pytest.mark.parametrize("text", ["", "x", "60+", "0", "-1", "0/60", "1e9", "60+1+1", "nan"])
def test_wrong_clocks_are_refused_in_words(text: str) -> None:
    with pytest.raises(noughts.NoughtsError, match="the clock is "):
        TimeControl.read(text)


def test_conditions_that_exclude_each_other_are_refused() -> None:
    with pytest.raises(noughts.NoughtsError, match="either a time for each move or a clock"):
        Conditions(Limit(time=1), TimeControl(60))
    with pytest.raises(noughts.NoughtsError, match="the margin is -1"):
        Conditions(margin=-1)


def test_results_by_who_began_and_times_by_stage() -> None:
    games = list(play_here(small_match("greedy", "random", "ultimate").tasks([(0, 1)], 4)))
    report = MatchReport(("greedy", "random"), "ultimate", "own limits", games, Sprt())
    first, second = report.as_first(0), report.as_first(1)
    assert first.games == second.games == 2
    assert first.points - second.points + 2 == report.score.points, "what one makes the other does not"
    for times in report.times():
        assert all(len(seconds) > 1 for seconds in times.by_stage.values())
    played = sum(move.seconds is not None for game in games for move in game.moves)
    assert sum(len(times.all) for times in report.times()) == played
    text = "\n".join(report.lines())
    for words in ("Elo: ", "nElo: ", "LOS: ", "DrawRatio: ", "Ptnml(0-2): [", "LLR: ", "moving first", "mean / worst"):
        assert words in text
    json.dumps(report.as_json(), allow_nan=False)


def test_points_of_the_games_own_scoring_are_added_up() -> None:
    games = list(play_here(small_match("random", "random", "xtreme").tasks([(0, 1)], 4)))
    points = MatchReport(("a", "b"), "xtreme", "", games).points()
    assert points is not None
    by_side = [[game.points[turn] for turn in (game.first, 1 - game.first)] for game in games if game.points]
    assert points == tuple(map(sum, zip(*by_side, strict=True)))


def test_a_match_goes_on_where_it_was() -> None:
    match = small_match("greedy", "random", "ultimate", conditions=Conditions(Limit(nodes=100)))
    with Journal(match.definition()) as journal:
        some = [next(games) for games in [play(match.tasks([(0, 1)], 6), journal)] for _ in range(3)]
    with Journal(match.definition()) as journal:
        assert journal.games == some
        rest = list(play(match.tasks([(0, 1)], 6), journal))
        assert len(journal.games) == 6
    assert sorted(game.key for game in some + rest) == [(0, 1, pair, first) for pair in range(3) for first in range(2)]
    at_once = list(play_here(match.tasks([(0, 1)], 6)))
    assert [[move.text for move in game.moves] for game in some + rest] == [
        [move.text for move in game.moves] for game in at_once
    ], "the games that it would have had"
    with Journal(match.definition()) as journal:
        assert list(play(match.tasks([(0, 1)], 6), journal)) == []
    with Journal(match.definition(), anew=True) as journal:
        assert journal.games == []


def test_a_line_that_was_cut_off_is_dropped() -> None:
    match = small_match()
    with Journal(match.definition()) as journal:
        games = list(play(match.tasks([(0, 1)], 4), journal))
        path = journal.path
    whole = path.read_bytes()
    for cut in (1, 20, len(whole.splitlines()[-1]) - 1):
        path.write_bytes(whole[:-cut])
        with Journal(match.definition()) as journal:
            assert journal.games == games[:3]
            journal.add(games[3])
        assert path.read_bytes() == whole
    path.write_bytes(b"\0" * 100)
    with Journal(match.definition()) as journal:
        assert journal.games == []


def test_another_match_is_another_journal(tmp_path: Path) -> None:
    bot = tmp_path / "eval.py"
    bot.write_text("first")
    given = [
        small_match(),
        small_match(b="greedy"),
        small_match(seed=2),
        small_match(conditions=Conditions(Limit(nodes=7))),
        small_match(a=f"noughts:eval={bot}"),
    ]
    paths = []
    for match in given:
        with Journal(match.definition()) as journal:
            paths.append(journal.path)
    bot.write_text("second")
    with Journal(given[-1].definition()) as journal:
        paths.append(journal.path)
    assert len(set(paths)) == 6, "an edited file's games are others"
    assert len(list(journal_folder().glob("*.jsonl"))) == 6


def test_a_match_is_played_by_one_process_at_a_time() -> None:
    definition = small_match().definition()
    with Journal(definition), pytest.raises(noughts.NoughtsError, match="is being played by another process"):
        Journal(definition)
    with Journal(definition):
        pass
