"""The pad answers at once: what it draws before the answer, and what becomes of it, whatever that is."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from scorepad.rules import RULESETS, FetchBack, Skip, ThrowAway
from tests.browser.house import House
from tests.browser.phone import Phone
from tests.helpers import boxes, wish
from tests.made_up_sheet import registered

Phones = Callable[..., Phone]

PLAYERS = ("Ana", "Ben", "Cleo")

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
  for (const id of ["round", "steps", "prompt", "hints", "news", "card-line"])
    told[id] = plain(page.querySelector(`#${id}`)?.textContent);
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
  const { turn, dice } = pad().dataset, query = dice ? `?for=${turn}&dice=${dice}` : "";
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
const ahead = () => all(".light, .unsaved > span").map((part) => {
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

# One turn by taps: the roll, then one of the offered boxes; `next` is typed before the answer is there.
TURN = (
    "async ({ dice, which, next, first }) => {"
    + HANDS
    + """
  const { seen } = pad().dataset;
  const later = new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done))));
  if (first) {
    const open = all("[data-open]"), box = open[Math.floor(which * open.length)];
    box.click();
    await until("asked for points", () => $(".tray.points"));
    const points = all(".grid [data-points]");
    points[Math.floor(which * 997) % points.length].click();
  } else {
    if (!pad().dataset.dice) tapIn(dice);
    await until("offered", () => pad().dataset.state === "offered");
    const offers = all("td [data-box]");
    offers[Math.floor(which * offers.length)].click();
  }
  const drawnAhead = ahead();
  if (next && pad().dataset.state === "typing") tapIn(next);
  await until("saved", () => pad().dataset.seen !== seen);
  await answered();
  if (!pad().dataset.turn) return (await differences()).map((one) => `over ${one}`);
  if (pad().dataset.dice) await until("offered again", () => pad().dataset.state === "offered");
  await later;
  return drawnAhead.flatMap((look) => look()).concat((await differences()).map((one) => `saved ${one}`));
}"""
)
# A step back or forth; what Undo gave back is put away again where it is not for the next roll.
STEP = (
    "async (step) => {"
    + HANDS
    + """
  const { seen } = pad().dataset, button = $(`#steps [data-${step}]`);
  if (!button) return [];
  button.click();
  await until(step, () => pad().dataset.seen !== seen);
  await answered();
  if (pad().dataset.dice) await until("offered again", () => pad().dataset.state === "offered");
  return (await differences()).map((one) => `${step} ${one}`);
}"""
)
CLEAR = "() => { while (pad().dataset.dice) document.querySelector('.backspace').click(); }"


def roll(chance: random.Random, count: int) -> str:
    """Any dice; all alike often among them."""
    if chance.random() < 0.25:
        return str(chance.randint(1, 6)) * count
    return "".join(chance.choices("123456", k=count))


def play(phone: Phone, key: str, chance: random.Random) -> list[str]:
    """A whole game by taps, with steps back and forth; what differs from a fresh page, turn by turn."""
    game, found = phone.house.load(key).game, []
    count = game.ruleset.dice
    for turn in range(400):
        if phone.mover is None:
            break
        dice, ahead = roll(chance, count), roll(chance, count) if chance.random() < 0.4 else ""
        wish = {"dice": dice, "which": chance.random(), "next": ahead, "first": chance.random() < 0.15}
        if phone.pad.get_attribute("data-dice"):
            wish["first"] = False
        found += [f"turn {turn} {wish}: {fault}" for fault in phone.page.evaluate(TURN, wish)]
        if phone.mover is not None and not ahead and chance.random() < 0.2:
            for step in chance.choice((["undo"], ["undo", "redo"], ["undo", "undo", "redo"])):
                found += [f"turn {turn}: {fault}" for fault in phone.page.evaluate(STEP, step)]
            if chance.random() < 0.5:
                phone.page.evaluate(CLEAR)
        if len(found) > 5:
            break
    return found


GAMES = [
    ("yahtzee", 2, "en"),
    ("yahtzee", 1, "fa"),
    ("yatzy", 2, "en"),
    ("forced_yatzy", 1, "en"),
    ("yacht", 1, "en"),
    ("free_for_all", 3, "en"),
    ("made_up", 2, "en"),
]
assert {game[0] for game in GAMES} == {*RULESETS, "made_up"}


@pytest.mark.parametrize(("ruleset", "players", "language"), GAMES)
def test_after_each_turn_the_page_is_the_one_that_is_fetched_anew(
    phones: Phones, house: House, ruleset: str, players: int, language: str
) -> None:
    chance = random.Random(f"{ruleset} {players} {language}")
    with registered() if ruleset == "made_up" else nullcontext():
        phone = phones(locale=language)
        key = house.game(ruleset, PLAYERS[:players])
        phone.open_pad(key)
        phone.page.evaluate(TABLE)
        assert "\n".join(play(phone, key, chance)) == ""
        assert phone.mover is None
        assert phone.page.evaluate(STEP, "undo") == []


# --- before the answer ------------------------------------------------------------------------------

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
    sums: all(".light").map((part) =>
      [part.closest("tr").id || part.closest("tr").className, plain(part.textContent)]),
    edges: all("th.mover").map(({ dataset }) => dataset.seat), named: $("#prompt .tag")?.textContent,
    last: $("#prompt .last")?.textContent, undo: !$(".slots .undo")?.hidden,
  };
}"""
)


class Hold:
    """Entries that wait on their way until they are let through."""

    def __init__(self, phone: Phone, where: str = "**/turns") -> None:
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


def answered(phone: Phone, seen: int) -> None:
    """It is saved, and the page is the one that is fetched anew."""
    phone.expect_seen(seen)
    expect(phone.at("[data-unsaved], .unsaved, .light")).to_have_count(0)
    same(phone)


def same(phone: Phone) -> None:
    assert "\n".join(phone.page.evaluate(DIFFERENCES)) == ""


def kept(phone: Phone) -> list[dict[str, Any]]:
    """What waits on the phone to be sent."""
    told: str | None = phone.page.evaluate("localStorage.getItem(`scorepad:${location.pathname}/pad`)")
    return json.loads(told) if told else []


def tap_in(phone: Phone, dice: str) -> None:
    for face in dice:
        phone.key(face)


def begun(house: House, ruleset: str = "yahtzee", players: int = 3) -> str:
    """A game in which everybody has written one box."""
    key = house.game(ruleset, PLAYERS[:players])
    for _ in range(players):
        house.take(key, "chance", "66543")
    return key


def opened(phones: Phones, key: str, **options: Any) -> Phone:
    """A phone with that pad, its table of rolls there; answers may fail."""
    phone = phones(**options)
    phone.rough = True
    phone.open_pad(key)
    phone.page.evaluate(TABLE)
    return phone


def test_while_a_turn_is_on_its_way_the_next_player_types_is_offered_boxes_and_taps_one(
    phones: Phones, house: House
) -> None:
    key = begun(house)
    phone = opened(phones, key)
    phone.type("44421")
    hold, found = Hold(phone), sent(phone)
    moment = phone.page.evaluate(TAP, '[data-box="fours"]')
    light, dark = moment.pop("light"), moment.pop("dark")
    assert light != dark
    assert moment == {
        "mover": "2",
        "state": "typing",
        "dice": "",
        "slow": "",
        "unsaved": "",
        "figure": "12",
        "sums": [["", "36"], ["sums", "12 needs 51 more51 to go51"], ["all", "36"]],
        "edges": ["2"],
        "named": "Ben",
        "last": "Ana: Fours 12",
        "undo": True,
    }
    phone.type("12345")
    assert phone.offers["large_straight"] == (40, 0)
    assert "chance" not in phone.offers
    phone.press('[data-box="large_straight"]')
    expect(phone.at(".slow")).to_have_text("saving…still saving…one moment…")
    expect(phone.at('.slow [data-when="save"]')).to_be_visible(timeout=900)
    assert (phone.mover, phone.dice) == (2, "12345")
    assert phone.page.evaluate(TAP, '[data-box="fives"]')["mover"] == "2"
    expect(phone.at('.slow [data-when="still"]')).to_be_visible(timeout=2_500)
    assert found == [f"POST /games/{key}/turns"]
    assert [entry["turn"] for entry in kept(phone)] == ["1-3", "2-4"]
    hold.go()
    second = hold.one()
    phone.expect_seen(4)
    assert phone.mover == 3
    expect(phone.at("td.unsaved")).to_have_text("40")
    expect(phone.at(".slow")).to_be_hidden()
    second.continue_()
    answered(phone, 5)
    assert hold.bodies == ["seen=3&dice=44421&box=fours", "seen=4&dice=12345&box=large_straight"]
    assert [boxes(house.load(key).game, seat) for seat in (1, 2)] == [
        {"chance": 24, "fours": 12},
        {"chance": 24, "large_straight": 40},
    ]
    assert kept(phone) == []


@pytest.mark.parametrize(
    ("ruleset", "players", "dice"),
    [("yahtzee", 1, "12345"), ("yahtzee", 2, "55555"), ("free_for_all", 2, "12345")],
)
def test_where_the_next_offers_hang_on_the_turn_its_figure_shows_and_they_wait(
    phones: Phones, house: House, ruleset: str, players: int, dice: str
) -> None:
    key = begun(house, ruleset, players)
    phone = opened(phones, key)
    phone.type("44421")
    hold, found = Hold(phone), sent(phone)
    moment = phone.page.evaluate(TAP, '[data-box="fours"]')
    assert (moment["figure"], moment["state"], moment["mover"]) == (
        "12",
        "typing",
        str(players if players > 1 else 1),
    )
    tap_in(phone, dice)
    phone.page.wait_for_timeout(100)
    assert (phone.pad.get_attribute("data-state"), phone.dice) == ("typing", dice)
    assert found == [f"POST /games/{key}/turns"]
    hold.go()
    phone.expect_state("offered")
    answered(phone, players + 1)
    assert [one for one in found if "/pad?" in one and "seen=" not in one] == []
    hold.end()
    phone.fill(next(iter(phone.offers)))
    answered(phone, players + 2)


def test_a_claimed_bonus_is_in_the_sums_that_are_told_ahead(phones: Phones, house: House) -> None:
    key = begun(house, "free_for_all", 2)
    for _ in range(2):
        house.take(key, "yahtzee", "66666")
    phone = opened(phones, key)
    phone.type("55555")
    hold = Hold(phone)
    moment = phone.page.evaluate(TAP, '[data-claim][data-box="fives"]')
    assert (moment["figure"], moment["mover"], moment["state"]) == ("0", "2", "typing")
    told = phone.at('th.name[data-seat="1"] .sum').inner_text()
    tap_in(phone, "44421")
    hold.go()
    answered(phone, 5)
    phone.expect_state("offered")
    assert phone.at('th.name[data-seat="1"] .sum').inner_text() == "174"
    assert told == "174"


@pytest.mark.parametrize("players", [1, 2])
def test_the_last_turn_shows_its_figure_and_the_result_comes_with_the_answer(
    phones: Phones, house: House, players: int
) -> None:
    key = house.game("yacht", PLAYERS[:players])
    house.advance(key, 12 * players - 1)
    box = house.load(key).game.mover_sheet.open_cells[0].box
    phone = opened(phones, key)
    phone.type("44421")
    hold = Hold(phone)
    moment = phone.page.evaluate(TAP, f'[data-box="{box}"]')
    assert moment["figure"] is not None
    assert moment["state"] == "waiting"
    phone.page.keyboard.press("4")
    expect(phone.at(".headline")).to_have_count(0)
    hold.go()
    expect(phone.at(".headline")).to_be_visible()
    same(phone)
    phone.undo()
    assert (phone.dice, phone.mover) == ("12444", players)
    same(phone)
    hold.end()
    phone.fill(box)
    assert phone.mover is None


# --- the answer is another one ----------------------------------------------------------------------


def tapped_ahead(phone: Phone, hold: Hold, dice: str = "44421", box: str = "fours") -> Route:
    """The first player's box is on its way, and of the next player three dice are typed."""
    phone.type(dice)
    phone.press(f'[data-box="{box}"]')
    tap_in(phone, "123")
    return hold.one()


def let_go(phone: Phone) -> None:
    """Nothing waits any more, and nothing is drawn ahead."""
    expect(phone.at("[data-unsaved], .unsaved, .light, [data-slow]")).to_have_count(0)
    assert kept(phone) == []


def test_a_final_refusal_is_told_at_once_puts_everything_back_and_is_let_go(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key)
    page = phone.page.request.get(f"{house.url}/nowhere").text()
    hold, banner = Hold(phone), phone.at("#banner")
    phone.type("44421")
    before = phone.page.evaluate(SHEET)
    for status in (400, 403, 404, 413, 422):
        for kind, body in (("text/html", page), ("text/plain", "no")):
            phone.press('[data-box="fours"]')
            if phone.dice == ".....":
                tap_in(phone, "123")
            assert (phone.mover, phone.dice) == (2, "123..")
            hold.one().fulfill(status=status, content_type=kind, body=body)
            expect(banner).to_be_visible()
            told = "Nothing here" if kind == "text/html" else str(status)
            expect(phone.at("[data-told]")).to_have_text(told)
            expect(banner).to_contain_text("thrown away" if kind == "text/html" else "This was not saved")
            let_go(phone)
            phone.expect_state("offered")
            assert (phone.seen, phone.mover, phone.dice) == (2, 1, "44421")
            assert phone.page.evaluate(SHEET) == before
            same(phone)
            phone.press("[data-good]")
            expect(banner).to_be_hidden()
    phone.page.wait_for_timeout(100)
    assert len(hold.bodies) == 10
    hold.end()
    phone.fill("fours")
    assert (phone.mover, phone.dice) == (2, "123..")
    phone.expect_saved(key, "turn", "turn", "turn")


def test_a_final_refusal_lets_the_turn_go_that_waited_behind_it_and_keeps_its_dice(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key)
    hold = Hold(phone)
    first = tapped_ahead(phone, hold)
    phone.type("45")
    phone.press('[data-box="large_straight"]')
    phone.page.wait_for_timeout(50)
    assert len(kept(phone)) == 2
    first.fulfill(status=413, content_type="text/plain", body="no")
    expect(phone.at("[data-told]")).to_have_text("413")
    let_go(phone)
    assert (phone.mover, phone.dice) == (1, "44421")
    assert len(hold.bodies) == 1
    hold.end()
    phone.fill("fours")
    phone.expect_state("offered")
    assert (phone.mover, phone.dice, phone.offers["large_straight"]) == (2, "12345", (40, 0))
    same(phone)
    phone.fill("large_straight")
    phone.expect_saved(key, *["turn"] * 4)


def test_a_turn_that_the_pad_refuses_is_told_on_it_and_both_hands_are_kept(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key)
    hold = Hold(phone)
    first = tapped_ahead(phone, hold)
    first.continue_(post_data="seen=2&dice=44421&box=chance")  # which is full
    expect(phone.at('#pad [role="alert"]')).to_be_visible()
    let_go(phone)
    phone.expect_state("offered")
    assert (phone.seen, phone.mover, phone.dice) == (2, 1, "44421")
    same(phone)
    expect(phone.at("#banner")).to_be_hidden()
    hold.end()
    phone.fill("fours")
    expect(phone.at('#pad [role="alert"]')).to_have_count(0)
    assert (phone.mover, phone.dice) == (2, "123..")
    phone.type("45")
    phone.fill("large_straight")
    answered(phone, 4)
    phone.expect_saved(key, *["turn"] * 4)


@pytest.mark.parametrize("meant", ["use", "clear"])
def test_a_turn_that_another_phone_saved_otherwise_meanwhile_is_told_and_both_hands_are_kept(
    phones: Phones, house: House, meant: str
) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key)
    hold = Hold(phone)
    first = tapped_ahead(phone, hold)
    phone.type("45")
    phone.press('[data-box="large_straight"]')
    house.take(key, "ones", "11166")
    first.continue_()
    expect(phone.at('#pad [role="alert"]')).to_contain_text("Someone else saved first")
    expect(phone.at(".over")).to_contain_text("Ana: Ones 3 was saved. Use these dice for Ben?")
    let_go(phone)
    phone.expect_state("kept")
    assert (phone.seen, phone.mover, phone.dice, phone.offers) == (3, 2, "44421", {})
    expect(phone.at("td.fresh")).to_have_text("3")
    assert len(hold.bodies) == 1
    hold.end()
    phone.press(f"[data-{meant}]")
    phone.expect_state("offered")
    assert phone.dice == ("44421" if meant == "use" else "12345")
    assert (phone.mover, phone.offers["fours"]) == (2, (12 if meant == "use" else 4, 0))
    phone.fill("fours")
    answered(phone, 4)
    assert phone.dice == "....."
    phone.expect_saved(key, *["turn"] * 4)


def test_alone_a_turn_that_another_phone_saved_otherwise_meanwhile_does_not_count_twice(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=1)
    phone = opened(phones, key)
    hold = Hold(phone)
    first = tapped_ahead(phone, hold)
    house.take(key, "ones", "11166")
    first.continue_()
    phone.expect_state("kept")
    expect(phone.at(".over")).to_contain_text("Ana: Ones 3 was saved.")
    assert phone.dice == "44421"
    hold.end()
    phone.press("[data-clear]")
    phone.expect_state("typing")
    assert phone.dice == "123.."
    same_dice = phone.page.evaluate("Object.keys(hands())")
    assert same_dice == ["1-2"]


def test_a_game_that_was_thrown_away_meanwhile_is_told_at_once_and_nothing_is_sent_for_ever(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key)
    hold = Hold(phone)
    first = tapped_ahead(phone, hold)
    store = house.store
    store.append(key, house.load(key).seen, wish(ThrowAway()))
    first.continue_()
    expect(phone.at("[data-told]")).to_have_text("Nothing here")
    expect(phone.at("#banner")).to_contain_text("the game was thrown away")
    let_go(phone)
    assert (phone.mover, phone.dice) == (1, "44421")
    phone.page.wait_for_timeout(2_300)
    assert len(hold.bodies) == 1
    expect(phone.at("[data-told]")).to_have_text("Nothing here")
    store.append(key, 3, wish(FetchBack()))
    hold.end()
    phone.expect_seen(4)
    phone.press("[data-good]")
    expect(phone.at("#banner")).to_be_hidden()
    phone.expect_state("offered")
    phone.fill("fours")
    assert (phone.mover, phone.dice) == (2, "123..")
    same(phone)


def test_what_a_gateway_answers_is_sent_again_after_a_reload_too_and_each_turn_is_saved_once(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key)
    phone.page.route("**/turns", lambda route: route.fulfill(status=502, body="Bad Gateway"))
    phone.type("44421")
    phone.press('[data-box="fours"]')
    expect(phone.at('#banner [data-when="unsaved"]')).to_be_visible()
    phone.type("12345")
    assert phone.mover == 2
    phone.page.reload()
    expect(phone.at('#banner [data-when="unsaved"]')).to_be_visible()
    assert len(kept(phone)) == 1
    phone.page.unroute("**/turns")
    phone.expect_seen(3)
    phone.expect_state("offered")
    assert (phone.mover, phone.dice) == (2, "12345")
    let_go(phone)
    expect(phone.at("#banner")).to_be_hidden()
    same(phone)
    phone.page.route("**/turns", lambda route: route.fulfill(status=503, body="no"))
    phone.press('[data-box="large_straight"]')
    phone.type("66661")
    phone.press('[data-box="sixes"]')
    expect(phone.at('#banner [data-when="unsaved"]')).to_be_visible()
    assert len(kept(phone)) == 2
    phone.page.reload()
    expect(phone.at('#banner [data-when="unsaved"]')).to_be_visible()
    assert len(kept(phone)) == 2
    phone.page.unroute("**/turns")
    answered(phone, 5)
    phone.expect_saved(key, *["turn"] * 5)


def test_a_box_that_was_tapped_before_any_die_waits_is_refused_and_put_back_like_any_other(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key)
    hold = Hold(phone)
    before = phone.page.evaluate(SHEET)
    phone.choose("sixes")
    moment = phone.page.evaluate(TAP, '.grid [data-points="24"]')
    assert (moment["figure"], moment["mover"], moment["state"]) == ("24", "2", "typing")
    expect(phone.at(".tray.points")).to_have_count(0)
    tap_in(phone, "123")
    hold.one().fulfill(status=413, content_type="text/plain", body="no")
    expect(phone.at("[data-told]")).to_have_text("413")
    let_go(phone)
    assert (phone.mover, phone.dice, phone.page.evaluate(SHEET)) == (1, ".....", before)
    phone.press("[data-good]")
    phone.choose("sixes")
    phone.press('.grid [data-points="24"]')
    assert phone.dice == "123.."
    for _ in "123":
        phone.press(".backspace")
    phone.press('[data-open="fives"]')  # the next player's, before the answer
    hold.go()
    expect(phone.at('#points input[name="box"]')).to_have_value("fives")
    assert (phone.seen, phone.mover) == (3, 2)
    hold.end()
    phone.give(15)
    answered(phone, 4)
    phone.expect_saved(key, *["turn"] * 4)


def test_a_turn_on_its_way_while_the_page_is_left_and_come_back_to_is_saved_once(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key)
    hold = Hold(phone)
    tapped_ahead(phone, hold)
    hold.end()
    by_help(phone, back=False)
    answered(phone, 3)
    assert (phone.mover, phone.dice) == (2, "123..")
    let_go(phone)
    phone.expect_saved(key, *["turn"] * 3)


def test_two_turns_that_wait_are_both_saved_after_a_reload_without_a_table_of_rolls(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key)
    phone.page.route("**/turns", lambda route: route.fulfill(status=502, body="Bad Gateway"))
    phone.type("44421")
    phone.press('[data-box="fours"]')
    phone.type("12345")
    phone.press('[data-box="large_straight"]')
    expect(phone.at('#banner [data-when="unsaved"]')).to_be_visible()
    assert len(kept(phone)) == 2
    phone.page.route("**/rolls/**", lambda route: route.abort())
    phone.page.reload()
    phone.page.unroute("**/turns")
    expect(phone.at("[data-unsaved]")).to_have_count(0)
    phone.expect_seen(4)
    phone.expect_saved(key, *["turn"] * 4)


def test_after_a_reload_what_still_waits_stands_on_the_sheet_and_no_box_is_offered_in_vain(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key)
    phone.page.route("**/turns", lambda route: route.fulfill(status=502, body="Bad Gateway"))
    phone.type("44421")
    phone.press('[data-box="fours"]')
    expect(phone.at('#banner [data-when="unsaved"]')).to_be_visible()
    phone.page.reload()
    expect(phone.at('#banner [data-when="unsaved"]')).to_be_visible()
    phone.page.evaluate(TABLE)
    phone.page.wait_for_timeout(50)
    if phone.offers:  # a tap on one of them must do something
        phone.press('[data-box="threes"]')
        phone.page.wait_for_timeout(50)
        assert phone.at(".pressed").count() or len(kept(phone)) == 2 or "threes" in kept(phone)[0]["body"]


# --- without a line ---------------------------------------------------------------------------------


def test_without_a_line_at_each_step_what_was_meant_is_done_once_it_is_back(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    phone = phones()
    phone.rough = True
    phone.page.route("**/rolls/**", lambda route: route.abort())
    phone.open_pad(key)
    banner = phone.at("#banner")

    def away(why: str) -> None:
        expect(phone.at(f'#banner [data-when="{why}"]')).to_be_visible()
        phone.context.set_offline(False)

    def gone() -> None:
        expect(banner).to_be_hidden()
        phone.context.set_offline(True)

    tap_in(phone, "4442")
    gone()
    phone.key(1)  # no table, no line
    away("away")
    phone.expect_state("offered")
    assert (phone.dice, phone.offers["fours"]) == ("44421", (12, 0))
    gone()
    phone.press('[data-box="fours"]')
    away("unsaved")
    answered(phone, 3)
    gone()
    phone.press('[data-open="fives"]')
    away("away")
    expect(phone.at(".tray.points")).to_be_visible()
    gone()
    phone.press('.grid [data-points="15"]')
    away("unsaved")
    answered(phone, 4)
    gone()
    phone.press(".bar [data-undo]")
    away("unsaved")
    phone.expect_seen(5)
    let_go(phone)
    same(phone)
    gone()
    phone.press(".bar [data-redo]")
    away("unsaved")
    answered(phone, 6)
    gone()
    phone.press('[data-open="fives"]')  # and then the dice, after all
    expect(banner).to_be_visible()
    tap_in(phone, "55521")
    phone.context.set_offline(False)
    phone.expect_state("offered")
    expect(phone.at(".tray.points")).to_have_count(0)
    expect(banner).to_be_hidden()
    phone.fill("fives")
    answered(phone, 7)
    phone.expect_saved(key, *["turn"] * 4, "undo", "redo", "turn")


# --- a PIN, an update -------------------------------------------------------------------------------


@pytest.fixture
def own_house(tmp_path: Any) -> Iterator[House]:
    served = House(tmp_path / "scorepad.db")
    yield served
    served.close()


def test_a_pin_set_while_the_pad_is_open_is_asked_for_and_the_turn_is_then_saved_once(
    phones: Phones, own_house: House
) -> None:
    house = own_house
    key = begun(house, players=2)
    phone = phones(at=house)
    phone.rough = True
    phone.open_pad(key)
    phone.page.evaluate(TABLE)
    phone.type("44421")
    house.config = {"PIN": "2580"}
    house.restart()
    phone.press('[data-box="fours"]')
    expect(phone.at('#banner [data-when="pin"]')).to_be_visible()
    assert (phone.mover, len(kept(phone))) == (2, 1)
    expect(phone.at("td.unsaved")).to_have_text("12")
    phone.type("12345")
    phone.press('#banner [data-when="pin"] a')
    for pin in ("1111", "2580"):
        phone.at("#pin").fill(pin)
        phone.press(".message .primary")
    phone.expect_seen(3)
    phone.expect_state("offered")
    assert (phone.path, phone.mover, phone.dice) == (f"/games/{key}", 2, "12345")
    let_go(phone)
    expect(phone.at("#banner")).to_be_hidden()
    same(phone)
    phone.expect_saved(key, *["turn"] * 3)
    phone.context.clear_cookies()  # as a new PIN does it
    expect(phone.at('#banner [data-when="locked"]')).to_be_visible()
    assert phone.dice == "12345"
    phone.press('#banner [data-when="locked"] a')
    phone.at("#pin").fill("2580")
    phone.press(".message .primary")
    phone.expect_state("offered")
    phone.fill("large_straight")
    phone.expect_saved(key, *["turn"] * 4)


def updated(route: Route) -> None:
    """The answer of a pad of another version."""
    answer = route.fetch()
    route.fulfill(response=answer, headers={**answer.headers, "scorepad-version": "another"})


@pytest.mark.parametrize("told_by", ["turn", "look"])
def test_after_an_update_the_open_page_loads_itself_anew_once_and_keeps_what_is_typed(
    phones: Phones, house: House, told_by: str
) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key)
    loads: list[Page] = []
    phone.page.on("load", lambda page: loads.append(page))
    if told_by == "turn":
        hold = Hold(phone)
        first = tapped_ahead(phone, hold)
        phone.type("45")
        phone.press('[data-box="large_straight"]')
        phone.page.wait_for_timeout(50)
        phone.page.route("**/games/**", updated)
        hold.end()
        updated(first)
        phone.expect_seen(4)
        assert len(loads) == 1
        tap_in(phone, "666")
        phone.page.wait_for_timeout(2_300)
    else:
        tap_in(phone, "666")
        phone.page.route("**/pad?*", updated)
        for _ in range(60):
            if loads:
                break
            phone.page.wait_for_timeout(50)
        phone.page.wait_for_timeout(2_300)
    assert (len(loads), phone.dice) == (1, "666..")
    phone.type("61")
    phone.fill("sixes")
    same(phone)
    assert len(loads) == 1
    assert house.events(key) == ["turn"] * (5 if told_by == "turn" else 3)


# --- dice belong to their turn ----------------------------------------------------------------------


def test_a_roll_typed_alone_on_two_phones_counts_once(phones: Phones, house: House) -> None:
    key = begun(house, "yahtzee", 1)
    one, other, third = (opened(phones, key) for _ in range(3))
    blind(third)
    for phone in (one, other, third):
        phone.type("44421")
    one.fill("fours")
    assert one.dice == "....."
    other.expect_state("kept")
    expect(other.at(".over")).to_have_text("Ana: Fours 12 was saved. Use these dice for Ana?")
    assert (other.dice, other.offers) == ("44421", {})
    third.press('[data-box="threes"]')  # it has not seen the other's
    third.expect_state("kept")
    expect(third.at(".over")).to_contain_text("Ana: Fours 12 was saved.")
    let_go(third)
    assert house.events(key) == ["turn"] * 2
    other.press("[data-clear]")
    other.expect_state("typing")
    other.page.reload()
    assert (other.dice, other.pad.get_attribute("data-state")) == (".....", "typing")
    third.press("[data-use]")
    third.expect_state("offered")
    assert "fours" not in third.offers
    same(third)
    third.fill("threes")
    answered(third, 3)
    one.expect_seen(3)
    assert (one.dice, one.pad.get_attribute("data-state")) == (".....", "typing")
    third.expect_saved(key, *["turn"] * 3)


def blind(phone: Phone) -> None:
    """It does not see what others save until it acts itself."""
    phone.page.route("**/pad?seen=*", lambda route: route.fulfill(status=204))


def by_help(phone: Phone, back: bool) -> None:
    phone.press(".menu summary")
    phone.press('.menu a[href*="/help/"]')
    expect(phone.at("#check")).to_be_attached()
    phone.page.go_back() if back else phone.press(".bar a")


def by_settings(phone: Phone, back: bool) -> None:
    phone.press(".menu summary")
    phone.press('.menu a[href*="/settings"]')
    expect(phone.at(".page form")).to_be_visible()
    phone.page.go_back() if back else phone.press(".page .primary")


def by_card(phone: Phone, back: bool) -> None:
    phone.press("[data-play-card]")
    expect(phone.at('[name="card_kind"]').first).to_be_attached()
    phone.page.go_back() if back else phone.press(".bar a")


def by_language(phone: Phone, _back: bool) -> None:
    phone.press(".menu summary")
    phone.press('.menu button[lang="en"]')


def test_three_dice_outlive_a_reload_a_turn_of_the_phone_another_page_and_a_language(
    phones: Phones, house: House
) -> None:
    key = begun(house, "free_for_all", 2)
    phone = opened(phones, key)
    tap_in(phone, "444")

    def there() -> None:
        expect(phone.pad).to_have_attribute("data-dice", "444")
        phone.expect_state("typing")
        assert (phone.path, phone.dice) == (f"/games/{key}", "444..")

    phone.page.reload()
    there()
    phone.resize((664, 390))
    there()
    phone.resize((390, 664))
    there()
    ways = ((by_help, True), (by_settings, False), (by_card, True), (by_card, False), (by_language, False))
    for leave, back in ways:
        leave(phone, back)
        there()
    phone.page.goto("about:blank")
    phone.page.go_back()
    there()
    phone.press(".menu summary")
    phone.press('.menu button[lang="fa"]')
    expect(phone.at("html")).to_have_attribute("lang", "fa")
    there()
    phone.type("21")
    phone.page.reload()
    phone.expect_state("offered")
    assert phone.dice == "44421"
    same(phone)
    phone.fill("fours")
    phone.page.reload()
    assert phone.dice == "....."
    answered(phone, 3)


@pytest.mark.parametrize(
    ("leave", "back"), [(by_help, False), (by_settings, True), (by_card, False), (by_language, False)]
)
def test_dice_that_come_back_after_everybody_wrote_elsewhere_are_not_the_next_ones(
    phones: Phones, house: House, leave: Callable[[Phone, bool], None], back: bool
) -> None:
    key = begun(house, "free_for_all", 2)
    phone = opened(phones, key)
    blind(phone)
    tap_in(phone, "444")
    for box in ("twos", "ones"):
        house.take(key, box, "22216")
    leave(phone, back)
    phone.expect_state("kept")
    expect(phone.at(".over b").first).to_have_text("Ana: Twos 6")
    assert (phone.dice, phone.mover) == ("444..", 1)
    phone.page.unroute("**/pad?seen=*")
    phone.page.reload()
    phone.expect_state("kept")
    phone.press("[data-clear]")
    phone.expect_state("typing")
    assert phone.dice == "....."
    phone.page.reload()
    same(phone)
    assert phone.dice == "....."


# --- Undo -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "players"), [("yahtzee", 1), ("yahtzee", 2), ("free_for_all", 2)])
def test_undo_gives_the_dice_back_and_another_box_is_two_taps(
    phones: Phones, house: House, ruleset: str, players: int
) -> None:
    key = begun(house, ruleset, players)
    phone = opened(phones, key)
    seen = players
    phone.turn("44421", "fours")
    tap_in(phone, "66")  # already of the next turn
    found = sent(phone)
    phone.undo()
    phone.expect_state("offered")
    assert (phone.mover, sorted(phone.dice)) == (1, [*"12444"])
    assert [one for one in found if "/pad?" in one and "seen=" not in one] == []
    same(phone)
    phone.fill("threes")
    answered(phone, seen + 3)
    assert phone.dice == "....."
    # Undo tapped while the turn is on its way: it waits for it.
    phone.type("55521")
    hold = Hold(phone)
    phone.press('[data-box="fives"]')
    phone.press(".slots .undo")
    phone.page.wait_for_timeout(50)
    assert len(hold.bodies) == 1
    hold.go()
    phone.expect_seen(seen + 5)
    phone.expect_state("offered")
    assert sorted(phone.dice) == [*"12555"]
    let_go(phone)
    same(phone)
    hold.end()
    phone.fill("ones")
    answered(phone, seen + 6)
    kinds = ["turn", "undo", "turn", "turn", "undo", "turn"]
    phone.expect_saved(key, *["turn"] * seen, *kinds)


def test_undo_refused_lost_or_late_leaves_the_typed_dice(phones: Phones, house: House) -> None:
    key = begun(house, players=2)
    phone = opened(phones, key)
    tap_in(phone, "444")
    hold = Hold(phone, "**/undo")
    phone.press(".bar [data-undo]")
    expect(phone.at('.slow [data-when="save"]')).to_be_visible(timeout=900)
    hold.one().fulfill(status=413, content_type="text/plain", body="no")
    expect(phone.at("[data-told]")).to_have_text("413")
    let_go(phone)
    assert (phone.mover, phone.dice) == (1, "444..")
    phone.press("[data-good]")
    phone.type("21")
    same(phone)
    phone.press(".bar [data-undo]")
    house.store.append(key, 2, wish(Skip(1)))
    hold.go()  # stale
    expect(phone.at('#pad [role="alert"]')).to_contain_text("Someone else saved first")
    phone.expect_state("kept")
    assert (phone.mover, phone.dice) == (2, "44421")
    let_go(phone)
    phone.press("[data-use]")
    hold.end()
    phone.expect_state("offered")
    same(phone)
    phone.fill("fours")
    answered(phone, 4)


# --- the same moment --------------------------------------------------------------------------------


def test_of_two_phones_that_tap_at_the_same_moment_one_saves_and_neither_loses_dice(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    one, other = (opened(phones, key) for _ in range(2))
    one.type("44421")
    other.type("66661")
    holds = Hold(one), Hold(other)
    one.page.evaluate(TAP, '[data-box="fours"]')
    other.page.evaluate(TAP, '[data-box="sixes"]')
    tap_in(one, "111")
    tap_in(other, "222")
    first, second = (hold.one() for hold in holds)
    second.continue_()
    first.continue_()
    for phone in (one, other):
        phone.expect_seen(3)
        let_go(phone)
    late = one if "sixes" in boxes(house.load(key).game) else other
    late.expect_state("kept")
    early = other if late is one else one
    assert (early.mover, early.dice) == (2, "111.." if early is one else "222..")
    assert (late.mover, late.dice) == (2, "44421" if late is one else "66661")
    late.press("[data-clear]")
    expect(late.at(".over")).to_have_count(0)
    assert late.dice == ("111.." if late is one else "222..")
    for hold in holds:
        hold.end()
    # Now each the next turn: one taps it ahead, the other has just saved it.
    key = begun(house, players=2)
    one.open_pad(key)
    other.open_pad(key)
    one.page.evaluate(TABLE)
    one.type("44421")
    answers: list[tuple[Route, Any]] = []

    def hold_the_first(route: Route) -> None:
        if answers:
            route.continue_()
        else:
            answers.append((route, route.fetch()))

    one.page.route("**/turns", hold_the_first)
    one.press('[data-box="fours"]')
    one.type("12345")
    one.press('[data-box="large_straight"]')
    other.expect_seen(3)
    other.turn("66661", "sixes")
    route, answer = answers[0]
    route.fulfill(response=answer)
    expect(one.at(".over")).to_contain_text("Ben: Sixes 24 was saved.")
    assert (one.seen, one.mover, one.dice) == (4, 1, "12345")
    let_go(one)
    assert house.events(key) == ["turn"] * 4
    one.press("[data-clear]")
    one.expect_state("typing")
    one.turn("11123", "ones")
    answered(one, 5)


def test_a_turn_sent_again_after_the_other_phone_went_on_tells_what_became_of_the_next_one(
    phones: Phones, house: House
) -> None:
    key = begun(house, players=2)
    one, other = (opened(phones, key) for _ in range(2))
    one.type("44421")
    lost: list[Any] = []

    def lose(route: Route) -> None:
        lost.append(route.fetch())
        route.abort("connectionreset")

    one.page.route("**/turns", lose)
    one.press('[data-box="fours"]')
    expect(one.at("#banner")).to_be_visible()
    one.type("12345")
    one.press('[data-box="large_straight"]')
    other.expect_seen(3)
    other.turn("66661", "sixes")
    one.page.unroute("**/turns")
    expect(one.at(".over")).to_contain_text("Ben: Sixes 24 was saved.")
    assert (one.seen, one.mover, one.dice) == (4, 1, "12345")
    let_go(one)
    expect(one.at("#banner")).to_be_hidden()
    assert house.events(key) == ["turn"] * 4


# --- a browser that keeps nothing -------------------------------------------------------------------


REFUSES = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });"""


@pytest.mark.parametrize(
    "script",
    [
        REFUSES,
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
    ],
    ids=["refused", "full"],
)
def test_a_browser_that_keeps_nothing_plays_turns_undoes_and_waits(
    phones: Phones, house: House, script: str
) -> None:
    key = begun(house, players=2)
    phone = phones()
    phone.rough = True
    phone.page.add_init_script(script)
    phone.open_pad(key)
    phone.page.evaluate(TABLE)
    phone.turn("44421", "fours")
    same(phone)
    phone.undo()
    phone.expect_state("offered")
    phone.fill("threes")
    phone.page.route("**/turns", lambda route: route.abort())
    phone.type("12345")
    phone.press('[data-box="large_straight"]')
    expect(phone.at('#banner [data-when="unsaved"]')).to_be_visible()
    phone.type("66661")
    phone.press('[data-box="sixes"]')
    phone.page.unroute("**/turns")
    answered(phone, 7)
    expect(phone.at("#banner")).to_be_hidden()
    phone.page.route("**/turns", updated)
    phone.turn("44456", "fours")
    phone.page.unroute("**/turns")
    phone.turn("33321", "twos")
    phone.expect_saved(key, *["turn"] * 3, "undo", *["turn"] * 5)
