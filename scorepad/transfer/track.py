"""Looking on while a long row is worked through."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Row(Protocol[T_co]):
    """Items whose number is known beforehand."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[T_co]: ...


Track = Callable[[Row[T]], Iterable[T]]
"""Yields the items of a row, and may show how far it is."""
