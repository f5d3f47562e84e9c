"""How templates are read and what they call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask
from jinja2.runtime import Context

from scorepad.stats import nearest


def install(app: Flask) -> None:
    """Lines of statements leave no blanks behind; calls go straight."""
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.context_class = _Straight
    app.jinja_env.filters["nearest"] = nearest


class _Straight(Context):
    """A context whose calls go straight to what is called: a pad makes three hundred of them, one a cell.

    Jinja looks before each call whether its context is asked for as an argument (`pass_context`); nothing
    that the pad's templates call does so.
    """

    def call(
        self,
        called: Callable[..., Any],
        /,
        *args: Any,
        _loop_vars: object = None,
        _block_vars: object = None,
        **kwargs: Any,
    ) -> Any:
        return called(*args, **kwargs)
