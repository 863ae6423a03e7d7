"""Games that were played uncompiled, played again by compiled code: nothing may differ."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from noughts.board.game import Game
from noughts.board.position import Position
from noughts.conformance.hooks import HOOKS
from noughts.conformance.mistakes import why_not_compiled
from noughts.conformance.sample import After
from noughts.conformance.views import fingerprint
from noughts.errors import NoughtsError
from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.contract import MOST_LINES, ROOM, declared
from noughts.kernel.looking import look_part
from noughts.kernel.mode import UNCOMPILED

Hooks = Mapping[str, Callable[..., Any]]


def compiled_hooks(game: Game) -> Hooks:
    """The game's own hooks as machine code. NoughtsError if one of its functions cannot be compiled as it should be."""
    from numba import int64, types

    numbers = dict.fromkeys(("move", "player", "cell", "group", "row", "index"), int64)
    buffers = dict.fromkeys(("out", "room", "worth"), int64[::1])
    kinds = {"state": game.rules.record_type, "lines": int64[:, ::1], **numbers, **buffers}
    found: dict[str, Callable[..., Any]] = {}
    for name in game.rules.functions:
        is_hook = name in HOOKS
        # A fresh one: the game's own may have been compiled by now for others to call, without an entry point. Rules
        # need none: positions call them. Positions and searches link what is compiled here.
        function: Any = compiled(game.rules.function(name)) if is_hook else game.rules.compiled_function(name)
        arguments = tuple(kinds[parameter] for parameter in inspect.signature(declared[name]).parameters)
        try:
            if is_hook:
                function.compile(arguments)
            else:
                function.dispatcher.compile(arguments)
        except Exception as error:
            raise NoughtsError(why_not_compiled(error, name)) from error
        overload = function.dispatcher.overloads[arguments]
        returned = overload.signature.return_type
        is_play = name == "play"
        if not (returned == types.none if is_play else isinstance(returned, types.Integer | types.Boolean)):
            raise NoughtsError(
                f"{name} returns {returned} where {'nothing' if is_play else 'an integer'} "
                "is wanted; mixing signed and unsigned integers gives floats, so give constants their type"
            )
        if is_hook:
            found[name] = overload.entry_point
    return found


def replay(game: Game, record: dict[str, Any], hooks: Hooks) -> None:
    """Play a recorded game in compiled code; NoughtsError where rules, texts, these hooks or the view differ."""
    if not UNCOMPILED:
        specialize(*look_part(game.rules, game.name))  # else views are made in plain Python, if nobody waits for it
    position = game.start()
    for number, ply in enumerate(record["plies"]):
        where = After(game, tuple(move.code for move in position.move_stack))
        legal = [move.code for move in position.legal_moves]
        text = position.text()
        here: dict[str, Any] = {"legal": legal, "turn": position.turn, "key": position.key, "text": text}
        again = game.position(text)
        if again != position or again.key != position.key:
            raise NoughtsError(f"{where}: the text {text!r} reads back as another position")
        if ply["view"] is not None:
            here["view"] = fingerprint(position.view())
        _compare(where, here, ply)
        _compare(
            where,
            {name: _ask(position, name, hooks[name]) for name in ply["answers"] or () if name in hooks},
            ply["answers"],
        )
        if ply["move"] is not None:
            position.push(game.moves[ply["move"]])
        elif number != len(record["plies"]) - 1:
            raise NoughtsError(f"{where}: the game ended early")


def _ask(position: Position, name: str, hook: Callable[..., Any]) -> Any:
    """As `sample.ask`, of machine code."""
    parameters, states = inspect.signature(declared[name]).parameters, position.states
    if "out" in parameters:
        out = np.full(position.game.move_codes, -1, np.int64)
        n = int(hook(states[0], out))
        return [n, *(int(code) for code in out[: max(n, 0)])]
    if "worth" in parameters:
        codes = [move.code for move in position.legal_moves]
        worth = np.full((2, position.game.move_codes), -1, np.int64)
        return [[int(hook(states[0], player, worth[player])), *worth[player, codes].tolist()] for player in range(2)]
    if "lines" in parameters:
        rows = np.full((2, MOST_LINES, 2), -1, np.int64)
        counts = [int(hook(states[0], player, rows[player])) for player in range(2)]
        return [[counts[player], *rows[player, : max(counts[player], 0)].tolist()] for player in range(2)]
    if "move" in parameters:
        return [int(hook(states[0], move.code)) for move in position.legal_moves]
    if "player" in parameters:
        room = [np.zeros(ROOM, np.int64)] if "room" in parameters else []
        return [int(hook(states[0], player, *room)) for player in range(2)]
    return int(hook(states[0]))


def _compare(where: object, compiled: dict[str, Any], uncompiled: dict[str, Any]) -> None:
    for name, answer in compiled.items():
        if answer != uncompiled[name]:
            raise NoughtsError(
                f"{where}: {name} is {answer} compiled and {uncompiled[name]} uncompiled; "
                "are all integer constants of the right type, and does everything depend on the position alone?"
            )
