"""Options of searches, players and engines: what kind of value each is, its default, its bounds or its choices.

One declaration serves all: an engine's text, a protocol's list of options, `noughts searches` and the page.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from noughts.errors import NoughtsError

Kind = Literal["flag", "whole", "number", "word"]
_KINDS: dict[type, Kind] = {bool: "flag", int: "whole", float: "number", str: "word"}
_FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True, slots=True)
class Option:
    """An option without a default names its kind; otherwise the kind is the default's.

    >>> Option(30, least=0, most=100).read("threats", "40"), Option(False).read("nearest", "yes")
    (40, True)
    >>> Option("both", choices=("both", "mover")).read("cut_side", "none")
    Traceback (most recent call last):
        ...
    noughts.errors.NoughtsError: cut_side is 'none'; it must be one of both, mover
    """

    default: Any = None
    least: int | None = None
    most: int | None = None
    choices: Sequence[str] = ()
    kind: Kind = "word"

    def __post_init__(self) -> None:
        if self.default is not None:
            object.__setattr__(self, "kind", _KINDS[type(self.default)])

    def read(self, where: str, value: Any) -> Any:
        """A value, given as itself or as text, with this option's type; `where` names it in the message otherwise."""
        found = self._typed(value)
        if found is None:
            raise NoughtsError(f"{where} is {value!r}; it must be {self.rule}")
        return found

    @property
    def rule(self) -> str:
        """What a value must be, in words."""
        if self.kind == "flag":
            return "true or false"
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        if self.least is not None:
            return f"a number from {self.least} to {self.most}"
        return f"a {'word' if self.kind == 'word' else 'number'} such as {self.default}"

    def as_text(self) -> str:
        """The default, as a user would write it; empty if there is none."""
        if self.default is None:
            return ""
        return str(self.default).lower() if self.kind == "flag" else str(self.default)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"choices": list(self.choices)}

    def _typed(self, value: Any) -> Any:
        if self.kind == "flag":
            return _FLAGS.get(str(value).lower())
        if self.kind == "word":
            return value if isinstance(value, str) and (not self.choices or value in self.choices) else None
        number = read_number(value, int if self.kind == "whole" else float)
        is_within = number is not None and (self.least is None or self.least <= number)
        return number if is_within and (self.most is None or number <= self.most) else None


def read_options(owner: str, options: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """What is given, typed; NoughtsError for a name that the owner does not have, or a value that cannot be."""
    for name in given:
        if name not in options:
            raise NoughtsError(f"{owner} has no option {name!r}; it has {', '.join(options) or 'none'}")
    return {name: options[name].read(f"{owner}: {name}", value) for name, value in given.items()}


def read_number(value: Any, kind: type) -> Any:
    """A finite number given as itself or as text; None for anything else, and for a fraction where an int is wanted."""
    if isinstance(value, bool):
        return None
    try:
        number = kind(value)
        is_finite = math.isfinite(number)
    except (TypeError, ValueError, OverflowError):
        return None
    is_exact = isinstance(value, str) or number == value
    return number if is_finite and is_exact else None
