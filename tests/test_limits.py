"""Limits: how those of levels, players, texts and callers combine, what is refused, what a clock is not spent on.

No clock decides here: a minute is given where the time must not matter.
"""

import json
from dataclasses import dataclass, field, fields
from typing import Any

import pytest

import noughts
from commands import noughts as command
from commands import run_python
from noughts import Engine, Limit
from noughts.engine.engine_text import engine_text
from noughts.play import Setup
from noughts.registry import best_evaluation, search_class
from noughts.search.base import Bounds, SearchSettings, StopSignal
from noughts.search.deepening import DepthFirst
from positions import random_positions

MINUTE = Limit(time=60)


def test_a_field_that_is_given_replaces_that_field_alone() -> None:
    own = Limit(time=5, depth=2)
    assert own.updated(Limit(time=1)) == Limit(time=1, depth=2)
    assert own.updated(Limit(depth=9, nodes=7)) == Limit(time=5, depth=9, nodes=7)
    assert own.updated(Limit()) == own.updated(None) == own
    assert Limit(depth=9, nodes=100).within(Limit(depth=2, nodes=400)) == Limit(depth=2, nodes=100)
    assert Limit(time=1).within(Limit(nodes=400)) == Limit(time=1, nodes=400)


def test_fields_that_join_later_combine_like_the_others() -> None:
    @dataclass(frozen=True)
    class Clocked(Limit):
        moves_to_go: int | None = field(default=None, metadata=fields(Limit)[2].metadata)

    own = Clocked(time=5, moves_to_go=40)
    assert own.updated(Clocked(time=1)) == Clocked(time=1, moves_to_go=40)
    assert own.updated(Clocked(moves_to_go=20)) == Clocked(time=5, moves_to_go=20)


def looked(text: str, name: str, limit: Limit | None = None) -> tuple[int, int]:
    """The depth reached and the nodes visited in a fixed position."""
    position = next(random_positions(name, 1, seed=4))
    stats = Engine(text, seed=1, hash_mb=1).analyse(position, limit).stats
    return stats.depth, stats.nodes


@pytest.mark.parametrize("level", ["beginner", "easy", "medium", "hard"])
def test_time_makes_a_level_no_stronger(level: str) -> None:
    plain = looked(f"noughts:level={level}", "ultimate", Limit(time=50))
    assert plain[1] <= 1500
    assert looked(f"noughts:level={level},time=60", "ultimate") == plain, "in the text"
    assert looked(f"noughts:level={level}", "ultimate", MINUTE) == plain, "by the caller"
    assert looked(engine_text(level=level, time=60.0), "ultimate") == plain, "by the settings"
    assert looked(f"noughts:level={level},depth=9,nodes=1000000", "ultimate", MINUTE) == plain, "a cap is not lifted"


def test_a_game_against_a_level_with_more_time_is_one_against_the_level() -> None:
    session = Setup("ultimate", ("human", engine_text(level="medium", time=60.0)), side="second").begin()
    assert 0 < session.begin_thought().run().stats.nodes <= 400


def test_what_is_given_lowers_a_levels_caps() -> None:
    assert looked("noughts:level=easy,depth=1", "ultimate", MINUTE)[0] == 1
    assert looked("noughts:level=easy", "ultimate", Limit(depth=1))[0] == 1
    assert looked("noughts:level=medium,nodes=50", "ultimate", MINUTE)[1] <= 50
    assert looked("noughts:level=medium", "ultimate", Limit(nodes=50))[1] <= 50


def test_the_strongest_level_has_no_caps_and_takes_any_time() -> None:
    assert looked("noughts:level=max,time=60", "ultimate", Limit(depth=4))[0] == 4
    assert looked("noughts:level=max,nodes=3000,time=60", "ultimate")[1] == 3000
    start = noughts.game("ultimate").start()
    assert Engine("noughts:level=max,time=0").play(start).stats.nodes == 0, "the level's own two seconds are replaced"


def test_a_level_never_sees_more_than_it_should() -> None:
    scores: dict[str, list[Any]] = {}
    for noise in ("", ",noise=0", ",noise=1.0", ",noise=50"):
        engine = Engine(f"noughts:level=easy{noise},time=60", seed=1, hash_mb=1)
        scores[noise] = [engine.analyse(position).score for position in random_positions("ultimate", 8, seed=5)]
    assert scores[""] == scores[",noise=0"] == scores[",noise=1.0"]
    assert scores[""] != scores[",noise=50"], "it may see less"


def test_neither_threads_nor_options_make_a_level_stronger() -> None:
    for level in ("beginner", "easy", "medium", "hard", "expert"):
        plain = looked(f"noughts:level={level},time=60", "ultimate")
        assert looked(f"noughts:level={level},time=60,threads=4", "ultimate") == plain
        for option in ("threats=1000000", "selective=false", "transpositions=true"):
            name = option.partition("=")[0]
            with pytest.raises(noughts.NoughtsError, match=f"the level {level} has its own {name}; leave that out"):
                Engine(f"noughts:level={level},{option}")
    assert Engine("noughts:level=max,threats=100,threads=2").settings.search_threads == 2, "max has no caps"


def test_other_threads_look_no_deeper_than_the_limit() -> None:
    game = noughts.game("ultimate")
    search = search_class("alphabeta")(game, SearchSettings(best_evaluation(game), hash_mb=1, threads=4))
    assert isinstance(search, DepthFirst)
    for _ in search.iterate(game.start(), Bounds(depth=4), StopSignal()):
        pass
    assert max(thread.run.deepest for thread in search.threads) == 4


def test_players_keep_what_nobody_replaces() -> None:
    assert looked("report000", "5x6x4", MINUTE)[0] == 3
    assert looked("report000:time=60", "5x6x4")[0] == 3
    assert looked("report000:depth=5,nodes=100000000", "3x4x3")[0] == 5
    assert looked("report000", "5x6x4", Limit(depth=2))[0] == 2
    assert looked("report000:depth=2,time=60", "5x6x4", Limit(depth=1))[0] == 1, "the caller has the last word"
    assert looked("report003:time=60", "xrudder")[0] == 2
    assert looked("report003", "xrudder", Limit(time=60, nodes=10_000_000))[0] == 2
    assert looked("report004:level=easy,depth=1", "4x5x4")[0] == 1, "in place of its formula's"
    assert looked("alphabeta:depth_formula=4,depth=2,eval=pascal", "4x5x4")[0] == 2
    assert Engine("alphabeta:depth=4", limit=Limit(nodes=7)).settings.limit == Limit(depth=4, nodes=7)


def test_commands_leave_a_players_own_limits_standing() -> None:
    run = command("analyze", "xrudder", "--search", "report003", "--time", "60", "--json")
    assert json.loads(run.stdout)["stats"]["depth"] == 2, run.stderr
    run = command("analyze", "ultimate", "--search", "noughts:level=easy", "--time", "60", "--json")
    assert json.loads(run.stdout)["stats"]["nodes"] <= 100, "as few as the level looks at"


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a depth of nothing": ({"depth": 0}, "the depth is 0; it must be a whole number from 1 to 2"),
    "a depth in words": ({"depth": "x"}, "the depth is 'x'; it must be a whole number"),
    "a depth as text": ({"depth": "3"}, "the depth is '3'"),
    "half a ply": ({"depth": 2.5}, "the depth is 2.5"),
    "plies as a float": ({"depth": 2.0}, "the depth is 2.0"),
    "a depth of truth": ({"depth": True}, "the depth is True"),
    "a negative time": ({"time": -1}, "the time is -1; it must be a number of seconds from 0 to 10"),
    "a time of no number": ({"time": float("nan")}, "the time is nan"),
    "an endless time": ({"time": float("inf")}, "the time is inf"),
    "a time in words": ({"time": "soon"}, "the time is 'soon'"),
    "a time of truth": ({"time": False}, "the time is False"),
    "a complex time": ({"time": 1j}, "the time is 1j"),
    "no nodes": ({"nodes": 0}, "the number of nodes is 0"),
    "more nodes than can be counted": ({"nodes": 2**63}, "the number of nodes is 9223372036854775808; it must be"),
    "more plies than can be counted": ({"depth": 10**20}, "the depth is 100000000000000000000; it must be"),
    "a time beyond all numbers": ({"time": 10**400}, "the time is 10+; it must be a number of seconds from 0"),
    "a list of nodes": ({"nodes": [5]}, r"the number of nodes is \[5\]"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_limits_are_refused_in_words(case: str) -> None:
    given, message = WRONG[case]
    with pytest.raises(noughts.NoughtsError, match=message):
        Limit(**given)


BEYOND = "nodes=99999999999999999999"


@pytest.mark.parametrize(
    "text", ["depth=2.5", "depth=x", "depth=0", "time=nan", "time=-1", "time=soon", "nodes=1e3", BEYOND]
)
def test_wrong_limits_in_a_text_are_refused_in_words(text: str) -> None:
    key, _, value = text.partition("=")
    with pytest.raises(noughts.NoughtsError, match=rf"{key} is '?{value}(\.0)?'?; it must be"):
        Engine(f"noughts:{text}")


@pytest.mark.parametrize("search", ["alphabeta", "mcts"])
def test_the_largest_limits_are_no_limits(search: str) -> None:
    position = noughts.game("3x3x3").start()
    assert Engine(search, eval="zero", seed=1).analyse(position, Limit(5e8, 2**62, 2**62)).score.value == 0


def test_a_caller_gives_a_limit_and_nothing_else() -> None:
    position = noughts.game("3x3x3").start()
    with pytest.raises(noughts.NoughtsError, match=r"the limit is 5; it must be a Limit, for example Limit\(time=1\)"):
        Engine("random").play(position, 5)  # type: ignore[arg-type]


@pytest.mark.parametrize("search", ["noughts", "alphabeta", "mtdf"])
def test_a_search_that_was_stopped_tells_the_depth_that_it_reached(search: str) -> None:
    """Of a run that was broken off after some nodes: its depth takes no more nodes than that, the next one more."""
    for position in random_positions("ultimate", 6, seed=7):
        for nodes in (100, 3000):

            def run(limit: Limit) -> noughts.Stats:
                return Engine(search, hash_mb=1, seed=1).analyse(position, limit).stats  # noqa: B023 - called at once

            stopped = run(Limit(nodes=nodes))
            if stopped.depth:
                assert run(Limit(depth=stopped.depth)).nodes <= nodes
            assert run(Limit(depth=stopped.depth + 1)).nodes >= nodes or stopped.nodes < nodes


def test_a_search_that_does_not_deepen_reaches_its_depth_or_none() -> None:
    position = next(random_positions("xrudder", 1, seed=4))
    for text in ("report003:clock=yes", "alphabeta:deepening=false,depth=60"):
        stopped = Engine(text, hash_mb=1).analyse(position, Limit(nodes=150))
        assert stopped.stats.depth == 0, text
        assert stopped.move in position.legal_moves
    assert Engine("report003").analyse(position).stats.depth == 2


# Tells what happens on the clock: modules and files that are opened, functions that Numba compiles.
WATCHED = """
import sys

seen = []

import noughts, noughts.engine.engine

set_alarm = noughts.engine.engine.after

def after(*given):
    seen.append("the clock")
    return set_alarm(*given)

noughts.engine.engine.after = after

from numba.core import event

class Compiles(event.Listener):
    def on_start(self, event):
        seen.append(f"compile {event.data['dispatcher'].__name__}")
    def on_end(self, event):
        pass

event.register("numba:compile", Compiles())
sys.addaudithook(lambda name, given: seen.append(f"{name} {given[0]}") if name in ("open", "import") else None)

for name, search, is_prepared in CASES:
    position = noughts.game(name).start()
    position.push(position.legal_moves[0])
    engine = noughts.Engine(search, hash_mb=1)
    if is_prepared:
        engine.prepare(position.game)
        seen.clear()
    result = engine.play(position, noughts.Limit(time=1))
    at = 0 if is_prepared else seen.index("the clock")
    print([what for what in seen[at:] if what != "the clock"], result.stats.nodes > 1)
    seen.clear()
"""
CASES = [  # a game, a search, and whether it was prepared: then not even what comes before the clock loads anything
    ("ultimate", "noughts", False),
    ("ultimate", "alphabeta", True),
    ("ultimate", "mcts", False),
    ("nineboard", "noughts", True),
    ("xtreme", "noughts", False),
    ("xtreme", "report001", True),
]


def test_nothing_is_loaded_or_compiled_on_the_clock() -> None:
    """In a process that has played nothing yet."""
    run = run_python("-c", WATCHED.replace("CASES", repr(CASES)))
    assert run.stdout.splitlines() == ["[] True"] * len(CASES), run.stderr
