"""The page's files. Their address holds a version that changes with any of them, so browsers may keep them for ever."""

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from noughts.web.module_graph import with_preloads

STATIC = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
_WORTH_PACKING = 1000  # bytes
_TYPES = {
    ".json": "application/json",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".html": "text/html",
}


@dataclass(frozen=True, slots=True)
class File:
    """A file that is sent many times as it is: packed once, and not sent again to a browser that has it."""

    content: bytes
    packed: bytes | None
    type: str
    tag: str  # by which a browser asks whether it has changed


class Pages:
    """All files, read once and held in memory."""

    def __init__(self, more: Mapping[str, Path]) -> None:
        """`more`: other folders beside the page's own, by the names that their addresses begin with."""
        contents = contents_of(STATIC)
        for name, folder in more.items():
            contents |= contents_of(folder, f"{name}/")
        self.version = hashlib.sha256(repr(sorted(contents.items())).encode()).hexdigest()[:12]
        self._files = {name: file_of(name, content) for name, content in contents.items()}
        index = with_preloads(contents["index.html"].decode(), "served.js", contents)
        self._index = file_of("index.html", index.replace('"/static/', f'"/static/{self.version}/').encode())

    async def index(self, request: Request) -> Response:
        return respond(request, self._index, "no-cache")

    async def icon(self, request: Request) -> Response:
        return respond(request, self._files["favicon.svg"], "no-cache")

    async def file(self, request: Request) -> Response:
        version, _, name = request.path_params["path"].partition("/")
        if version == self.version and name in self._files:
            return respond(request, self._files[name], FOR_EVER)
        # Another version's address, of a page that was opened before the server was renewed, or none at all.
        found = self._files.get(name) or self._files.get(request.path_params["path"])
        if found is None:
            raise HTTPException(404)
        return respond(request, found, "no-cache")


def contents_of(folder: Path, before: str = "") -> dict[str, bytes]:
    """All files of a folder, by their paths there."""
    paths = [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return {before + path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def file_of(name: str, content: bytes) -> File:
    kind = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = gzip.compress(content, mtime=0) if len(content) > _WORTH_PACKING else None
    return File(content, packed, kind, f'"{hashlib.sha256(content).hexdigest()[:16]}"')


def respond(request: Request, file: File, kept: str) -> Response:
    headers = {"cache-control": kept, "etag": file.tag, "vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    content = file.content
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["content-encoding"] = file.packed, "gzip"
    return Response(content, headers=headers, media_type=file.type)
