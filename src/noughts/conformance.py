"""Every game from outside is checked before anything plays or searches it.

Compiled code checks no index and trusts every function's type, so one mistake in a game file corrupts memory or gives
wrong answers in silence. The check plays random games twice: in another process, uncompiled, where NumPy checks every
index and errors name the line; then here, compiled. At every ply the two must agree and the texts must read back.
"""

import json
import os
import random
import subprocess
import sys
from typing import Any

import numpy as np

from noughts.board.game import Game
from noughts.board.position import Position
from noughts.errors import NoughtsError
from noughts.kernel import cache
from noughts.kernel.contract import DRAW, FIRST, ONGOING, SECOND
from noughts.kernel.contract import key as key_of
from noughts.kernel.contract import moves as moves_of
from noughts.kernel.contract import outcome as outcome_of
from noughts.kernel.contract import turn as turn_of
from noughts.kernel.mode import UNCOMPILED

GAMES, PLIES = 20, 1000  # as many games as these allow, but one at least
_SECONDS = 120


def check_once(game: Game, asked_for: str) -> None:
    """Check a game unless this very source has passed before. NoughtsError says what is wrong with it, and where."""
    if UNCOMPILED:
        return  # whoever runs uncompiled is looking for the mistake
    place = cache.folder()
    passed = place / f"conforms-{game.rules.tag}" if place else None
    if passed is not None and cache.read_checked(passed) is not None:
        return
    _check_claims(game)
    for record in _uncompiled_games(asked_for):
        replay(game, record)
    if passed is not None:
        cache.write_checked(passed, game.name.encode())


def _check_claims(game: Game) -> None:
    for claim in ("name", "title", "max_moves", "move_codes", "max_plies", "rows", "columns", "rules"):
        if not hasattr(game, claim):
            raise NoughtsError(f"the game {type(game).__name__} does not set {claim}")
    from numba import int64, types

    state, out = game.rules.record_type, int64[::1]
    arguments: dict[str, tuple[Any, ...]] = {"play": (state, int64), "points": (state, int64)}
    arguments |= dict.fromkeys(("moves", "forced_moves", "threat_moves"), (state, out))
    for name in game.rules.functions:
        function = game.rules.compiled_function(name).dispatcher
        try:
            function.compile(arguments.get(name, (state,)))
        except Exception as error:
            raise NoughtsError(f"{game.name}: {name} cannot be compiled: {error}") from error
        returned = function.overloads[arguments.get(name, (state,))].signature.return_type
        wanted = types.none if name == "play" else types.Integer
        if not (returned == types.none if name == "play" else isinstance(returned, types.Integer | types.Boolean)):
            raise NoughtsError(
                f"{game.name}: {name} returns {returned} where {'nothing' if wanted is types.none else 'an integer'} "
                "is wanted; mixing signed and unsigned integers gives floats, so give constants their type"
            )


def _uncompiled_games(asked_for: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "noughts.uncompiled_games", asked_for]
    environment = {**os.environ, "NOUGHTS_UNCOMPILED": "1"}
    try:
        run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        raise NoughtsError(f"{asked_for}: {GAMES} random games took over {_SECONDS} s: does the game end?") from error
    if run.returncode != 0:
        raise NoughtsError(f"{asked_for} breaks the contract of games:\n{run.stderr.strip()}")
    games: list[dict[str, Any]] = json.loads(run.stdout)
    return games


def replay(game: Game, record: dict[str, Any]) -> None:
    """Play a recorded game in compiled code: nothing may differ."""
    position = game.start()
    for ply, (legal, turn, key, text, move) in enumerate(record["plies"]):
        where = f"{game.name}, after {' '.join(str(move) for move in position.move_stack) or 'no move'}"
        here = ([move.code for move in position.legal_moves], position.turn, position.key, position.text())
        if here != (legal, turn, key, text):
            raise NoughtsError(
                f"{where}: compiled and uncompiled rules disagree (legal moves, turn, key, text): "
                f"{here} and {(legal, turn, key, text)}; are all integer constants of the right type?"
            )
        _check_text(game, position, where)
        if move is not None:
            position.push(game.moves[move])
        elif ply != len(record["plies"]) - 1:
            raise NoughtsError(f"{where}: the game ended early")


def _check_text(game: Game, position: Position, where: str) -> None:
    again = game.position(position.text())
    if again != position or again.key != position.key:
        raise NoughtsError(f"{where}: the text {position.text()!r} reads back as another position")
    view = position.view()
    if len(view.clicks) != len(position.legal_moves) or len(view.cells) != len(game.cells):
        raise NoughtsError(f"{where}: two legal moves have the same notation")


def random_games(game: Game, seed: int) -> list[dict[str, Any]]:
    """Random games by the contract's functions alone, as they run here, checking what they promise."""
    chance = random.Random(seed)
    record: list[dict[str, Any]] = []
    while len(record) < GAMES and sum(len(one["plies"]) for one in record) < PLIES:
        states = game.new_states(1)
        game.setup(states[0])
        plies: list[tuple[list[int], int, int, str, int | None]] = []
        while True:
            state = states[0]
            out = np.full(game.max_moves, -1, np.int64)  # not an entry more: NumPy finds a move too many
            is_over = _known_outcome(game, int(outcome_of(state))) != ONGOING
            n = 0 if is_over else int(moves_of(state, out))
            legal = [int(code) for code in out[:n]]
            _check_moves(game, legal, is_over)
            move = chance.choice(legal) if legal else None
            plies.append((legal, int(turn_of(state)), int(key_of(state)), game.write_position(state), move))
            if move is None:
                break
            if len(plies) > game.max_plies:
                raise NoughtsError(f"a game went on after {game.max_plies} plies, which max_plies says is the most")
            game.rules.function("play")(state, move)
        record.append({"plies": plies})
    return record


def _known_outcome(game: Game, result: int) -> int:
    if result not in (ONGOING, FIRST, SECOND, DRAW):
        raise NoughtsError(f"the outcome is {result}; it must be ONGOING, FIRST, SECOND or DRAW")
    return result


def _check_moves(game: Game, legal: list[int], is_over: bool) -> None:
    if not legal and not is_over:
        raise NoughtsError("a game that goes on has no legal move: play must set the outcome")
    if len(set(legal)) != len(legal):
        raise NoughtsError(f"moves wrote a move twice: {legal}")
    for code in legal:
        if code not in game.moves:
            raise NoughtsError(
                f"moves wrote {code}, which write_move has no notation for (move_codes is {game.move_codes})"
            )
