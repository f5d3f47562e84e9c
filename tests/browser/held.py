"""What is on its way: turns that are held, and whether a page shows what a freshly fetched one shows."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Request, Route, expect

from tests.browser.house import House
from tests.browser.phone import Phone

Phones = Callable[..., Phone]

PLAYERS = ("Ana", "Ben", "Cleo")
TURNS = "**/turns"
"""Where turns are sent."""
UNSAVED = '#banner [data-when="unsaved"]'
LATER = 2_300
"""In ms: by then the pad has looked again for what others saved, and sent again what waits."""

# --- what a page shows, and whether a freshly fetched one shows the same -----------------------------

HANDS = """
const plain = (text) => text?.replace(/\\s+/g, " ").replaceAll("> <", "><").trim();
const until = async (what, test) => {
  for (const end = performance.now() + 8000; !test(); await new Promise((done) => setTimeout(done, 3)))
    if (performance.now() > end) throw new Error(`never ${what}: ${pad().dataset.state}`);
};
const tapIn = (dice) => [...dice].forEach((face) => $(`[data-face="${face}"]`).click());
const fields = (form) => `${form.id} ${new URLSearchParams(new FormData(form))}`;
// Its markup, in any order of attributes and classes. A box that no language names is told by its id.
const drawn = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return node.data.replace(/\\s+/g, " ");
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  const css = [...node.classList].sort().join(" "), marks = css ? [["class", css]] : [];
  for (const { name, value } of node.attributes) if (name !== "class") marks.push([name, value]);
  const told = marks.map(([name, value]) => ` ${name}="${value.replace(/<.?bdi>/g, "")}"`).sort().join("");
  return `<${node.localName}${told}>${[...node.childNodes].map(drawn).join("")}</>`;
};
const sheet = (page) => plain(page.querySelector("#sheet") && drawn(page.querySelector("#sheet")));
const shown = (page) => {
  const root = page.querySelector("#pad"), told = { class: [...root.classList].sort().join(" ") };
  for (const [name, value] of Object.entries(root.dataset)) told[`data-${name}`] = value;
  told.sheet = sheet(page);
  told.tabs = plain(page.querySelector("#tabs") && drawn(page.querySelector("#tabs")));
  for (const id of ["round", "steps", "prompt", "hints", "news", "card-line"])
    told[id] = plain(page.querySelector(`#${id}`)?.textContent);
  told.first = page.querySelector("#tray .first-roll")?.outerHTML.replace(/\\s+/g, " ");
  told.undo = page.querySelector(".slots .undo")?.hidden;
  told.backspace = page.querySelector(".slots .backspace")?.hidden;
  told.slots = [...page.querySelectorAll("[data-slot]")].map((die) => [
    [...die.classList].sort().join(" "), die.disabled, die.getAttribute("aria-label"),
    die.querySelector("use")?.href.baseVal,
  ].join()).join(" ");
  told.forms = [...page.querySelectorAll("form[data-entry]")].map(fields).join("; ");
  return told;
};
const differences = async () => {
  const { turn, dice, firstRoll } = pad().dataset, mark = firstRoll === undefined ? "" : "&first_roll=1";
  const query = dice || mark ? `?for=${turn}&dice=${dice}${mark}` : "";
  const answer = await fetch(location.pathname + query);
  const there = shown(new DOMParser().parseFromString(await answer.text(), "text/html"));
  const here = shown(document);
  const all = [...new Set([...Object.keys(here), ...Object.keys(there)])];
  return all.filter((what) => here[what] !== there[what]).map((what) => {
    const [one, other] = [String(here[what]), String(there[what])];
    let at = 0;
    while (one[at] === other[at]) at += 1;
    const from = Math.max(0, at - 60);
    return `${what}: here …${one.slice(from, at + 120)}… there …${other.slice(from, at + 120)}…`;
  });
};
// What is told in light ink: the sums that a turn changes, and its figure.
const ahead = () => [...tabsAhead(), ...cellsAhead()];
const tabsAhead = () => all("#tabs .name").map(({ dataset }) => {
  const told = () => plain($(`#tabs [data-seat="${dataset.seat}"] .sum`)?.textContent), before = told();
  return () => (before === told() ? [] : [`tab ${dataset.seat}: ahead ${before}, then ${told()}`]);
});
const cellsAhead = () => all("#sheet :is(.light, .unsaved > span)").map((part) => {
  const row = part.closest("tr"), place = part.closest("td, th").cellIndex;
  const told = () => {
    const now = all("#sheet tr")[at].cells[place];
    return plain(now.querySelector(".sum, .figure, .dash")?.textContent ?? now.textContent);
  };
  const at = all("#sheet tr").indexOf(row), before = told();
  return () => (before === told() ? [] : [`row ${at}: ahead ${before}, then ${told()}`]);
});
const answered = () => until("answered", () => !("unsaved" in pad().dataset) && waiting().length === 0);
"""

TABLE = "async () => {" + HANDS + "await until('a table', () => table); }"
SHEET = "() => {" + HANDS + "return sheet(document); }"
DIFFERENCES = "async () => {" + HANDS + "return differences(); }"
TAP = (
    "(selector) => {"
    + HANDS
    + """
  $(selector).click();
  const cell = $("td.unsaved"), ink = (part) => part && getComputedStyle(part).color;
  const { mover, state, dice, slow = "", unsaved } = pad().dataset;
  return {
    mover, state, dice, slow, unsaved,
    figure: cell?.textContent, light: ink(cell?.firstChild), dark: ink($("td.filled:not(.unsaved) .figure")),
    sums: all("#sheet .light").map((part) =>
      [part.closest("tr").id || part.closest("tr").className, plain(part.textContent)]),
    edges: all("th.mover").map(({ dataset }) => dataset.seat), named: $("#prompt .tag")?.textContent,
    last: $("#prompt .last")?.textContent, undo: !$(".slots .undo")?.hidden,
  };
}"""
)
"""Taps it; tells what is shown at that very moment, before any answer."""


def same(phone: Phone) -> None:
    assert "\n".join(phone.page.evaluate(DIFFERENCES)) == ""


def answered(phone: Phone, seen: int) -> None:
    """It is saved, and the page is the one that is fetched anew."""
    phone.expect_seen(seen)
    expect(phone.at("[data-unsaved], .unsaved, .light")).to_have_count(0)
    same(phone)


def kept(phone: Phone) -> list[dict[str, Any]]:
    """What waits on the phone to be sent."""
    told: str | None = phone.page.evaluate("localStorage.getItem(`scorepad:${location.pathname}/pad`)")
    return json.loads(told) if told else []


def let_go(phone: Phone) -> None:
    """Nothing waits any more, and nothing is drawn ahead."""
    expect(phone.at("[data-unsaved], .unsaved, .light, [data-slow]")).to_have_count(0)
    assert kept(phone) == []


# --- turns, and what holds them ----------------------------------------------------------------------


class Hold:
    """Entries that wait on their way until they are let through."""

    def __init__(self, phone: Phone, where: str = TURNS) -> None:
        self.phone, self.where = phone, where
        self.routes: list[Route] = []
        self.bodies: list[str] = []
        phone.page.route(where, self._hold)

    def _hold(self, route: Route) -> None:
        self.routes.append(route)
        self.bodies.append(route.request.post_data or "")

    def one(self) -> Route:
        """The next that waits."""
        for _ in range(500):
            if self.routes:
                return self.routes.pop(0)
            self.phone.page.wait_for_timeout(10)
        raise AssertionError("nothing was sent")

    def go(self, **changed: Any) -> None:
        self.one().continue_(**changed)

    def end(self) -> None:
        self.phone.page.unroute(self.where)


def sent(phone: Phone) -> list[str]:
    """What the phone asks or sends, counted from now on."""
    found: list[str] = []

    def note(request: Request) -> None:
        if "/static/" not in request.url:
            found.append(f"{request.method} {request.url.removeprefix(phone.house.url)}")

    phone.page.on("request", note)
    return found


def begun(house: House, ruleset: str = "yahtzee", players: int = 3) -> str:
    """A game in which everybody has written one box."""
    key = house.game(ruleset, PLAYERS[:players])
    for _ in range(players):
        house.take(key, "chance", "66543")
    return key


def opened(phones: Phones, key: str, script: str = "", **options: Any) -> Phone:
    """A phone with the pad and its table of rolls; answers may fail. `script` runs before the page's own."""
    phone = phones(**options)
    phone.rough = True
    if script:
        phone.page.add_init_script(script)
    phone.open_pad(key)
    phone.page.evaluate(TABLE)
    return phone


def tap_in(phone: Phone, dice: str) -> None:
    for face in dice:
        phone.key(face)


def tapped_ahead(phone: Phone, hold: Hold) -> Route:
    """The first player's box is on its way, and of the next player three dice are typed."""
    phone.type("44421")
    phone.press('[data-box="fours"]')
    tap_in(phone, "123")
    return hold.one()


def on_its_way(phones: Phones, key: str) -> tuple[Phone, Hold, Route]:
    """A phone from which a box has been sent and is held, and on which the next three dice are typed."""
    phone = opened(phones, key)
    hold = Hold(phone)
    return phone, hold, tapped_ahead(phone, hold)


def tapped_behind(phone: Phone, dice: str) -> None:
    """The next player's box, which waits for the first player's; `dice` are those not typed so far."""
    phone.type(dice)
    phone.press('[data-box="large_straight"]')


def refuse(phone: Phone, route: Route) -> None:
    """What was sent is refused for good; that is told, and nothing is drawn ahead any more."""
    route.fulfill(status=413, content_type="text/plain", body="no")
    expect(phone.at("[data-told]")).to_have_text("413")
    let_go(phone)


def updated(route: Route) -> None:
    """The answer of a pad of another version."""
    answer = route.fetch()
    route.fulfill(response=answer, headers={**answer.headers, "scorepad-version": "another"})


def by_help(phone: Phone, back: bool) -> None:
    phone.press(".menu summary")
    phone.press('.menu a[href*="/help/"]')
    expect(phone.at("#check")).to_be_attached()
    phone.page.go_back() if back else phone.press(".bar a")
