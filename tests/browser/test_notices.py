"""What is told over the pad covers nothing that is played with, in every language and on every screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.house import NAMES, House
from tests.browser.phone import Faults, Phone

Phones = Callable[..., Phone]

# Puts that notice up; what of names, keys and marks it covers, and whether its own words are cut.
COVERED = """(why) => {
  const banner = document.querySelector("#banner"), advice = document.querySelector("[data-advice]");
  banner.hidden = false;
  banner.dataset.why = why;
  advice.textContent = advice.dataset.otherwise;
  const own = banner.getBoundingClientRect();
  const beside = (box) => box.left > own.right - 1 || box.right < own.left + 1;
  const apart = (box) => beside(box) || box.top > own.bottom - 1 || box.bottom < own.top + 1;
  const played = "th.name, #tabs .name, #steps button, .menu summary, .key, .slots";
  const found = [...document.querySelectorAll(played)]
    .filter((part) => part.offsetParent).filter((part) => {
      const box = part.getBoundingClientRect();
      return !apart(box) || box.bottom > innerHeight + 1;
    });
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = banner;
  const cut = scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;
  return [...found.map((part) => part.className || part.tagName), ...(cut ? ["its own words"] : [])];
}"""


@pytest.mark.parametrize("language", ["fi", "en", "de", "es", "fa", "fr", "sv"])
def test_a_notice_covers_nothing_that_is_played_with(phones: Phones, house: House, language: str) -> None:
    phone, faults = phones(locale=language), Faults()
    for key in (house.game("yahtzee", NAMES[:4], 5), house.game("maxi_yatzy", NAMES[:3])):
        phone.open_pad(key)
        for size in ((390, 664), (320, 568), (664, 390)):
            phone.resize(size)
            for why in ("unsaved", "away", "old", "pin", "locked", "told"):
                faults.add(f"{size} {why}", phone.page.evaluate(COVERED, why))
    faults.report()
