"""Waits for all that is listened to and talked with, however many they are."""

from __future__ import annotations

import selectors
from collections import deque
from threading import Lock
from typing import Any

from waitress import wasyncore
from waitress.trigger import trigger

_READ, _WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


class Loop(dict[int, Any]):
    """Waitress's sockets by their numbers.

    Its own loop asks each of them at every turn what it waits for, which with a thousand phones is most
    of the work. Here only those are asked that were heard, or say by `note` that something changed.
    Who is being answered is listened to all the same, and set aside only if it does not wait for that.
    """

    def __init__(self) -> None:
        super().__init__()
        self._selector = selectors.DefaultSelector()
        self._noted: deque[Any] = deque()
        self._awake = False
        self._waking = Lock()
        self._trigger = trigger(self)

    def __setitem__(self, number: int, one: Any) -> None:
        super().__setitem__(number, one)
        self._noted.append(one)

    def __delitem__(self, number: int) -> None:
        super().__delitem__(number)
        if number in self._selector.get_map():
            self._selector.unregister(number)

    def note(self, one: Any) -> None:
        """From any thread: it may wait for something else now."""
        self._noted.append(one)
        self.wake()

    def wake(self) -> None:
        with self._waking:
            if not self._awake:
                self._awake = True
                self._trigger.pull_trigger()

    def turn(self, seconds: float) -> None:
        """Serves whoever is ready, or waits as long as that."""
        self._settle()
        for key, ready in self._selector.select(seconds):
            self._serve(key.fd, ready)

    def _settle(self) -> None:
        """Brings up to date who waits for what."""
        self._awake = False
        while self._noted:
            one = self._noted.popleft()
            number = one._fileno
            if number is not None and self.get(number) is one:
                self._wait_for(number, self._wanted(one))

    @staticmethod
    def _wanted(one: Any) -> int:
        return (_READ if one.readable() else 0) | (_WRITE if one.writable() and not one.accepting else 0)

    def _wait_for(self, number: int, wanted: int) -> None:
        known = self._selector.get_map().get(number)
        waits = known.events if known else 0
        if wanted == waits or (not wanted and waits == _READ):
            return
        if not waits:
            self._selector.register(number, wanted)
        elif wanted:
            self._selector.modify(number, wanted)
        else:
            self._selector.unregister(number)

    def _is_set_aside(self, number: int, one: Any) -> bool:
        """Whether it speaks too early. Said first and asked again then: it may be answered just now."""
        if one.readable():
            return False
        one.set_aside = True
        if one.readable():
            return False
        self._selector.unregister(number)
        return True

    def _serve(self, number: int, ready: int) -> None:
        one = self.get(number)
        if one is None or (ready == _READ and self._is_set_aside(number, one)):
            return
        if ready & _READ:
            wasyncore.read(one)
        if ready & _WRITE and self.get(number) is one:
            wasyncore.write(one)
        self._noted.append(one)

    def close(self) -> None:
        with self._waking:
            self._awake = True  # nobody wakes it any more: its number may be another file's by then
        wasyncore.close_all(self)
        self._selector.close()
