"""Serves the pad on this network, by waitress."""

from __future__ import annotations

import signal
import sys
from types import FrameType
from typing import Any

from scorepad import create_app
from scorepad.announcing import announce, announce_name, for_phones, say, words_for
from scorepad.logs import USUAL, set_up
from scorepad.naming import PadName, of_ipv4
from scorepad.rules import Told
from scorepad.sentences import N_
from scorepad.serving.server import Service
from scorepad.store import Store


def serve(host: str, port: int, level: str = USUAL) -> int:
    """Serves until it is stopped. Returns 0, or 1 where it can't start: one line says why.

    What happens meanwhile is told on standard error, from that level on.
    """
    set_up(level)
    try:
        app = create_app()
    except Told as error:
        return _complain(words_for(sys.stderr).refusal(error).striptags())
    store: Store = app.extensions["scorepad.store"]
    try:
        service = Service(app, host, port, proxied=app.config["PROXY"])
    except (OSError, ValueError) as error:
        store.close()
        return _no_place(host, port, error)
    try:
        _run(service, app.config)
    finally:
        store.close()
    return 0


def _no_place(host: str, port: int, error: Exception) -> int:
    why = getattr(error, "strerror", None) or "there is no such address"
    sentence = N_("port {port} of {host} can’t be used ({why}): try another --port or --host")
    return _complain(words_for(sys.stderr).line(sentence, port=str(port), host=host, why=why))


def _run(service: Service, config: dict[str, Any]) -> None:
    """Serves until it is stopped; behind a proxy no phone opens what is listened to here."""
    signal.signal(signal.SIGTERM, _stop)
    config["PHONES"] = _hosts(service)
    port = service.heard[0][1]
    name = PadName("" if config["PROXY"] else config["NAME"], port, lambda: of_ipv4(_hosts(service)))
    config["PAD_NAME"] = name
    announce(service.heard)
    with name.told(announce_name):
        service.run()


def _hosts(service: Service) -> list[str]:
    """The addresses by which phones can open the pad just now."""
    return [host for host, _port in for_phones(service.heard)]


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(0)


def _complain(line: str) -> int:
    say(line, sys.stderr)
    return 1
