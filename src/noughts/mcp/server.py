"""The server on standard input and output, by the official SDK. A client is taken to be hostile:

- A line is read up to a length, and none while the client does not read its answers.
- One request thinks at a time and a few wait; any more are told to come back. A cancelled one stops.
- All work is done by threads of this process. When the input ends the process ends with it, whatever they are doing.
"""

import contextlib
import json
import logging
import os
import select
import signal
import sys
import threading
import time
from typing import Any, BinaryIO

import anyio
import anyio.to_thread
from pydantic import BaseModel, ValidationError

import noughts
from noughts.errors import NoughtsError
from noughts.kernel.announcing import set_announcer
from noughts.mcp.referee import Cancellation, Referee, Tool
from noughts.protocols.console import lines_of
from noughts.system.extras import install_command
from noughts.web.wording import request_error

try:
    from mcp import types
    from mcp.server.context import ServerRequestContext
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server
except ImportError:
    raise NoughtsError(f"the server for agents needs the MCP SDK: {install_command('mcp')}") from None

log = logging.getLogger("noughts.mcp")
_LONGEST_LINE = 200_000  # bytes: a position with all its moves and cells, and more
_LONGEST_REFUSAL = 2_000  # characters: a message may repeat what was sent
_MOST_WAITING = 16  # requests, those under way among them, of each kind
_GRACE = 2.0  # seconds that answers under way may take after the input has ended
_INSTRUCTIONS = (
    "A referee for the tic-tac-toe family: rules, legal moves, analyses and exact values. "
    "Positions are not kept between calls: name the game, and its moves or a position's text, each time."
)


def serve(referee: Referee) -> None:
    """Answer a client until it is gone."""
    logging.getLogger("mcp").setLevel(logging.CRITICAL)  # nothing that a client sends fills a log that nobody reads
    set_announcer(lambda preparation: None)
    source, sink = _private_streams()
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    threading.Thread(target=_end_with, args=(source,), daemon=True, name="noughts-mcp-end").start()
    with contextlib.suppress(BaseExceptionGroup, OSError):
        anyio.run(_serve, referee, source, sink)
    os._exit(0)  # at once, without waiting for a compilation under way


async def _serve(referee: Referee, source: BinaryIO, sink: BinaryIO) -> None:
    desk = _Desk(referee)
    server = Server(
        "noughts",
        version=noughts.__version__,
        instructions=_INSTRUCTIONS,
        on_list_tools=desk.list,
        on_call_tool=desk.call,
    )
    wire = _Wire(source, sink)
    file = anyio.wrap_file(wire)  # type: ignore[arg-type]  # of which the SDK uses `readline`, `write` and `flush`
    async with stdio_server(file, file) as (read, write):
        await server.run(read, write, server.create_initialization_options())


class _Wire:
    """Lines from and to the client. None is read while an answer cannot be written: nothing piles up here."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._lines, self._sink = lines_of(source, _LONGEST_LINE), sink
        self._writing = threading.Lock()
        self._is_clear = threading.Event()
        self._is_clear.set()

    def readline(self) -> str:
        self._is_clear.wait()
        while len(line := next(self._lines, "")) > _LONGEST_LINE:
            words = f"a line of more than {_LONGEST_LINE} bytes was left out"
            told = {"jsonrpc": "2.0", "id": None, "error": {"code": types.PARSE_ERROR, "message": words}}
            self.write(json.dumps(told) + "\n")
        return line

    def write(self, text: str) -> None:
        with self._writing:
            self._is_clear.clear()
            try:
                self._sink.write(text.encode())
                self._sink.flush()
            except OSError:
                os._exit(0)  # the client is gone
            self._is_clear.set()

    def flush(self) -> None:
        """Do nothing: it was flushed."""


class _Desk:
    """Requests for tools: checked, counted, and answered by a thread, one at a time for each kind."""

    def __init__(self, referee: Referee) -> None:
        self._tools = referee.tools
        self._places = {thinks: anyio.CapacityLimiter(1) for thinks in (False, True)}
        self._waiting = {False: 0, True: 0}

    async def list(self, ctx: Any, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(tool) for tool in self._tools.values()])

    async def call(self, ctx: ServerRequestContext[Any], params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = self._tools.get(params.name)
        if tool is None:
            return _refused(f"there is no tool {params.name[:40]!r}; there are {', '.join(self._tools)}")
        try:
            asked = tool.request.model_validate(params.arguments or {})
        except ValidationError as error:
            return _refused(request_error(error.errors(include_url=False)))
        if self._waiting[tool.thinks] >= _MOST_WAITING:
            return _refused(f"{_MOST_WAITING} requests are waiting already; ask again when one is answered")
        self._waiting[tool.thinks] += 1
        try:
            return await self._ask(tool, asked, ctx)
        finally:
            self._waiting[tool.thinks] -= 1

    async def _ask(self, tool: Tool, asked: BaseModel, ctx: ServerRequestContext[Any]) -> types.CallToolResult:
        cancellation = Cancellation()

        async def watch() -> None:
            """Tell the seconds that have passed until the answer is there, or nobody waits for it any more."""
            begun = time.monotonic()
            try:
                while True:
                    await anyio.sleep(1)
                    await ctx.session.report_progress(time.monotonic() - begun)
            finally:
                cancellation.set()

        async with self._places[tool.thinks], anyio.create_task_group() as group:
            group.start_soon(watch)
            # Not abandoned when it is cancelled: its place stays taken until the thread has ended.
            found = await anyio.to_thread.run_sync(_answered, tool, asked, cancellation)
            group.cancel_scope.cancel()
        return found


def _answered(tool: Tool, asked: BaseModel, cancellation: Cancellation) -> types.CallToolResult:
    try:
        answer = tool.ask(asked, cancellation)
    except NoughtsError as error:
        return _refused(str(error))
    except Exception as error:  # a mistake of ours, or of a game from outside: the next one may fare better
        log.exception("a request cannot be answered")
        return _refused(f"the server failed: {type(error).__name__}")
    text = types.TextContent(type="text", text=answer.model_dump_json())
    return types.CallToolResult(content=[text], structured_content=answer.model_dump(mode="json"))


def _described(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        description=tool.words,
        input_schema=tool.request.model_json_schema(),
        output_schema=tool.answer.model_json_schema(),
        annotations=types.ToolAnnotations(read_only_hint=True, open_world_hint=False),
    )


def _refused(words: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=words[:_LONGEST_REFUSAL])], is_error=True)


def _private_streams() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for the client alone: a process that is started reads nothing, and prints elsewhere."""
    source, sink = os.fdopen(os.dup(sys.stdin.fileno()), "rb"), os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, sys.stdin.fileno())
    os.close(nothing)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return source, sink


def _end_with(source: BinaryIO) -> None:
    """End the process when nobody can write to its input any more, even if lines wait there that nobody reads."""
    if not hasattr(select, "poll"):
        return  # the end of the lines will do
    poll = select.poll()
    poll.register(source.fileno(), getattr(select, "POLLRDHUP", 0))
    while not poll.poll():
        pass
    time.sleep(_GRACE)
    os._exit(0)
