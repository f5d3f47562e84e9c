"""Motion: a figure writes itself in, unless the reader asked for stillness."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.phone import Phone

Phones = Callable[..., Phone]

RUNNING = "document.getAnimations().map(animation => animation.animationName ?? animation.transitionProperty)"
FRESH = "pad => getComputedStyle(pad.querySelector('.fresh > *')).animationName"


def test_nothing_moves_where_reduced_motion_is_asked_for(phones: Phones) -> None:
    phone = phones(reduced_motion="reduce")
    phone.open_pad(phone.house.game())
    for dice, box in (("44421", "fours"), ("66666", "yahtzee"), ("12345", "chance")):
        for face in dice:
            phone.key(face)
            assert phone.page.evaluate(RUNNING) == []
        phone.expect_state("offered")
        assert phone.page.evaluate(RUNNING) == []
        phone.fill(box)
        assert phone.page.evaluate(RUNNING) == []
        assert phone.pad.evaluate(FRESH) == "none"


def test_a_figure_writes_itself_in_otherwise(phones: Phones) -> None:
    phone = phones(reduced_motion="no-preference")
    phone.open_pad(phone.house.game())
    phone.turn("44421", "fours")
    assert phone.pad.evaluate(FRESH) != "none"


def test_nothing_loops(phones: Phones) -> None:
    phone = phones(reduced_motion="no-preference")
    phone.open_pad(phone.house.game())
    phone.turn("44421", "fours")
    endless = "document.getAnimations().filter(a => a.effect.getComputedTiming().endTime > 1000).length"
    assert phone.page.evaluate(endless) == 0
