"""The loop once it has ended."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from scorepad.serving.loop import Loop


def test_who_wakes_it_after_its_end_writes_into_no_file_that_came_since(tmp_path: Path) -> None:
    """A thread may still be answering then; the system gives the number of a closed file to the next one."""
    loop = Loop()
    loop.close()
    files = [tmp_path / str(number) for number in range(8)]
    with ExitStack() as opened:
        for file in files:
            opened.enter_context(file.open("wb", buffering=0))
        loop.wake()
        loop.note(object())
    assert [file.read_bytes() for file in files] == [b""] * 8
