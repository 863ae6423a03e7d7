"""The engine: limits and clocks, results, streaming, and what it refuses."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

import noughts
from noughts import Engine, Limit
from noughts.engine.score import Score
from noughts.kernel.scores import MATE
from noughts.registry import search_class, searches
from noughts.search.node import NODE_GRANULE
from positions import LARGE, random_positions

SEARCHES = ("noughts", "minimax", "alphabeta", "hminimax", "mtdf", "mcts", "random", "greedy")


@pytest.mark.parametrize("search", SEARCHES)
def test_every_search_answers_a_millisecond_with_a_legal_move(search: str) -> None:
    engine = Engine(search, hash_mb=1)
    for name in ("ultimate", "xrudder", "32x32x5"):
        position = noughts.game(name).start()
        engine.play(position, Limit(depth=1, nodes=1))  # compiles
        for position in random_positions(name, 5, seed=1):
            result = engine.play(position, Limit(time=0.001))
            assert result.move in position.legal_moves


def test_one_legal_move_or_a_spent_clock_is_answered_at_once() -> None:
    engine = Engine("alphabeta")
    only = noughts.game("3x3x3").position("XOX/OOX/X.O O")
    result = engine.play(only, Limit(depth=50))
    assert str(result.move) == "b1"
    assert result.stats.nodes == 0
    start = noughts.game("ultimate").start()
    assert engine.play(start, Limit(time=0)).move in start.legal_moves


def test_a_result_tells_move_score_line_and_counters() -> None:
    position = noughts.game("3x3x3").position("XX./OO./... X")
    result = Engine("alphabeta", eval="zero").play(position, Limit(depth=4))
    assert str(result.move) == "c3"
    assert result.score == Score(MATE - 1, 0)
    assert result.score.mate == 1
    assert [str(move) for move in result.pv] == ["c3"]
    assert result.stats.nodes > 0
    assert result.stats.depth == 1, "deeper looks would find the same"
    lost = noughts.game("3x3x3").position("XX./X.O/.O. O")
    assert Engine("alphabeta", eval="zero").play(lost, Limit(depth=4)).score.mate == -2


def test_analyse_gives_the_best_moves_in_order() -> None:
    position = noughts.game("ultimate").start()
    engine = Engine("alphabeta")
    results = engine.analyse(position, Limit(depth=3), multipv=3)
    assert len(results) == 3
    assert results[0].score >= results[1].score >= results[2].score
    assert len({result.move for result in results}) == 3
    assert engine.analyse(position, Limit(depth=3)).score == results[0].score
    assert len(engine.analyse(noughts.game("1x2x2").start(), Limit(depth=3), multipv=9)) == 2


def test_analysis_streams_one_result_an_iteration() -> None:
    position = noughts.game("ultimate").start()
    depths = [result.stats.depth for result in Engine("mtdf").analysis(position, Limit(depth=5))]
    assert depths == [1, 2, 3, 4, 5]
    several = list(Engine("alphabeta").analysis(position, Limit(depth=2), multipv=2))
    assert [len(results) for results in several] == [2, 2]


def test_analysis_is_stopped_from_another_thread() -> None:
    position = noughts.game("ultimate").start()
    analysis = Engine("alphabeta").analysis(position, Limit(depth=60))
    stopper = threading.Timer(0.3, analysis.stop)
    stopper.start()
    results = list(analysis)
    assert results[-1].stats.depth < 60, "without the stop it would go on for years"
    with Engine("mcts").analysis(position) as other:
        next(iter(other))


def test_play_is_stopped_from_another_thread() -> None:
    engine = Engine("mtdf", eval="zero")
    position, began = noughts.game("ultimate").start(), threading.Event()

    def stop() -> None:
        began.wait()
        engine.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    result = engine.play(position, Limit(depth=40), lambda result: began.set())
    stopper.join()
    assert (result.move in position.legal_moves, result.stats.depth < 40) == (True, True)


@pytest.mark.parametrize("search", SEARCHES)
def test_a_node_limit_and_a_seed_make_it_repeatable(search: str) -> None:
    for name in ("ultimate", "xrudder"):
        position = next(random_positions(name, 1, seed=2))
        results = [Engine(search, seed=7).play(position, Limit(nodes=3000)) for _ in range(3)]
        assert len({(result.move, result.score, tuple(result.pv), result.stats.nodes) for result in results}) == 1
        assert search == "greedy" or results[0].stats.nodes <= 3000


def test_two_threads_find_what_one_finds() -> None:
    for name in ("3x4x3", "ultimate"):
        for position in random_positions(name, 10, seed=3):
            values = [
                Engine("alphabeta", threads=threads, hash_mb=4).analyse(position, Limit(depth=5)).score.value
                for threads in (1, 2)
            ]
            assert values[0] == values[1]


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("search", ["noughts", "alphabeta", "mtdf"])
def test_a_limit_of_nodes_is_for_all_threads_together(search: str, threads: int) -> None:
    """A thread takes them by the granule: what the others have left of theirs when one finds no more is not used."""
    for name in ("ultimate", "12x12x5"):
        for nodes in (1, 65, 5_000):
            position = next(random_positions(name, 1, seed=4))
            stats = Engine(search, threads=threads, hash_mb=1).analyse(position, Limit(nodes=nodes)).stats
            assert nodes - NODE_GRANULE * (threads - 1) <= stats.nodes <= nodes


def test_settings_may_stand_in_one_text() -> None:
    engine = Engine("alphabeta:eval=pascal,depth=2,hash_mb=1,nearest=true,win=200")
    assert engine.settings.limit == Limit(depth=2)
    result = engine.play(noughts.game("4x5x4").start())
    assert result.stats.depth == 2


def test_options_of_the_reports_go_with_any_search() -> None:
    game = noughts.game("4x5x4")
    winning = game.position("XXX../OOO../...../..... X")
    assert Engine("mcts", immediate_win=True).play(winning).stats.nodes == 0
    openings = {str(Engine("alphabeta:random_opening=yes", seed=seed).play(game.start()).move) for seed in range(20)}
    assert len(openings) > 5
    position = game.position("XOXO./OXOX./...../..... X")  # 12 empty cells: 3 + 5^(5/8), rounded
    assert Engine("alphabeta", eval="pascal", depth_formula=3).play(position).stats.depth == 6


def test_a_position_is_valued_by_itself() -> None:
    # Row 1 has two X, the diagonal one; rows 2 and 3 have one O each: 3 + 1 - 2 for X.
    position = noughts.game("3x3x3").position("XX./O../.O. O")
    assert Engine("alphabeta", eval="pascal").evaluate(position) == noughts.Score(-200, side=1)
    assert Engine("report004").evaluate(noughts.game("4x5x4").position("5/..X../5/5 O")).points == -5
    options = Engine("report000:eval=polynomial:max_opponents=0,depth=2")
    # 10 with the limit, and 9 without: worked out in test_evaluations.py.
    position = noughts.game("4x5x4").position(".X.../...O./..X../..... X")
    assert options.evaluate(position).points == 10
    assert Engine("report000").evaluate(position).points == 9
    assert options.analyse(position).stats.depth == 2
    assert Engine(eval="playouts").evaluate(position).points is not None


def test_a_finished_game_has_no_static_value() -> None:
    over = noughts.game("3x3x3").position("XXX/OO./... O")
    with pytest.raises(noughts.NoughtsError, match=r"X wins: 3 in a row.*it has an outcome, and no static value"):
        Engine().evaluate(over)
    with pytest.raises(noughts.NoughtsError, match="pascal does not fit ultimate"):
        Engine(eval="pascal").evaluate(noughts.game("ultimate").start())


@pytest.mark.parametrize("name", LARGE)
def test_every_game_has_an_evaluation_by_default(name: str) -> None:
    position = noughts.game(name).start()
    assert Engine().play(position, Limit(depth=1)).move in position.legal_moves


def test_a_users_own_game_is_searched_like_any_other() -> None:
    from commands import CONNECT_FOUR

    game = noughts.game(str(CONNECT_FOUR))
    position = game.start()
    for move in "dcdcd":
        position.push(move)
    for search in ("alphabeta", "mtdf", "mcts", "greedy"):
        engine = Engine(search, seed=1)
        assert str(engine.play(position, Limit(nodes=20_000)).move) == "d", "it must stop four in a column"


UNTYPED: Any = Engine
REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "an unknown name": (lambda: Engine("alphabet"), "did you mean alphabeta"),
    "an unknown option of an evaluation": (
        lambda: Engine("alphabeta:eval=polynomial:max_rows=2"),
        "the evaluation polynomial has no option 'max_rows'; it has max_opponents, max_obstacles",
    ),
    "an option where there are none": (lambda: Engine("alphabeta", eval="zero:k=2"), "no option 'k'; it has none"),
    "an option that is no number": (
        lambda: Engine("alphabeta", eval="factorial:placement_cost=half"),
        "factorial: placement_cost is 'half'; it must be a whole number from 0 to 1000000",
    ),
    "an unknown evaluation": (lambda: Engine("alphabeta", eval="pascall"), "did you mean pascal"),
    "an unknown option": (lambda: Engine("alphabeta", colour="red"), "has no option 'colour'"),
    "an option of the wrong type": (lambda: Engine("alphabeta:win=much"), "win is 'much'; it must be a number"),
    "neither true nor false": (lambda: Engine("alphabeta:nearest=maybe"), "it must be true or false"),
    "no such choice": (lambda: Engine("hminimax:cut_side=mine"), "it must be one of both, mover"),
    "a setting without a value": (lambda: Engine("alphabeta:depth"), "write name=value"),
    "too many threads": (lambda: Engine(threads=1000), "threads is 1000"),
    "no memory at all": (lambda: Engine(hash_mb=-1), "hash_mb is -1"),
    "memory of no number": (lambda: Engine(hash_mb=float("nan")), "hash_mb is nan"),
    "half a thread": (lambda: UNTYPED(threads=1.5), "threads is 1.5"),
    "a name that is no text": (lambda: UNTYPED(7), "an engine's name is text, not 7"),
    "an evaluation that is no text": (lambda: UNTYPED("alphabeta", eval=7), "an evaluation's name is text, not 7"),
    "a level that is no text": (lambda: UNTYPED(level=["easy"]), "level is \\['easy'\\]; it must be one of"),
    "an option of no type at all": (lambda: Engine("alphabeta", win=[1]), r"win is \[1\]; it must be a number"),
    "an option that is endless": (lambda: Engine("noughts:noise=inf"), "noise is 'inf'; it must be a number"),
    "a fraction of positions": (lambda: Engine("noughts", threats=2.5), "threats is 2.5; it must be a whole number"),
    "more threats than can be counted": (
        lambda: Engine("noughts:threats=100000000000000000000"),
        "noughts: threats is '100000000000000000000'; it must be a whole number from 0 to 10",
    ),
    "less than no noise": (lambda: Engine("noughts:noise=-1"), "noise is '-1'; it must be a number from 0 to 1000000"),
    "a number with no end": (lambda: UNTYPED("noughts", threats=10**400), "threats is 10+; it must be a whole number"),
    "threads with no end": (lambda: UNTYPED(threads=10**400), "threads is 10+; it must be a whole number from 1 to 64"),
    "a choice that is no word": (lambda: Engine("hminimax", cut_side=1), "it must be one of both, mover"),
    "a formula of nothing": (lambda: Engine("alphabeta:depth_formula=x"), "depth_formula is 'x'"),
    "a setting that Python knows": (lambda: Engine("report004:self=1"), "has no option 'self'"),
    "a limit that is none": (lambda: UNTYPED(limit=5), "the limit is 5; it must be a Limit"),
    "an unknown setting of a player": (lambda: Engine("report004:mood=good"), "has no option 'mood'"),
    "an unknown level": (lambda: Engine("report004:level=godly"), "it must be one of hard, medium, easy"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_settings_are_refused(case: str) -> None:
    make, message = REFUSED[case]
    with pytest.raises(noughts.NoughtsError, match=message):
        make()


def test_a_move_is_watched_as_it_is_found() -> None:
    position, limit = noughts.game("7x7x5").start(), Limit(nodes=300)
    results = list(Engine(hash_mb=1).playing(position, limit))
    played = Engine(hash_mb=1).play(position, limit)
    assert len(results) > 1
    assert (results[-1].move, results[-1].pv, results[-1].score) == (played.move, played.pv, played.score)
    only = noughts.game("3x3x3").position("XOX/XOO/OX. X")
    assert [str(result.move) for result in Engine().playing(only)] == ["c1"]
    with pytest.raises(noughts.NoughtsError, match="the game is over"):
        Engine().playing(noughts.game("3x3x3").position("XXX/OO./... O"))


def test_every_number_has_an_upper_bound() -> None:
    """Compiled code counts in 64 bits: what does not fit there must not come as far."""
    seen = 0
    for name in searches():
        for option, declared in search_class(name).options.items():
            if declared.kind in ("whole", "number"):
                seen += 1
                with pytest.raises(
                    noughts.NoughtsError, match=f"{name}: {option} is .*; it must be a (whole )?number from 0 to"
                ):
                    UNTYPED(name, **{option: 10**20})
    assert seen > 3


def test_what_cannot_be_played_is_refused() -> None:
    over = noughts.game("3x3x3").position("XXX/OO./... O")
    with pytest.raises(noughts.NoughtsError, match="the game is over"):
        Engine().play(over)
    start = noughts.game("ultimate").start()
    with pytest.raises(
        noughts.NoughtsError,
        match="pascal does not fit ultimate; these do: groups, ntuples, patterns, playouts, ultimate_boards, "
        "ultimate_net, zero",
    ):
        Engine("alphabeta", eval="pascal").play(start)
    with pytest.raises(noughts.NoughtsError, match="report003 does not play ultimate"):
        Engine("report003").play(start)
    with pytest.raises(noughts.NoughtsError, match="multipv is 0"):
        Engine().analyse(start, Limit(depth=1), multipv=0)
    with pytest.raises(noughts.NoughtsError, match="minimax searches with one thread"):
        Engine("minimax", threads=2).play(start, Limit(depth=1))
