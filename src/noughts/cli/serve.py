"""`noughts serve`: games in the browser."""

import contextlib
import ipaddress
import logging
import socket
import sys
import threading
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.web.connections import Listener

_OTHER_FILES = 200
_MOST_UNACCEPTED = 1000
_ACCEPTED_AT_ONCE = 100  # new connections, before those that are there have their turn


def serve(
    host: Annotated[
        str | None, typer.Option("--host", metavar="H", help="The address to listen at; 127.0.0.1 if left out.")
    ] = None,
    port: Annotated[int, typer.Option("--port", metavar="P", help="The port; 0 for any that is free.")] = 8040,
    game: Annotated[list[str] | None, typer.Option("--game", metavar="FILE", help="A game file of your own.")] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", help="Processes that think; one a core if left out."),
    ] = None,
    rate: Annotated[float, typer.Option("--rate", metavar="N", help="Requests a second for each visitor.")] = 30.0,
    per_address: Annotated[
        int,
        typer.Option(
            "--per-address", metavar="N", help="Connections from one address: eight for each who plays there."
        ),
    ] = 500,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option("--allowed-host", metavar="NAME", help="A name that the server goes by; numbers always do."),
    ] = None,
    trusted_proxy: Annotated[
        str | None,
        typer.Option("--trusted-proxy", metavar="ADDRESS", help="A proxy that says in X-Forwarded-For who asks."),
    ] = None,
    visitors: Annotated[
        bool | None,
        typer.Option(
            "--visitors/--no-visitors",
            help="Whether visitors have games of their own. If left out: not at this machine's own address.",
        ),
    ] = None,
    arena: Annotated[
        bool,
        typer.Option("--arena", help="Show everybody the matches of this machine, at /arena, which you see anyway."),
    ] = False,
    lan: Annotated[
        bool,
        typer.Option("--lan", help="For friends in your network: listen there, with visitors, and show a QR code."),
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
    if not 1 <= per_address <= 100_000:
        raise NoughtsError(f"--per-address is {per_address}; it must be a number from 1 to 100000")
    if trusted_proxy is not None and not _is_number(trusted_proxy):
        raise NoughtsError(f"--trusted-proxy is {trusted_proxy!r}; it must be an address in numbers, such as 127.0.0.1")
    if lan and (host is not None or visitors is False):
        raise NoughtsError(
            "--lan listens at all addresses of this machine, for visitors: leave --host and --no-visitors out"
        )
    in_network = _address_in_network() if lan else None
    host = host or ("0.0.0.0" if lan else "127.0.0.1")
    listening = _listen(host, port)
    at_port = f":{listening.getsockname()[1]}/"
    address_in_network = in_network and f"http://{in_network}{at_port}"
    import uvicorn

    from noughts.kernel.patience import never_wait
    from noughts.store import Store
    from noughts.web.catalogue import Catalogue
    from noughts.web.connections import Connections, Places
    from noughts.web.one_core import keep_to_one_core
    from noughts.web.rates import Rates
    from noughts.web.server import MOST_CONNECTIONS, Bounds, JsonLines, create_app

    Store().close()  # an error in it is told before the page opens
    never_wait()
    is_loopback = ipaddress.ip_address(listening.getsockname()[0]).is_loopback
    is_personal = is_loopback and not allowed_host and not trusted_proxy if visitors is None else not visitors
    if is_personal and not is_loopback:
        raise NoughtsError("--no-visitors would show your games to everybody: it goes with --host 127.0.0.1 only")
    rates = Rates.of(rate)
    names = {"localhost", host.lower(), *(name.lower() for name in allowed_host or ())}
    if not is_loopback:
        names |= {socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
    bounds = Bounds(rates, per_address, names, is_personal, arena, address_in_network)
    app = create_app(Catalogue(game or ()), workers, bounds)
    places = Places(per_address, _most_connections(MOST_CONNECTIONS))
    connections = Connections(places, rates.addresses, [trusted_proxy] if trusted_proxy else [])
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("noughts")
    logger.handlers[:] = [handler]
    logger.setLevel(logging.WARNING if sys.stderr.isatty() else logging.INFO)
    is_local = host in ("127.0.0.1", "::1", "0.0.0.0", "::")
    shown = "localhost" if is_local else f"[{host}]" if ":" in host else host
    address = f"http://{shown}{at_port}"
    print(f"Noughts is at {address} (Ctrl-C ends it)", flush=True)
    if address_in_network:
        _show_code(address_in_network)
    if browser:
        threading.Thread(target=_open_page, args=(address,), daemon=True).start()
    listening.connections = connections
    configuration = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        loop="asyncio",  # another's might not ask our socket whom to accept
        ws_max_size=16 * 1024,
        ws_ping_interval=20,
        timeout_graceful_shutdown=5,
        server_header=False,
        ws_per_message_deflate=False,  # messages are short, and packing them takes longer than sending them
        backlog=_ACCEPTED_AT_ONCE,
        proxy_headers=trusted_proxy is not None,
        forwarded_allow_ips=trusted_proxy or "",
        **connections.protocols(),
    )

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            keep_to_one_core()
            await super().startup(sockets)
            listening.listen(_MOST_UNACCEPTED)  # uvicorn has one number for this and for how many it accepts at once

    server = Server(configuration)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def _is_number(address: str) -> bool:
    try:
        return bool(ipaddress.ip_address(address))
    except ValueError:
        return False


def _most_connections(wished: int) -> int:
    """As many as there are file descriptors for, some left for files and processes."""
    try:
        import resource
    except ImportError:  # Windows
        return wished
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = wished + _OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(16, min(wished, wanted if soft == resource.RLIM_INFINITY else soft - _OTHER_FILES))


def _listen(host: str, port: int) -> "Listener":
    from noughts.web.connections import Listener

    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # By its number, or asyncio does not know that its connections are TCP and has the second of two short answers
        # wait for the other side's word that the first has come: 40 ms.
        listening = Listener(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(512)  # connections made before the server is ready wait
    except OSError as error:
        raise NoughtsError(f"{host}:{port} cannot be listened at: {error.strerror}; --port can name another") from None
    return listening


def _address_in_network() -> str:
    """This machine's address by which others in its network reach it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # an address of nobody's: nothing is sent, only a way looked for
            found = str(asking.getsockname()[0])
        except OSError:
            found = "127.0.0.1"
    if ipaddress.ip_address(found).is_loopback:
        raise NoughtsError("this machine has no address in a network just now; --host names one if it has several")
    return found


def _show_code(address: str) -> None:
    from noughts.system.qr_code import qr_text

    print(f"In your network: {address}")
    if sys.stdout.isatty():
        print(qr_text(address), flush=True)
    print("Friends come there by a link: choose 'Play a friend'.", flush=True)


def _open_page(address: str) -> None:
    import webbrowser

    with contextlib.suppress(webbrowser.Error):
        webbrowser.open(address)


def add_to(app: typer.Typer) -> None:
    app.command()(serve)
