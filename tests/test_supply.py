"""What the pad stands on: each package is pinned with all that it needs, pure Python, its licence told."""

from __future__ import annotations

import re
from importlib.metadata import distribution

import pytest

from tests.licences import LICENCES, NOT_OURS_TO_PIN, ROOT, needed_by, pinned, plain, text

RUNS, TESTS = pinned("requirements.txt"), pinned("requirements-dev.txt")
COACH, PHOTO = pinned("requirements-coach.txt"), pinned("requirements-photo.txt")
NAME = pinned("requirements-name.txt")
"""What the pad does without."""
FASTER = {"markupsafe", "rcssmin", "rjsmin", "wcwidth"}
"""Those with a part in C that they do without."""
COMPILED = (".so", ".pyd", ".dylib")


@pytest.mark.parametrize(
    ("file", "found"),
    [
        ("requirements.txt", RUNS),
        ("requirements-coach.txt", COACH),
        ("requirements-photo.txt", PHOTO),
        ("requirements-name.txt", NAME),
        ("requirements-dev.txt", TESTS),
    ],
)
def test_every_line_of_a_list_pins_a_package(file: str, found: dict[str, str]) -> None:
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    assert len(found) == sum(not line.startswith(("#", "-r ")) for line in lines)


@pytest.mark.parametrize("name", [*RUNS, *COACH, *PHOTO, *NAME, *TESTS])
def test_what_is_installed_is_what_is_pinned(name: str) -> None:
    assert distribution(name).version == (RUNS | COACH | PHOTO | NAME | TESTS)[name]


@pytest.mark.parametrize("name", RUNS)
def test_what_a_package_needs_is_pinned_with_it(name: str) -> None:
    assert needed_by(name) - NOT_OURS_TO_PIN <= RUNS.keys()


@pytest.mark.parametrize("name", COACH)
def test_what_the_coach_needs_is_pinned_with_it(name: str) -> None:
    assert needed_by(name) - NOT_OURS_TO_PIN <= COACH.keys()


@pytest.mark.parametrize("name", PHOTO)
def test_what_reads_photos_needs_is_pinned_with_it(name: str) -> None:
    assert needed_by(name) - NOT_OURS_TO_PIN <= COACH.keys() | PHOTO.keys()


@pytest.mark.parametrize("name", NAME)
def test_what_tells_the_name_needs_is_pinned_with_it(name: str) -> None:
    assert needed_by(name) - NOT_OURS_TO_PIN <= RUNS.keys() | NAME.keys()


@pytest.mark.parametrize("name", TESTS)
def test_what_a_package_of_the_tests_needs_is_pinned_too(name: str) -> None:
    assert needed_by(name) - NOT_OURS_TO_PIN <= RUNS.keys() | TESTS.keys()


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
def test_what_only_others_need_stands_apart_and_is_needed(file: str) -> None:
    wanted, _, pulled = (ROOT / file).read_text(encoding="utf-8").partition("# and what these need\n")
    names = re.findall(r"^([\w.-]+)==", wanted, re.MULTILINE)
    assert names
    needs = set().union(*map(needed_by, pinned(file)))
    assert set(map(plain, re.findall(r"^([\w.-]+)==", pulled, re.MULTILINE))) <= needs


@pytest.mark.parametrize("name", RUNS)
def test_what_runs_the_pad_is_pure_python_but_for_speed(name: str) -> None:
    compiled = [file for file in distribution(name).files or () if file.suffix in COMPILED]
    assert not compiled or name in FASTER


def test_every_licence_is_told() -> None:
    assert LICENCES.read_text(encoding="utf-8") == text(), "run python -m tests.licences"
    assert "|  |" not in text()
