"""Options: what kind of value each is, its default, its bounds or its choices, and what it does in words.

One declaration serves all: searches, evaluations, players, levels, bots and settings declare theirs; an engine's text,
a protocol's list of options, the commands that list things, the settings file and the page read and offer them.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from numbers import Integral, Real
from typing import Any, Literal

from noughts.errors import NoughtsError

Kind = Literal["flag", "whole", "number", "word"]
_KINDS: dict[type, Kind] = {bool: "flag", int: "whole", float: "number", str: "word"}
_TYPES: dict[Kind, type] = {"flag": bool, "whole": Integral, "number": Real, "word": str}
_FLAGS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


@dataclass(frozen=True, slots=True)
class Option:
    """An option without a default names its kind; otherwise the kind is the default's.

    >>> Option(30, 0, 100).read("threats", "40"), Option(False).read("nearest", "yes")
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
    unit: str = ""  # of a number, such as seconds
    words: str = ""  # what it does

    def __post_init__(self) -> None:
        if self.default is not None:
            object.__setattr__(self, "kind", _KINDS[type(self.default)])

    def read(self, where: str, value: Any) -> Any:
        """A value, given as itself or as text, with this option's type; `where` names it in the message otherwise."""
        found = self._typed(value)
        if found is None:
            raise NoughtsError(f"{where} is {value!r}; it must be {self.rule}")
        return found

    def check(self, where: str, value: Any) -> Any:
        """A value that has a type of its own, as in a file: text is no number, a fraction no whole one."""
        if not isinstance(value, _TYPES[self.kind]) or isinstance(value, bool) != (self.kind == "flag"):
            raise NoughtsError(f"{where} is {value!r}; it must be {self.rule}")
        return self.read(where, value)

    @property
    def rule(self) -> str:
        """What a value must be, in words."""
        if self.kind == "flag":
            return "true or false"
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        if self.kind == "word":
            return "a text"
        number = ("a whole number" if self.kind == "whole" else "a number") + (f" of {self.unit}" if self.unit else "")
        return number if self.least is None else f"{number} from {_shown(self.least)} to {_shown(self.most)}"

    def as_text(self, value: Any = None) -> str:
        """A value, or the default, as a user would write it; empty if there is none."""
        value = self.default if value is None else value
        if value is None:
            return ""
        return str(value).lower() if self.kind == "flag" else str(value)

    @property
    def offered(self) -> Sequence[str]:
        """All that can be written for it, the default first, where that is a list; else nothing.

        >>> Option("hard", choices=("easy", "hard")).offered, Option(False).offered, Option(3).offered
        (('hard', 'easy'), ('false', 'true'), ())
        """
        words = ("true", "false") if self.kind == "flag" else tuple(self.choices)
        return tuple(sorted(words, key=lambda word: word != self.as_text()))

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"choices": list(self.choices)}

    def _typed(self, value: Any) -> Any:
        if self.kind == "flag":
            return _FLAGS.get(str(value).lower())
        if self.kind == "word":
            return self._word(value) if isinstance(value, str) else None
        number = read_number(value, int if self.kind == "whole" else float)
        is_within = number is not None and (self.least is None or self.least <= number)
        return number if is_within and (self.most is None or number <= self.most) else None

    def _word(self, word: str) -> str | None:
        if not self.choices or word in self.choices:
            return word
        return next((choice for choice in self.choices if choice.lower() == word.lower()), None)


def read_options(owner: str, options: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """The options given, typed; NoughtsError for a name that the owner does not have, or a value that cannot be."""
    for name in given:
        if name not in options:
            raise NoughtsError(f"{owner} has no option {name!r}; it has {', '.join(options) or 'none'}")
    return {name: options[name].read(f"{owner}: {name}", value) for name, value in given.items()}


def in_brackets(options: Mapping[str, Option]) -> str:
    """Options on one line, with choices or defaults: " [nearest=false cut_side=both|mover]"; empty without any."""
    listed = " ".join(f"{name}={'|'.join(one.choices) or one.as_text()}" for name, one in options.items())
    return f" [{listed}]" if listed else ""


def _shown(bound: int | None) -> str:
    """A bound in digits; a large power of ten or two as that."""
    for base in (10, 2):
        exponent = round(math.log(bound, base)) if bound and bound >= 10**9 else 0
        if exponent and base**exponent == bound:
            return f"{base}^{exponent}"
    return str(bound)


def read_number(value: Any, kind: type) -> Any:
    """A finite number given as itself or as text; None for anything else, and for a fraction where an int is wanted."""
    if isinstance(value, bool):
        return None
    try:
        number = kind(value)
        is_finite = math.isfinite(number)
    except (TypeError, ValueError, OverflowError):
        return None
    is_exact = isinstance(value, str) or kind is float or number == value
    return number if is_finite and is_exact else None
