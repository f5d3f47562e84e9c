"""The entrance: `python app.py [COMMAND]`, and `app` for any WSGI server (`app:app`)."""

from __future__ import annotations

import sys
from typing import Any

from scorepad.commands import main


def __getattr__(name: str) -> Any:
    """`app`, made when it is first asked for: commands such as `score` import no web."""
    if name != "app":
        raise AttributeError(name)
    from scorepad import create_app

    globals()["app"] = create_app()
    return globals()["app"]


if __name__ == "__main__":
    sys.exit(main())
