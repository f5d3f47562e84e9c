"""A little of `make soak`: kills while games are played, rivals for one turn, odd requests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.soak.nasty import nasty
from tests.soak.rivals import PHONES, rivals
from tests.soak.rounds import killed

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")

ROUNDS, TURNS, REQUESTS = 10, 12, 300


def test_whatever_was_answered_before_a_kill_is_there_once_and_what_was_not_counts_once(
    tmp_path: Path,
) -> None:
    done = killed(tmp_path, ROUNDS, "a small soak")
    assert done.faults == []
    assert done.rounds == ROUNDS
    assert done.tally.resent
    assert done.tally.turns > ROUNDS


def test_of_turns_sent_at_once_one_is_saved_and_all_others_are_told(tmp_path: Path) -> None:
    done = rivals(tmp_path, TURNS, "a small soak")
    assert done.faults == []
    assert done.sent == TURNS * PHONES


def test_no_odd_request_makes_the_real_server_fail(tmp_path: Path) -> None:
    done = nasty(tmp_path, REQUESTS, "a small soak")
    assert done.faults == []
    assert {200, 303, 400, 404, 405, 422} <= done.codes.keys()
