"""`python -m tests.licences`: writes LICENCES.md from what the pinned packages say of themselves."""

from __future__ import annotations

import re
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
LICENCES = ROOT / "LICENCES.md"
NOT_OURS_TO_PIN = frozenset(("pip",))
"""What installs the others."""
_FILES = (
    ("htmx", "static/htmx.min.js", "static/htmx.txt"),
    ("axe-core", "tests/browser/axe.min.js", "tests/browser/axe.txt"),
)
"""Somebody else's files in this repository, and where their licence stands."""


def plain(name: str) -> str:
    """A package's name as every spelling of it is compared."""
    return re.sub("[-_.]+", "-", name).lower()


def pinned(file: str) -> dict[str, str]:
    """The packages of a list and their versions, in its order."""
    lines = (ROOT / file).read_text(encoding="utf-8")
    return {
        plain(name): version for name, version in re.findall(r"^([\w.-]+)==([^\s;]+)", lines, re.MULTILINE)
    }


def needed_by(name: str) -> set[str]:
    """The packages that one needs here."""
    told = map(Requirement, distribution(name).requires or ())
    return {plain(one.name) for one in told if not one.marker or one.marker.evaluate({"extra": ""})}


def licence_of(name: str) -> str:
    """What a package says of its licence."""
    told = distribution(name).metadata
    classified = [line.split(" :: ")[-1] for line in told.get_all("Classifier", []) if "License ::" in line]
    return told.get("License-Expression") or told.get("License") or ", ".join(classified)


def _table(heading: str, file: str) -> list[str]:
    rows = [
        f"| {distribution(name).metadata['Name']} | {licence_of(name)} |" for name in sorted(pinned(file))
    ]
    return [f"## {heading}", "", "| package | licence |", "|---|---|", *rows, ""]


def text() -> str:
    """The whole page."""
    files = [f"| {name} | [{file}]({file}) | [{told}]({told}) |" for name, file, told in _FILES]
    lines = [
        "# Licences",
        "",
        "Scorepad itself is under the MIT licence, see [LICENSE](LICENSE); its icons and words are its own.",
        "What others made for it, by what they say themselves (`python -m tests.licences` writes this page):",
        "",
        *_table("What runs the pad", "requirements.txt"),
        *_table("What solves sheets for the coach, where it is there", "requirements-coach.txt"),
        *_table("What reads dice from photos with it, where it is there", "requirements-photo.txt"),
        *_table("What tells the pad’s name on its network, where it is there", "requirements-name.txt"),
        *_table("What tests it, and travels with no pad", "requirements-dev.txt"),
        *("## Files in this repository", "", "| what | file | licence |", "|---|---|---|", *files),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    LICENCES.write_text(text(), encoding="utf-8")
