"""Our own engine as another program's, through both protocols: at fixed nodes it plays what it plays in process."""

import random
import shlex
import sys

import pytest

import noughts
from noughts.engine.engine import Engine
from noughts.engine.limit import Limit
from noughts.protocols.bots import Bot
from noughts.protocols.hosting import host_for

SECONDS = 600
MOVES = 5


def our_engine(text: str, protocol: str) -> Bot:
    words = [sys.executable, "-m", "noughts", "engine", text, "--protocol", protocol]
    return Bot("ours", shlex.join(words), protocol)


@pytest.mark.parametrize("name", ["7x7x5", "ultimate", "xtreme"])
def test_ugi(name: str) -> None:
    """The same move, score and line; in Xtreme one side may move twice."""
    game, text, limit = noughts.game(name), "noughts:hash_mb=1,seed=1", Limit(nodes=400)
    engine, host = Engine(text), host_for(our_engine(text, "ugi"), SECONDS, SECONDS)
    chance, position = random.Random(1), game.start()
    try:
        for _ in range(MOVES):
            position.push(chance.choice(position.legal_moves))
            here, there = engine.play(position, limit), host.play(position, limit)
            assert (there.move, there.score, there.pv) == (here.move, here.score, here.pv)
            assert there.stats.nodes == here.stats.nodes
            position.push(here.move)
    finally:
        host.close()


@pytest.mark.parametrize("begins", [True, False])
def test_gomocup(begins: bool) -> None:
    game, text = noughts.game("7x7x5"), "noughts:hash_mb=1,seed=1,nodes=400"
    engine, host = Engine(text), host_for(our_engine(text, "gomocup"), SECONDS, SECONDS)
    chance, position = random.Random(2), game.start()
    try:
        if not begins:
            position.push("d4")
        for _ in range(MOVES):
            here, there = engine.play(position), host.play(position, Limit(time=SECONDS))
            assert there.move == here.move
            position.push(here.move)
            position.push(chance.choice(position.legal_moves))
    finally:
        host.close()
