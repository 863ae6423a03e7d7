"""Large answers as bytes. They are written and packed on the thread that makes them: all share the event loop."""

import gzip
from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends, Request, Response
from pydantic_core import to_json

from noughts.web.answers import Answer

WORTH_PACKING = 2000  # bytes
LEVEL = 4  # of packing: more takes longer and gains little


class Writer:
    """Writer of answers, packed where the sender of the request takes that."""

    def __init__(self, accepted: str) -> None:
        self._packs = "gzip" in accepted

    def __call__(self, answer: Answer | Sequence[Answer], status: int = 200) -> Response:
        content, headers = to_json(answer), {}
        if self._packs and len(content) >= WORTH_PACKING:
            content = gzip.compress(content, LEVEL, mtime=0)
            headers = {"content-encoding": "gzip", "vary": "Accept-Encoding"}
        return Response(content, status, headers, "application/json")


async def writer_for(request: Request) -> Writer:
    return Writer(request.headers.get("accept-encoding", ""))


Writing = Annotated[Writer, Depends(writer_for)]
