"""Who leaves where there is no room for somebody new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scorepad.serving.channel import Channel
from scorepad.serving.limits import Limits


def leaving(there: Sequence[Channel], limits: Limits, now: float) -> list[Channel]:
    """The one that asked longest ago, and with it many that are idle.

    Those first that never asked anything, and of an address that has more than its share.
    """
    many = _addresses_of_many(there, limits.connections // 4)

    def rank(channel: Channel) -> tuple[bool, bool, bool, float]:
        speaks = not _is_silent(channel, limits, now)
        return channel.addr[0] not in many, channel.is_busy, speaks, channel.heard

    first, *others = sorted(there, key=rank)[: 1 + limits.connections // 32]
    return [first, *(channel for channel in others if _is_idle(channel, limits, now))]


def _addresses_of_many(there: Sequence[Channel], share: int) -> frozenset[str]:
    counted = Counter(channel.addr[0] for channel in there)
    return frozenset(address for address, count in counted.items() if count > share)


def _is_silent(channel: Channel, limits: Limits, now: float) -> bool:
    return not channel.asked and now - channel.heard > limits.silent


def _is_idle(channel: Channel, limits: Limits, now: float) -> bool:
    long_ago = now - channel.heard > limits.settled
    return not channel.is_busy and (long_ago or _is_silent(channel, limits, now))
