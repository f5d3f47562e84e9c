"""Files on their way in, each worked through in a thread of its own, one at a time."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from scorepad.store import Store, StoreError
from scorepad.transfer.intake import Intake
from scorepad.transfer.track import Row

T = TypeVar("T")

_LATELY = 8
"""How many arrivals are known, those that are over among them."""
_SWITCH = 0.0005
"""Seconds after which another thread gets Python: a saved turn takes it some thirty times."""
_PATIENCE = 2.0
"""Seconds for the games that are being written when the store closes."""


class _Stopped(Exception):
    """The pad is closed."""


class Busy(Exception):
    """Another file is on its way in."""


class Arrival:
    """A file on its way in: looked at first; then, where that is sure, its games are added.

    `asks` says that it holds new names, and waits for `go_on`. `fault` is what ended it early. `done` of
    `total` games are looked at or, once it is `adding`, added; `total` is 0 until they are counted.
    """

    def __init__(self, store: Store, file: Path, *, sure: bool) -> None:
        """Raises OSError where the file is gone."""
        self._file = file
        self._source = file.open("rb")
        self.size = file.stat().st_size
        self.sure = sure
        self._looked = self._stopped = False
        self._thread = threading.Thread()
        self.intake = Intake(store)
        self.adding = self.asks = self.told = False
        self.done = self.total = 0
        self.fault: Exception | None = None

    @property
    def over(self) -> bool:
        return not self._thread.is_alive()

    @property
    def saved(self) -> bool:
        """Whether its games are here."""
        return self.over and self.adding and self.fault is None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="import", daemon=True)
        self._thread.start()

    def go_on(self) -> None:
        """It is sure that its games are to be added."""
        self.sure = True
        if self.over and self.asks:
            self.start()

    def wait(self, seconds: float) -> None:
        """Until it is over, but no longer than that."""
        self._thread.join(seconds)

    def stop(self) -> None:
        """Ends it once the games that are being written are."""
        self._stopped = True
        if not self.over:
            self.wait(_PATIENCE)

    def forget(self) -> None:
        self._source.close()
        self.intake.close()

    def _run(self) -> None:
        usual = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH)
        try:
            self._work()
        except _Stopped as stopped:
            self.fault = stopped
        except Exception as error:  # told to whoever looks for it
            self.fault = error
        finally:
            sys.setswitchinterval(usual)
        if not self.asks:
            self._source.close()
            if not isinstance(self.fault, StoreError):  # after that, the same file adds the rest
                self._file.unlink(missing_ok=True)

    def _work(self) -> None:
        if not self._looked:
            self.intake.read(self._source, self._track)
            self._looked = True
        self.asks = bool(self.intake.names) and not self.sure
        self.adding = bool(self.intake.new) and not self.asks
        if self.adding:
            self.intake.save(self._track)

    def _track(self, games: Row[T]) -> Iterator[T]:
        self.done, self.total = 0, len(games)
        for game in games:
            if self._stopped:
                raise _Stopped
            yield game
            self.done += 1


class Arrivals:
    """Files on their way into one store, by their tokens: one at a time, in a thread of its own."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lately: dict[str, Arrival] = {}
        self._lock = threading.Lock()
        store.before_close(self.stop)

    def of(self, token: str) -> Arrival | None:
        """What became of that file; None where that is not known any more."""
        return self._lately.get(token)

    @property
    def under_way(self) -> Arrival | None:
        return next((arrival for arrival in list(self._lately.values()) if not arrival.over), None)

    def bring(self, token: str, file: Path, *, sure: bool, new: bool) -> Arrival:
        """Begins with that file, or joins what goes on with it already. `new` says that it was just sent:
        what became of it before is no answer.

        Raises Busy, or OSError where the file is gone.
        """
        with self._lock:
            there = self._lately.get(token)
            if there and not there.over:
                return self._joined(there, sure=sure)
            if self.under_way:
                raise Busy
            if there and not new and (there.saved or (there.asks and file.exists())):
                return self._joined(there, sure=sure)
            self._make_room(token)
            begun = Arrival(self._store, file, sure=sure)
            begun.start()  # before anybody finds it: what has not begun looks as if it were over
            self._lately[token] = begun
            return begun

    def stop(self) -> None:
        """Ends what is under way and forgets all."""
        with self._lock:
            for arrival in self._lately.values():
                arrival.stop()
                if arrival.over:
                    arrival.forget()
            self._lately.clear()

    @staticmethod
    def _joined(there: Arrival, *, sure: bool) -> Arrival:
        if sure:
            there.go_on()
        return there

    def _make_room(self, token: str) -> None:
        if token in self._lately:
            self._lately.pop(token).forget()
        while len(self._lately) >= _LATELY:
            self._lately.pop(next(iter(self._lately))).forget()
