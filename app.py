"""The entrance: `python app.py [COMMAND]`, and `app` for any WSGI server (`app:app`)."""

from __future__ import annotations

import sys
from typing import Any

from scorepad.commands import main
from scorepad.commands.terminal import complain_of
from scorepad.rules import Told

NOT_AGAIN = 3
"""The exit code by which gunicorn knows that another try would end the same."""


def __getattr__(name: str) -> Any:
    """`app`, made when it is first asked for: commands such as `score` import no web.

    Where it can't be made, one line says why, and the server that asked ends.
    """
    if name != "app":
        raise AttributeError(name)
    from scorepad import create_app

    try:
        globals()["app"] = create_app()
    except Told as why:
        complain_of(why)
        raise SystemExit(NOT_AGAIN) from None
    return globals()["app"]


if __name__ == "__main__":
    sys.exit(main())
