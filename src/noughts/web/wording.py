"""Errors of a request, in the sender's words."""

from collections.abc import Mapping, Sequence
from typing import Any

_FROM = ("body", "query", "path")  # where pydantic says that it has found it
_SEATS, _KINDS = ("first", "second"), ("human", "level", "player", "search")
_LONGEST = 60  # characters of what was sent that are said again

_MUST_BE = {
    "greater_than": "more than {gt}",
    "greater_than_equal": "at least {ge}",
    "less_than": "less than {lt}",
    "less_than_equal": "at most {le}",
    "literal_error": "{expected}",
    "finite_number": "a number",
    "string_type": "text",
    "string_pattern_mismatch": "a name in small letters, digits and _, or one of those that are offered",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "union_tag_invalid": "of a kind that there is: {expected_tags}",
}
_TYPES = {"int": "a whole number", "float": "a number", "bool": "true or false"}
_SIZES = {
    "string_too_short": "at least {min_length} characters",
    "string_too_long": "at most {max_length} characters",
    "too_short": "at least {min_length} entries",
    "too_long": "at most {max_length} entries",
}


def request_error(errors: Sequence[Mapping[str, Any]]) -> str:
    """The first of pydantic's errors.

    >>> request_error([{"type": "missing", "loc": ("body", "game"), "input": {}}])
    'game is missing'
    >>> where = ("body", "second", "level", "time")
    >>> request_error([{"type": "less_than_equal", "loc": where, "input": 99, "ctx": {"le": 10}}])
    'second.time is 99; it must be at most 10'
    """
    first = errors[0]
    kind, context = first["type"], first.get("ctx", {})
    where = _place(first["loc"])
    if kind == "json_invalid":
        return "the request is no JSON"
    if kind == "model_attributes_type" and isinstance(first.get("input"), bytes):
        return "the request is not told to be JSON: its content-type must be application/json"
    if kind == "missing":
        return f"{where} is missing" if where else "the request says nothing"
    if kind == "extra_forbidden":
        return f"{where} is not known here"
    if kind == "union_tag_not_found":
        return f"{where} does not say of what kind it is"
    if kind in _SIZES:
        return f"{where or 'the request'} has the wrong length; it must have {_SIZES[kind].format(**context)}"
    wanted = _MUST_BE[kind].format(**context) if kind in _MUST_BE else _TYPES.get(kind.partition("_")[0])
    if wanted is None:
        return f"{where or 'the request'} cannot be read"
    return f"{where or 'the request'} is {_shown(first.get('input'))}; it must be {wanted}"


def _place(location: Sequence[str | int]) -> str:
    """The place of a mistake: "second.time"; that a seat is of the kind `level` is no part of its name."""
    parts = [part for number, part in enumerate(location) if number or part not in _FROM]
    named = [
        str(part)
        for number, part in enumerate(parts)
        if not (number and part in _KINDS and parts[number - 1] in _SEATS)
    ]
    return ".".join(named)


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return repr(value if len(value) <= _LONGEST else value[:_LONGEST] + "…")
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "true", False: "false"}[value]
    return str(value) if isinstance(value, (int, float)) else "a list" if isinstance(value, list) else "an object"
