"""The schema of the whole API: what OpenAPI knows of by itself, and the messages of the WebSockets."""

from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter

from noughts.web.arena_answers import ArenaMessage
from noughts.web.messages import LiveMessage
from noughts.web.models import LiveRequest

_REFERENCE = "#/components/schemas/{model}"


def describe_messages(app: FastAPI) -> None:
    """Put the messages of the WebSockets beside the other models: `LiveMessage` and `ArenaMessage` go out,
    `LiveRequest` comes in."""
    plain = app.openapi

    def whole() -> dict[str, Any]:
        found = plain()
        models = found["components"]["schemas"]
        if "LiveMessage" not in models:
            for name, adapter, mode in (
                ("LiveMessage", TypeAdapter[Any](LiveMessage), "serialization"),
                ("ArenaMessage", TypeAdapter[Any](ArenaMessage), "serialization"),
                ("LiveRequest", TypeAdapter[Any](LiveRequest), "validation"),
            ):
                schema = adapter.json_schema(ref_template=_REFERENCE, mode=mode)  # type: ignore[arg-type]
                for other, model in schema.pop("$defs", {}).items():
                    models.setdefault(other, model)
                models[name] = schema
        return found

    app.openapi = whole  # type: ignore[method-assign]
