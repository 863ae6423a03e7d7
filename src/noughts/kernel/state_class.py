"""States in plain Python: `states[ply].turn` reads as it does compiled.

np.record does the same, by a look at all that it might have meant; a field as a property is read ten times as fast, and
a game from outside is first tried out in plain Python. A name that all of NumPy's scalars have stays theirs.
"""

import copyreg
import operator
from typing import Any

import numpy as np


class StateClass(type):
    """The metaclass of states' classes, which are pickled by the names of their fields: they cannot be imported."""


_CLASSES: dict[tuple[str, ...], StateClass] = {}


def state_class(names: tuple[str, ...]) -> StateClass:
    """The class of states with fields of these names, one a process."""
    if names not in _CLASSES:
        fields = {name: _field(name) for name in names if not hasattr(np.void, name)}
        _CLASSES[names] = StateClass("record", (np.void,), {"__slots__": (), **fields})
    return _CLASSES[names]


def _field(name: str) -> property:
    def write(state: np.void, value: Any) -> None:
        state[name] = value

    return property(operator.itemgetter(name), write)


def _pickled(one: StateClass) -> tuple[Any, ...]:
    return state_class, (next(names for names, known in _CLASSES.items() if known is one),)


copyreg.pickle(StateClass, _pickled)
