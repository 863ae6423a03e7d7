"""A random game of each kind with the installed package, judged by the naive reference rules."""

import random

import noughts
from noughts import reference
from noughts.registry import families

chance = random.Random(2026)
for family in families():
    for name in family.examples:
        position, board = noughts.game(name).start(), reference.game(name).start()
        while position.legal_moves:
            move = chance.choice(position.legal_moves)
            position.push(move)
            board = board.play(str(move))
        outcome = position.outcome()
        assert outcome is not None
        assert board.is_over()
        assert outcome.winner == board.winner()
        assert position.text() == board.text()
        print(f"{name}: {len(position.move_stack)} moves, {outcome}")
