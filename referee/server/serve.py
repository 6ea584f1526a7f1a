"""Start the web server and print where to point the tablet.

Two processes: the parent, which a person started, listens and waits; one worker opens the database
and answers, one request after the other. (Measured: more workers or threads make it slower, and the
database takes one writer.) The front awaits slow requests, so that they hold up nobody. A killed
worker is replaced; a worker whose parent is gone ends too, which frees the database.
"""

import contextlib
import errno
import functools
import http.client
import io
import ipaddress
import logging
import multiprocessing
import os
import pkgutil
import signal
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click
import segno
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels

from referee.memory import keep_what_is_loaded
from referee.server.front import Front
from referee.server.network import lan_addresses
from referee.server.proxy import OwnDoor
from referee.server.tls import CONNECTIONS, SecureDoor

SECONDS_TO_FINISH = 10  # for the request in hand, when asked to stop


class CannotListen(click.ClickException):
    """The program cannot listen on this address. Fields: host, port."""

    exit_code = 2

    def __init__(self, host: str, port: int, message: str) -> None:
        super().__init__(message)
        self.host = host
        self.port = port


def serve(
    host: str,
    port: int,
    database: Path | str,
    *,
    target: str = "referee:create_app",
    settings: Mapping[str, object] | None = None,
    behind_proxy: bool = False,
    https: tuple[Path, int] | None = None,
    show: bool = False,
) -> None:
    """Serve until Ctrl-C, SIGTERM, `end` or the terminal is closed; then finish the request in hand.

    It first prints where to point the tablet. `port` 0 takes a free one. `target` names a function "module:name"; each
    new worker calls it with `settings`, DATABASE (the path as a string), LISTENS (the host) and BEHIND_PROXY, and gets
    a WSGI application. Of its optional `extensions`, "begin" is called before the first request, "listen" tells of
    changes (see Front). With `behind_proxy` all requests come from a web server on this machine, except those through a
    second port for the machine itself. `https` is the folder of an authority (see certificates.py) and a further port
    that serves the same. With `show` the browser opens the first page.

    Raises CannotListen, and SystemExit(1) if the worker ends twice within seconds. Callers should try to open the
    database first: an error in `target` shows as a traceback.
    """
    _let_many_in()
    address, port = _free_address(host, port)
    own = _next_free(port) if behind_proxy else None
    secure = _secure_door(host, *https) if https else None
    for line in _where(host, port) if own is None else _where_behind(port, own):
        click.echo(line)
    if isinstance(database, Path):
        click.echo(f"The tables are in {database.absolute()}")
    if show:
        threading.Thread(target=_show, args=(_url(host, own or port),), daemon=True).start()
    logging.getLogger("_granian").addFilter(lambda record: "Killing" not in record.getMessage())  # as it should be
    server = Granian(
        target,
        address=address,
        port=port,
        interface=Interfaces.RSGI,
        http=HTTPModes.http1,  # with auto-detection a client that connects and sends nothing would stay for ever
        workers=1,
        backpressure=CONNECTIONS,
        websockets=False,
        log_level=LogLevels.warning,
        respawn_failed_workers=True,
        workers_kill_timeout=SECONDS_TO_FINISH,
    )
    server.on_startup(functools.partial(_end_with_the_terminal, _terminal_signal()))
    config = {**(settings or {}), "DATABASE": str(database), "LISTENS": host, "BEHIND_PROXY": behind_proxy}
    if secure:
        config["HTTPS"] = secure
        click.echo(
            f"Over https, for devices that trust this machine: {_url(host, secure.port).replace('http', 'https', 1)}"
        )
    door = OwnDoor(own, port) if own is not None else None
    server.serve(target_loader=functools.partial(_load, target, config, door, secure), wrap_loader=False)


def shows_running(host: str, port: int) -> bool:
    """Whether Referee answers at this port already; if so, the browser opens its first page."""
    with (
        contextlib.suppress(OSError, http.client.HTTPException),
        urllib.request.urlopen(_url(host, port) + "health", timeout=SECONDS_TO_FINISH) as answer,  # nosec B310 - http
    ):
        if answer.read(4) == b"ok\n":
            return webbrowser.open(_url(host, port))
    return False


def _show(url: str) -> None:
    """Open the first page in the browser as soon as the program answers."""
    while True:
        with contextlib.suppress(OSError, http.client.HTTPException):
            urllib.request.urlopen(url + "health", timeout=SECONDS_TO_FINISH).close()  # nosec B310 - http, made here
            break
        time.sleep(0.1)
    webbrowser.open(url)


def end() -> None:
    """End the program as Ctrl-C does. For the worker, which still finishes the request in hand."""
    parent = multiprocessing.parent_process()
    if sys.platform == "win32":
        os.kill(0, signal.CTRL_C_EVENT)  # all processes of its window
    elif parent is not None and parent.pid is not None:
        os.kill(parent.pid, signal.SIGTERM)


def _let_many_in() -> None:
    """Raise the limit of open files for all connections, as far as the system grants.

    The usual 1,024 would let one phone that holds as many connections keep everybody out.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return
    for wanted in (2 * CONNECTIONS, 10_240):  # macOS refuses the first
        most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
            return


def _secure_door(host: str, folder: Path, port: int) -> SecureDoor:
    """The door over https, at a free port."""
    address, port = _free_address(host, port)
    return SecureDoor(folder, address, port)


def _next_free(port: int) -> int:
    """The port after this one, or another free one."""
    try:
        return _free_address("127.0.0.1", port + 1)[1]
    except (CannotListen, OverflowError):
        return _free_address("127.0.0.1", 0)[1]


def _where_behind(port: int, own: int) -> Iterable[str]:
    """The lines that say which addresses the host and the proxy use."""
    yield f"Referee is at {_url('127.0.0.1', own)} for this machine, which is in charge there."
    yield f"The web server before it passes visitors on to {_url('127.0.0.1', port)}"
    yield "Ctrl-C ends it."


def _free_address(host: str, port: int) -> tuple[str, int]:
    """The address of `host` and a free port there. Checked here because granian silently shares a taken port."""
    try:
        family, _, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            if os.name == "posix":  # on Windows two could then listen on one port
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(where)
            name = probe.getsockname()
            return str(name[0]), int(name[1])
    except OSError as error:
        raise CannotListen(host, port, _why(error, host, port)) from error


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken. Perhaps Referee runs already: look at {_url(host, port)}. "
            f"Otherwise choose another: --port {port + 1}"
        )
    if error.errno == errno.EACCES:
        return f"Port {port} is not for everybody on this machine: choose one above 1023, --port 8000"
    return f"{host} is not an address of this machine ({error.strerror}): try --host 127.0.0.1"


def _where(host: str, port: int) -> Iterable[str]:
    """The lines that say where to point the tablet."""
    if not _is_every_address(host):
        yield f"Referee is at {_url(host, port)}"
        yield "Ctrl-C ends it. Tablets on the same network get in with --host 0.0.0.0"
        return
    yield f"Referee is at {_url('127.0.0.1', port)} on this machine."
    urls = [_url(address, port) for address in lan_addresses()]
    if urls:
        yield "Point the tablet at " + " or ".join(urls)
        yield _qr(urls[0])
    else:
        yield "This machine is on no network that a tablet could use."
    yield "Ctrl-C ends it."


def _is_every_address(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def _url(host: str, port: int) -> str:
    if _is_every_address(host):
        host = "127.0.0.1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _qr(url: str) -> str:
    """The address as a QR code; nothing where the terminal lacks the characters."""
    drawn = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(out=drawn, border=2, compact=True)
    text = drawn.getvalue().rstrip("\n")
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return text


def _terminal_signal() -> Any:
    """The present handler of SIGHUP, None where there is no SIGHUP. Under `nohup` it is, and stays, ignored."""
    return signal.getsignal(signal.SIGHUP) if hasattr(signal, "SIGHUP") else None


def _end_with_the_terminal(before: Any) -> None:
    # At SIGHUP granian would start a second worker before it ends the first, which still holds the database.
    if hasattr(signal, "SIGHUP"):
        ignored = before is signal.SIG_IGN
        signal.signal(signal.SIGHUP, before if ignored else signal.getsignal(signal.SIGTERM))


def _load(target: str, config: Mapping[str, object], door: OwnDoor | None, secure: SecureDoor | None) -> Any:
    """The front with its application, made in the worker."""
    if hasattr(os, "setpgrp"):
        os.setpgrp()  # Ctrl-C is for the parent, which then ends the worker in order
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    application = pkgutil.resolve_name(target)(config)
    extensions = getattr(application, "extensions", {})
    extensions.get("begin", lambda: None)()
    keep_what_is_loaded()
    return Front(application, extensions.get("listen"), door, secure)


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    parent.join()
    threading.Timer(SECONDS_TO_FINISH, os._exit, [1]).start()
    os.kill(os.getpid(), signal.SIGTERM)
