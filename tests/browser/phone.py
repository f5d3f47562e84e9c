"""A phone in a hand: taps, what it shows, and whether everything on it can be seen and touched."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from tests.browser.house import House

MAIN = (390, 664)
"""What a browser leaves of a 390×844 phone."""
EYES = (Path(__file__).parent / "eyes.js").read_text("utf-8")


def _see(what: str) -> str:
    return f"element => ({EYES}).{what}(element)"


class Faults:
    """What is wrong, and where it is."""

    def __init__(self) -> None:
        self._places: dict[str, list[str]] = {}

    def add(self, place: str, faults: Iterable[str]) -> None:
        for fault in faults:
            self._places.setdefault(fault, []).append(place)

    def report(self) -> None:
        """Fails with a line for each fault and the places where it was found."""
        lines = [f"{fault}: {', '.join(places)}" for fault, places in self._places.items()]
        assert not lines, f"{len(lines)} faults\n" + "\n".join(lines)


class Phone:
    """One browser context with one page. `problems` is what its console held against the pad."""

    def __init__(self, browser: Browser, house: House, size: tuple[int, int] = MAIN, **options: Any) -> None:
        width, height = size
        options = {"has_touch": True, "is_mobile": True, **options}
        self.context = browser.new_context(viewport={"width": width, "height": height}, **options)
        self.page: Page = self.context.new_page()
        self.house = house
        self.by_touch = options["has_touch"]
        self.scripted = options.get("java_script_enabled", True)
        self.problems: list[str] = []
        self.rough = False
        """Whether answers may fail here: the console then tells of them."""
        self.page.on("pageerror", lambda error: self.problems.append(f"page error: {error}"))
        self.page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and (not self.rough or "Content Security Policy" in message.text):
            self.problems.append(f"console: {message.text}")

    def close(self) -> None:
        self.context.close()
        assert self.problems == []

    # --- hands ----------------------------------------------------------------------------------------

    def open(self, path: str = "/") -> Phone:
        self.page.goto(self.house.url + path)
        return self

    def resize(self, size: tuple[int, int]) -> None:
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def open_pad(self, key: str, query: str = "") -> Phone:
        return self.open(f"/games/{key}{query}")

    def at(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def press(self, target: str | Locator) -> None:
        """With a finger, or with the mouse where there is no touch."""
        found = self.at(target) if isinstance(target, str) else target
        found.tap() if self.by_touch else found.click()

    def key(self, face: int | str) -> None:
        """A tap on a key: at once, as fast fingers do, where the page needs no loading between two."""
        key = self.at(f'[data-face="{face}"]')
        if not (self.by_touch and self.scripted):
            self.press(key)
            return
        x, y, hit = key.evaluate(_see("middle"))
        assert hit, f"the key {face} is covered"
        self.page.touchscreen.tap(x, y)

    def type(self, dice: str) -> None:
        """Taps in five dice; the boxes are then offered."""
        for face in dice:
            self.key(face)
        self.expect_state("offered")

    def fill(self, box: str) -> None:
        """Taps an offered box; the turn is then saved."""
        seen = self.seen
        self.press(f'[data-box="{box}"]')
        self.expect_seen(seen + 1)

    def turn(self, dice: str, box: str) -> None:
        self.type(dice)
        self.fill(box)

    def choose(self, box: str) -> None:
        """Taps an open box before any die."""
        self.press(f'[data-open="{box}"]')
        expect(self.at('#points input[name="box"]')).to_have_value(box)

    def give(self, points: int, extra: int = 0) -> None:
        """Taps the points of the box chosen first; the turn is then saved."""
        seen = self.seen
        kind = f'[data-extra="{extra}"]' if extra else ":not([data-extra])"
        self.press(f'.grid [data-points="{points}"]{kind}')
        self.expect_seen(seen + 1)

    def undo(self) -> None:
        seen = self.seen
        self.press(".bar [data-undo]")
        self.expect_seen(seen + 1)

    # --- eyes -----------------------------------------------------------------------------------------

    @property
    def pad(self) -> Locator:
        return self.at("#pad")

    @property
    def seen(self) -> int:
        return int(self.pad.get_attribute("data-seen") or "")

    @property
    def mover(self) -> int | None:
        """The seat to move, None once finished."""
        return int(self.pad.get_attribute("data-mover") or 0) or None

    def see(self, what: str, of: str = "#pad") -> Any:
        """What one of the functions in eyes.js tells of the pad, or of another part."""
        return self.at(of).evaluate(_see(what))

    @property
    def offers(self) -> dict[str, tuple[int, int]]:
        """Box → points and bonus of every offered box that can be seen."""
        return {box: (points, extra) for box, points, extra in self.see("offers")}

    @property
    def dice(self) -> str:
        """The dice in the slots as they are drawn; an empty slot is a dot."""
        return str(self.see("dice"))

    @property
    def unseen(self) -> list[str]:
        """What of the sheet, the keys and the bar is off the screen, covered, or too low."""
        return list(self.see("unseen"))

    @property
    def cut(self) -> list[str]:
        """The words and figures that do not fit into their place, or lie on each other."""
        return list(self.see("cut"))

    @property
    def overflow(self) -> int:
        """How many pixels the page is wider than the screen."""
        return self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )

    @property
    def parted(self) -> list[str]:
        """The figures of the page that go on in the next line."""
        return list(self.at("body").evaluate(_see("parted")))

    @property
    def path(self) -> str:
        return urlsplit(self.page.url).path

    @property
    def ranks(self) -> dict[str, tuple[int, int]]:
        """Name → total and rank on the result."""
        return {name: (int(total), int(rank)) for name, total, rank in self.see("ranks")}

    def rect(self, selector: str) -> dict[str, float]:
        found = self.at(selector).bounding_box()
        assert found is not None
        return dict(found)

    def expect_state(self, state: str) -> None:
        expect(self.pad).to_have_attribute("data-state", state)

    def expect_seen(self, seen: int) -> None:
        expect(self.pad).to_have_attribute("data-seen", str(seen))

    def expect_saved(self, key: str, *kinds: str) -> None:
        """Waits for what might still be on its way, then looks what was saved."""
        self.page.wait_for_timeout(200)
        assert self.house.events(key) == list(kinds)
