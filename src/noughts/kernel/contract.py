"""The contract between games and everything that plays, searches or counts them.

A game is a record type (the *state*) and plain functions over it, handed to `Rules`. The functions below are generic:
called with a state, they run what that state's game defines, in compiled code (by the record's type, at no cost) as
in plain Python (by the record's dtype). A search written against them works for every game, a user's included.

**States are copied, never undone**: a search holds an array of states, one a ply; it copies a state and plays on the
copy. `play` therefore gets a state that it may change freely, and there is no way back to get wrong.

**Nothing assumes that turns alternate**: ask `turn` before and after a move.

A function whose declaration has a body of its own is optional: that body is what a game gets that does not define it.
An optional *hook* tells a search what the game knows; its default is sound for every game. A hook must be right, not
complete: tests compare every hook with brute force.
"""

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled
from noughts.kernel.fingerprint import functions_by_tag, is_ours, source_tag
from noughts.kernel.native import twin_of
from noughts.kernel.outside import checked
from noughts.kernel.state_class import state_class

# Outcomes. FIRST + player is that player's win.
ONGOING, FIRST, SECOND, DRAW = 0, 1, 2, 3
NO_MOVE = -1
UNRESTRICTED = -1
MANY_PLIES = 1 << 20
MOST_PROMISE = (1 << 20) - 1
ROOM = 128  # numbers that `cannot_win` may work with
MOST_CELLS = 16  # of which solving/positional.py has tables of all sets
MOST_LINES = 1024  # of a player, on the cells that are left

State: TypeAlias = np.record
States: TypeAlias = NDArray[np.record]
MoveBuffer: TypeAlias = NDArray[np.int64]
LineBuffer: TypeAlias = NDArray[np.int64]
Field: TypeAlias = tuple[str, Any] | tuple[str, Any, int | tuple[int, ...]]

P = ParamSpec("P")
R = TypeVar("R")

declared: dict[str, Callable[..., Any]] = {}  # every function of the contract, as it stands below
_required = {"moves", "play"}
_by_tag: dict[str, "Rules"] = {}


class Rules:
    """A state type and the contract's functions over it, found by their own names or by those of a mapping.

    The record gets one more field, the *tag*, whose name tells the game from all others: it is what compiled code is
    dispatched and cached by. For a game outside this package the tag carries a hash of its source, so that an edited
    file is compiled anew.
    """

    def __init__(
        self,
        name: str,
        fields: Iterable[Field],
        functions: Iterable[Callable[..., Any]] | Mapping[str, Callable[..., Any]],
    ) -> None:
        named = functions.items() if isinstance(functions, Mapping) else [(one.__name__, one) for one in functions]
        given: dict[str, Any] = dict(named)
        # A function that the game's others call is a compiled one already; underneath is the plain Python.
        self.functions = {key: getattr(function, "py_func", function) for key, function in given.items()}
        self._compiled = {key: function for key, function in given.items() if hasattr(function, "py_func")}
        self._checked: dict[str, Any] = {}
        if missing := _required - self.functions.keys():
            raise TypeError(f"the rules of {name} lack {', '.join(sorted(missing))}")
        for function_name, function in self.functions.items():
            if function_name not in declared:
                raise TypeError(f"the rules of {name}: the contract has no function {function_name}")
            wanted = list(inspect.signature(declared[function_name]).parameters)
            if list(inspect.signature(function).parameters) != wanted:
                raise TypeError(f"the rules of {name}: it must be {function_name}({', '.join(wanted)})")
        self.is_ours = all(map(is_ours, self.functions.values()))
        self._name = name
        self.tag = "is_" + "".join(c if c.isalnum() else "_" for c in name) + source_tag(*self.functions.values())
        self.dtype = _without_gaps(fields, self.tag)
        _by_tag[self.tag] = self
        functions_by_tag[self.tag] = list(self.functions.values())

    def new_states(self, count: int) -> States:
        """An array of zeroed states."""
        return np.zeros(count, self.dtype)

    def function(self, name: str) -> Callable[..., Any]:
        """The game's own function as plain Python, or the contract's default."""
        return self.functions.get(name, declared[name])

    def compiled_function(self, name: str) -> Any:
        if name not in self._compiled:
            self._compiled[name] = compiled(self.function(name))
        return self._compiled[name]

    def called_function(self, name: str) -> Any:
        """The function as compiled code calls it, and plain Python too: from outside, with its results checked."""
        if self.is_ours:
            return self.compiled_function(name)
        if name not in self._checked:
            self._checked[name] = checked(name, self.compiled_function(name), self._name)
        return self._checked[name]

    @property
    def record_type(self) -> Any:
        """Numba's type of one state."""
        from numba import from_dtype

        return from_dtype(self.dtype)


def _without_gaps(fields: Iterable[Field], tag: str) -> np.dtype[Any]:
    """A record of which every byte belongs to a field, so that equal states are equal bytes.

    Fields with the strictest alignment come first, and the tag fills up the end.
    """
    ordered = sorted(fields, key=lambda field: -np.dtype(field[1]).alignment)
    size = np.dtype(ordered).itemsize
    record = np.dtype([*ordered, (tag, np.uint8, (8 - size % 8,))], align=True)
    assert record.itemsize == size + 8 - size % 8
    assert record.names is not None
    return np.dtype((state_class(record.names), record))


def generic(returns: type | None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make a declaration a generic function, dispatched on its first argument, a state.

    Compiled results are converted to the declared integer type, so that a game that returns an int8 field cannot turn
    a search's arithmetic into something else.
    """

    def decorate(declaration: Callable[P, R]) -> Callable[P, R]:
        name = declaration.__name__
        declared[name] = declaration

        @functools.wraps(declaration)
        def dispatch(*args: Any) -> Any:
            rules = _by_tag[args[0].dtype.names[-1]]
            result = (rules.function(name) if rules.is_ours else rules.called_function(name))(*args)
            return result if returns is None else returns(result)

        twin_of(dispatch)(functools.partial(_call_of_games_function, name, returns))
        return cast(Callable[P, R], dispatch)

    return decorate


def _call_of_games_function(name: str, returns: type | None, typing_context: Any, *args: Any) -> Any:
    """Compiled: a call of the function that the state's game has under that name, its result converted."""
    from numba import from_dtype, types

    rules = _by_tag[list(args[0].fields)[-1]]
    function_type = types.Dispatcher(rules.called_function(name).dispatcher)
    own = function_type.get_call_type(typing_context, args, {})
    returned = types.none if returns is None else from_dtype(np.dtype(returns))

    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        result = context.get_function(function_type, own)(builder, values)
        if returns is None:
            return context.get_dummy_value()
        return context.cast(builder, result, own.return_type, returned)

    return returned(*args), codegen


@generic(np.int64)
def moves(state: State, out: MoveBuffer) -> int:
    """Write the legal moves of a game that is not over to `out`, as codes from 0 up, and return their number.

    There is one at least, and none is written twice. `out` has a place for every code.
    """
    raise NotImplementedError


@generic(None)
def play(state: State, move: int) -> None:
    """Make a legal move on the state itself. Nothing is checked: `Position.push` is the checked one."""
    raise NotImplementedError


@generic(np.int64)
def turn(state: State) -> int:
    """The side to move: 0 (first) or 1 (second). Default: the field `turn`."""
    return state.turn


@generic(np.int64)
def outcome(state: State) -> int:
    """ONGOING, FIRST, SECOND (that player has won) or DRAW. Default: the field `outcome`."""
    return state.outcome


@generic(np.uint64)
def key(state: State) -> int:
    """The Zobrist key: equal for equal positions, however they came about, else different. Default: the field `key`.

    It covers all that the rest of the game depends on: the side to move, where it must play, the pieces in hand.
    """
    return state.key


@generic(np.int64)
def points(state: State, player: int) -> int:
    """The points of a player in a drawn ending; their difference decides between draws. Default: 0."""
    return 0


@generic(np.int64)
def winning_move(state: State) -> int:
    """A legal move that wins the game at once for the side to move, or NO_MOVE if there is none or it is unknown.

    A game that defines it finds a win wherever there is one.
    """
    return NO_MOVE


@generic(np.int64)
def forced_moves(state: State, out: MoveBuffer) -> int:
    """The moves that do not lose at once, or UNRESTRICTED where any legal move may be good (nothing is written then).

    Every legal move left out loses by itself or to the opponent's next move; with 0 all do. To be asked only where
    the side to move has no winning move.
    """
    return UNRESTRICTED


@generic(np.int64)
def threat_moves(state: State, out: MoveBuffer) -> int:
    """Moves after which the mover would win at once if the turn came straight back; as many as the game knows.

    To be asked only where the side to move has no winning move.
    """
    return 0


@generic(np.int64)
def is_dead(state: State) -> int:
    """1 if the game will be drawn whatever is played (with equal points), 0 if not or unknown."""
    return 0


@generic(np.int64)
def cannot_win(state: State, player: int, room: MoveBuffer) -> int:
    """Not 0 if the opponent has a way to keep the player from winning, 0 if not or unknown.

    `room`: a scratch buffer of ROOM int64.
    """
    return 0


@generic(np.int64)
def promise(state: State, player: int, worth: MoveBuffer) -> int:
    """Write to worth[move] how good each legal move looks where it is asked whether the player wins, and return 1.

    From 0 to MOST_PROMISE; `worth` has a place for every code. The solver tries moves that look better first, by
    whichever side. It is no claim: any number is right. Default: 0, unknown, and nothing is written.
    """
    return 0


@generic(np.int64)
def is_near(state: State, move: int) -> int:
    """0 for a legal move that comes to no person's mind, as it lies far from all that is going on, else 1.

    Weak levels play no such move. It is no claim. Default: 1, every move may come to mind.
    """
    return 1


@generic(np.int64)
def plies_left(state: State) -> int:
    """A number of plies within which the game ends, whatever is played. Default: unknown, MANY_PLIES.

    Every move lowers it by one at least. A search that looks so far ahead looks at everything: its value is the true
    one.
    """
    return MANY_PLIES


@generic(np.int64)
def lines_left(state: State, player: int, lines: LineBuffer) -> int:
    """The sets of cells that a player still has to take, of a game that is nothing else (board/positional.py).

    Write a row for each and return their number: the cells that the player lacks, as bits in the order of `moves`, and
    those that keep the line from counting. To be asked where at most MOST_CELLS moves are legal; `lines` has MOST_LINES
    rows. Default: none, and it is no such game.
    """
    return 0


# The look: numbers about a state and a place of it, which `kernel/looking.py` gathers for a view. Each is an index into
# a table of the `Game`, where it stands beside what people read; so a front end needs neither Python nor rules.


@generic(np.int64)
def content(state: State, cell: int) -> int:
    """Content of a cell, an index into `Game.glyphs`: 0 nothing, 1 X, 2 O, 3 an obstacle, then the game's own."""
    return 0


@generic(np.int64)
def owner(state: State, group: int) -> int:
    """Owner of a group of `Game.frames`: 0 nobody, 1 the first player, 2 the second, 3 drawn."""
    return 0


@generic(np.int64)
def is_lit(state: State, cell: int) -> int:
    """1 if a cell is among those that won, else 0. Asked only of a game that has a winner."""
    return 0


@generic(np.int64)
def is_lit_row(state: State, row: int) -> int:
    """1 if a row of groups, of `Game.group_rows`, is among those that won, else 0. Asked only where there is a winner.

    Default: cells won, and no groups did.
    """
    return 0


@generic(np.int64)
def reason(state: State) -> int:
    """How a finished game ended, an index into `Game.reasons`. Default: 1 for a draw, else 0."""
    return 1 if outcome(state) == DRAW else 0


@generic(np.int64)
def where(state: State) -> int:
    """Where the side to move may play, an index into `Game.wheres`. Asked only of a game that goes on."""
    return 0


@generic(np.int64)
def counter(state: State, index: int) -> int:
    """Value of a counter of `Game.counted`: tokens in hand, moves left."""
    return 0


@generic(np.int64)
def landing(state: State, move: int) -> int:
    """The cell where a legal move lands, for games in which only the state knows: it is clicked there, and lit there.

    Asked of every code from 0 up; what it says of moves that are not legal does not matter. Default: -1, the last cell
    of `Game.clicks`.
    """
    return -1


LOOK = frozenset({"content", "owner", "is_lit", "is_lit_row", "reason", "where", "counter", "landing"})
