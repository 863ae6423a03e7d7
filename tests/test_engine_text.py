"""An engine as one text: what is read from it, what is written, what people see."""

from typing import Any

import pytest

import noughts
from noughts import Engine, Limit
from noughts.engine.engine_text import EngineSettings, EngineText, engine_text
from noughts.engine.levels import LEVELS
from noughts.errors import NoughtsError
from noughts.play import label

# Texts that games and settings of earlier versions hold.
KEPT: dict[str, dict[str, Any]] = {
    "noughts:level=easy": {"level": LEVELS["easy"], "limit": Limit()},
    "noughts:level=hard,time=2.0,threads=2": {"level": LEVELS["hard"], "limit": Limit(time=2), "threads": 2},
    "alphabeta:eval=pascal,depth=2,hash_mb=1,nearest=true,win=200": {"eval": "pascal", "hash_mb": 1.0},
    "mtdf:eval=boards,depth=4,time=0.5": {"eval": "boards", "limit": Limit(time=0.5, depth=4)},
    "report003:clock=yes,time=2": {"level": None, "limit": Limit(time=2)},
    "report004:level=easy": {"level": None},
    "mcts:nodes=500,seed=3,": {"seed": 3, "limit": Limit(nodes=500)},
    " noughts : level = easy , time = 1 ": {"name": "noughts", "level": LEVELS["easy"], "limit": Limit(time=1)},
}


@pytest.mark.parametrize("text", KEPT)
def test_texts_are_read(text: str) -> None:
    settings = EngineSettings.read(text)
    for name, value in KEPT[text].items():
        assert getattr(settings, name) == value
    again = str(EngineText.read(text))
    assert EngineText.read(again) == EngineText.read(text), "what is written says the same"


def test_an_option_is_read_by_the_name_that_it_had_before() -> None:
    position = noughts.game("4x4x4").start()
    nodes = {
        text: Engine(f"noughts:{text}", hash_mb=1).analyse(position, Limit(depth=5)).stats.nodes
        for text in ("reductions=false", "selective=false", "selective=true")
    }
    assert nodes["reductions=false"] == nodes["selective=false"] > nodes["selective=true"]


def test_texts_are_written() -> None:
    assert engine_text() == "noughts"
    assert engine_text(level="hard", time=0.1, threads=2) == "noughts:level=hard,time=0.1,threads=2"
    assert engine_text(level="hard", time=0, threads=1) == "noughts:level=hard", "0 leaves it to the level"
    assert engine_text("noughts:level=hard,time=5", level="easy") == "noughts:level=easy,time=5", "no key stands twice"
    assert engine_text("report003:clock=yes", time=2.0) == "report003:clock=yes,time=2.0"
    assert engine_text(search="mtdf", evaluation="patterns", depth=4, nodes=9) == "mtdf:eval=patterns,depth=4,nodes=9"
    with pytest.raises(NoughtsError, match="either the player"):
        engine_text("report003", search="mtdf")
    with pytest.raises(NoughtsError, match="cannot be empty or hold a comma"):
        engine_text(search="alphabeta", evaluation="./a,b.py")


def test_the_text_counts_before_what_stands_beside_it() -> None:
    engine = Engine("alphabeta:eval=pascal,seed=5,depth=4", eval="zero", seed=1, depth=2, limit=Limit(depth=3, nodes=7))
    assert (engine.settings.eval, engine.settings.seed) == ("pascal", 5)
    assert engine.settings.limit == Limit(depth=4, nodes=7)


def test_people_read_labels() -> None:
    assert label("noughts:level=easy,time=2.0") == "noughts, easy, time=2.0"
    assert label("human") == "person"
    assert label("report004:level=easy") == "report004, easy"


def test_an_engine_is_checked_against_a_game() -> None:
    ultimate = noughts.game("ultimate")
    for text, message in (
        ("report003", "report003 does not play ultimate"),
        ("alphabeta:eval=factorial", "the evaluation factorial does not fit ultimate"),
        ("minimax:threads=2", "minimax searches with one thread"),
    ):
        with pytest.raises(NoughtsError, match=message):
            EngineSettings.read(text).check(ultimate)
