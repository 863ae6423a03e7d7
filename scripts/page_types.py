"""Write the page's types from the API's schema: `.venv/bin/python scripts/page_types.py`; --check only compares."""

import sys
from pathlib import Path
from typing import Any

from noughts.web.catalogue import Catalogue
from noughts.web.server import create_app

TYPES = Path(__file__).resolve().parent.parent / "src/noughts/web/static/types.d.ts"
HEAD = """\
/** What the server sends and takes. Written by scripts/page_types.py from the API's schema: not to be edited. */

export * from "./page-types";
"""
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
NOT_FOR_THE_PAGE = ("HTTPValidationError", "ValidationError")


def main() -> None:
    written = types(create_app(Catalogue()).openapi())
    if "--check" not in sys.argv[1:]:
        TYPES.write_text(written, encoding="utf-8")
    elif TYPES.read_text(encoding="utf-8") != written:
        sys.exit(f"{TYPES} is not what the API's schema says: run scripts/page_types.py")


def types(schema: dict[str, Any]) -> str:
    models = schema["components"]["schemas"]
    parts = [_declared(name, model) for name, model in sorted(models.items()) if name not in NOT_FOR_THE_PAGE]
    return "\n".join([HEAD, *parts])


def _declared(name: str, model: dict[str, Any]) -> str:
    said = " ".join(model.get("description", "").split())
    comment = f"/** {said} */\n" if said else ""
    if "properties" not in model:
        return f"{comment}export type {name} = {_type(model)};\n"
    required = model.get("required", [])
    fields = (
        f"  {field}{'' if field in required else '?'}: {_type(kind)};\n" for field, kind in model["properties"].items()
    )
    return f"{comment}export interface {name} {{\n{''.join(fields)}}}\n"


def _type(schema: dict[str, Any]) -> str:
    """
    >>> _type({"type": "array", "items": {"anyOf": [{"$ref": "#/components/schemas/Cell"}, {"type": "null"}]}})
    '(Cell | null)[]'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return _literal(schema["const"])
    if "enum" in schema:
        return " | ".join(map(_literal, schema["enum"]))
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(dict.fromkeys(map(_type, schema[union])))
    if schema.get("type") == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(map(_type, schema['prefixItems']))}]"
        item = _type(schema.get("items", {}))
        return f"({item})[]" if "|" in item else f"{item}[]"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties", True)
        return f"Record<string, {'unknown' if values is True else _type(values)}>"
    return PLAIN.get(schema.get("type", ""), "unknown")


def _literal(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    main()
