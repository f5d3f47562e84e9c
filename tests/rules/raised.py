"""Every place in the program that raises a refusal, found by reading its source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import scorepad

PACKAGE = Path(scorepad.__file__).parent


@dataclass(frozen=True)
class Raised:
    """One `Refused(reason, fact=…)`. `facts` is None where they can't be read off the source."""

    reason: str
    facts: frozenset[str] | None
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.reason}"


def _reasons(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return _reasons(node.body) + _reasons(node.orelse)
    return []


def _is_refused(call: ast.expr) -> bool:
    return (isinstance(call, ast.Name) and call.id == "Refused") or (
        isinstance(call, ast.Attribute) and call.attr == "Refused"
    )


def raised_in(path: Path) -> Iterator[Raised]:
    """The refusals of one file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and _is_refused(node.func) and node.args:
            names = [keyword.arg for keyword in node.keywords]
            facts = None if None in names else frozenset(name for name in names if name)
            for reason in _reasons(node.args[0]):
                yield Raised(reason, facts, path.relative_to(PACKAGE).as_posix(), node.lineno)


def raised_anywhere() -> list[Raised]:
    """The refusals of the whole program, in a steady order."""
    return [found for path in sorted(PACKAGE.rglob("*.py")) for found in raised_in(path)]
