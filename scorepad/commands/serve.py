"""`serve`: the pad for the phones on this network."""

from __future__ import annotations

import click

from scorepad.logs import LEVELS, USUAL

DEFAULT_PORT = 5000


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 <= int(text[:6]) <= 65535:
        raise click.BadParameter("a port is a number from 0 to 65535")
    return int(text)


@click.command(short_help="serve the pad to the phones on this network (the default)")
@click.option("--host", default="0.0.0.0", metavar="HOST", help="Address to listen on (default: all).")  # noqa: S104
@click.option(
    "--port", type=_port, default=str(DEFAULT_PORT), show_default=True, metavar="PORT", help="Port."
)
@click.option(
    "--log-level",
    type=click.Choice(LEVELS),
    default=USUAL,
    envvar="SCOREPAD_LOG",
    show_default=True,
    help="What is told on standard error; info is a line for every request.",
)
def serve(host: str, port: int, log_level: str) -> int:
    """Serves the pad and prints the addresses that phones on the same network can open.

    The games are kept in instance/scorepad.db, or in the file that SCOREPAD_DB names.
    """
    from scorepad import serving  # here, since the list of the commands needs no web

    return serving.serve(host, port, log_level)
