"""`noughts serve`: games in the browser."""

import contextlib
import logging
import socket
import sys
import threading
from typing import Annotated

import typer

from noughts.errors import NoughtsError


def serve(
    host: Annotated[str, typer.Option("--host", metavar="H", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="P", help="The port; 0 for any that is free.")] = 8040,
    game: Annotated[list[str] | None, typer.Option("--game", metavar="FILE", help="A game file of your own.")] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", help="Processes that think; one a core if left out."),
    ] = None,
    rate: Annotated[float, typer.Option("--rate", metavar="N", help="Requests a second for each visitor.")] = 30.0,
    arena: Annotated[
        bool, typer.Option("--arena", help="Show everybody the matches of this machine, at /arena.")
    ] = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Whether to open the page.")] = True,
) -> None:
    """Play in the browser: start the server and open its page. Ctrl-C ends it; no game is lost."""
    if not 0 <= port <= 65535:
        raise NoughtsError(f"--port is {port}; it must be a number from 0 to 65535")
    if workers is not None and not 1 <= workers <= 64:
        raise NoughtsError(f"--workers is {workers}; it must be a number from 1 to 64")
    if not 1 <= rate <= 100_000:
        raise NoughtsError(f"--rate is {rate}; it must be a number from 1 to 100000")
    listening = _listen(host, port)
    import uvicorn

    from noughts.kernel.stepping import never_wait
    from noughts.store import Store
    from noughts.web.catalogue import Catalogue
    from noughts.web.server import JsonLines, create_app

    Store().close()  # what is wrong with it is said before the page opens
    never_wait()
    app = create_app(Catalogue(game or ()), workers, rate)
    if arena:
        from noughts.web.arena import router

        app.include_router(router)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("noughts")
    logger.handlers[:] = [handler]
    logger.setLevel(logging.WARNING if sys.stderr.isatty() else logging.INFO)
    is_local = host in ("127.0.0.1", "::1", "0.0.0.0", "::")
    shown = "localhost" if is_local else f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    print(f"Noughts is at {address} (Ctrl-C ends it)", flush=True)
    if browser:
        threading.Thread(target=_open_page, args=(address,), daemon=True).start()
    configuration = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        ws_max_size=16 * 1024,
        ws_ping_interval=20,
        timeout_graceful_shutdown=5,
        server_header=False,
        limit_concurrency=2000,
    )
    server = uvicorn.Server(configuration)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(512)  # whoever comes before the server is ready waits
    except OSError as error:
        raise NoughtsError(f"{host}:{port} cannot be listened at: {error.strerror}; --port can name another") from None
    return listening


def _open_page(address: str) -> None:
    import webbrowser

    with contextlib.suppress(webbrowser.Error):
        webbrowser.open(address)


def add_to(app: typer.Typer) -> None:
    app.command()(serve)
