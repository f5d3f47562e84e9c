"""Starting games and playing turns, in the store and through the pages; pages read as browsers read them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from threading import Barrier
from types import CodeType
from typing import ClassVar, TypeVar
from urllib.parse import urlencode, urlsplit

from flask import Flask
from flask.testing import FlaskClient
from jinja2 import Undefined, UndefinedError
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.utils import missing
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorepad import create_app
from scorepad.rules import Game, Payload, Redo, RuleSet, Turn, Undo, dice_from_digits, redo, undo
from scorepad.store import Store, StoredGame, Wish
from scorepad.web.addresses import Pad as PadApp
from tests.strategies import BOXES, EVERY_ROLL, FIVE_ALIKE, Pad, legal, written

T = TypeVar("T")

# --- the store --------------------------------------------------------------------------------------


def turn(box: str, dice: str = "12346", column: int = 1) -> Wish:
    """A turn for whoever is to move."""
    return lambda then: Turn(
        then.game.mover or 0, box, dice_from_digits(dice, then.game.ruleset.dice), column=column
    )


def _undo(then: StoredGame) -> Undo:
    return undo(then.story)


def _redo(then: StoredGame) -> Redo:
    return redo(then.story)


UNDO, REDO = _undo, _redo
"""The wishes of one who taps Undo or Redo."""


def wish(what: Payload) -> Wish:
    """A wish that is the same whatever the sender saw."""
    return lambda _then: what


def boxes(game: Game, seat: int = 1) -> dict[str, int]:
    """What stands in the boxes of that seat, on a sheet of one column."""
    return dict(game.sheet(seat).column(1).boxes)


def play(store: Store, key: str, *turns: tuple[str, str]) -> StoredGame:
    """Plays (box, dice) after (box, dice) and returns the game after them."""
    stored = store.load(key)
    for box, dice in turns:
        stored = store.append(key, stored.seen, turn(box, dice))
    return stored


def finish(store: Store, key: str, dice: str = "12346") -> StoredGame:
    """Fills every sheet from top to bottom with the same roll."""
    stored = store.load(key)
    while not stored.game.finished:
        cell = stored.game.mover_sheet.open_cells[0]
        stored = store.append(key, stored.seen, turn(cell.box, dice, cell.column))
    return stored


def solo(
    store: Store, name: str = "Ana", ruleset: RuleSet | str = "yacht", dice: str = "12346"
) -> StoredGame:
    """A finished game of one player."""
    return finish(store, store.create(ruleset, [name]), dice)


def rows(store: Store, sql: str, *values: object) -> list[tuple[object, ...]]:
    """What the file itself says."""
    found: list[tuple[object, ...]] = store.db.conn.execute(sql, values).fetchall()
    return found


# --- the app ----------------------------------------------------------------------------------------


class _Compiled(BytecodeCache):
    """Templates compiled once for all the apps of a test run."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key, bucket.checksum] = bucket.code


_COMPILED = _Compiled()


class _Route(Rule):
    """A route that is compiled once for all the apps of a test run: it took most of the making of an app."""

    _compiled: ClassVar[dict[tuple[str, str, bool], Callable[..., tuple[str, str]]]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        which = self.rule, str(self.defaults), append_unknown
        if which not in self._compiled:
            self._compiled[which] = super()._compile_builder(append_unknown)
        return self._compiled[which]


PadApp.url_rule_class = _Route


class _NotThere(Undefined):
    """A template may ask for a fact that it was not given, but for nothing that a value does not have."""

    def __init__(
        self,
        hint: str | None = None,
        obj: object = missing,
        name: str | None = None,
        exc: type[Exception] = UndefinedError,
    ) -> None:
        super().__init__(hint, obj, name, exc)  # type: ignore[arg-type]
        if obj is not missing:
            self._fail_with_undefined_error()


def make_app(path: Path, **config: object) -> Flask:
    """An app on that file that does not look at the environment."""
    app = create_app({"DATABASE": path, "BACKUPS": None, "HOSTS": frozenset(), "PIN": "", **config})
    app.jinja_env.bytecode_cache = _COMPILED
    app.jinja_env.undefined = _NotThere
    return app


def store_of(app: Flask) -> Store:
    found: Store = app.extensions["scorepad.store"]
    return found


def everything(app: Flask) -> list[object]:
    """All that the app's file holds."""
    tables = ("games", "players", "seats", "events", "results")
    return [rows(store_of(app), f"SELECT * FROM {table}") for table in tables]


def new_game(
    client: FlaskClient, ruleset: str = "yahtzee", players: Sequence[str] = ("Ana", "Ben"), **fields: str
) -> str:
    """Starts a game by its form, the first seat first; returns its address."""
    form = {"ruleset": ruleset, "player": list(players), "starter": "first", **fields}
    answer = client.post("/games", data=form)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def key_of(address: str) -> str:
    return address.rpartition("/")[2]


def post_turn(client: FlaskClient, address: str, seen: object, dice: str, box: str) -> TestResponse:
    return client.post(f"{address}/turns", data={"seen": str(seen), "dice": dice, "box": box})


def play_by_forms(client: FlaskClient, address: str, *turns: tuple[str, str]) -> None:
    """Saves (box, dice) after (box, dice)."""
    for box, dice in turns:
        seen = Page(client.get(address).text).seen
        assert post_turn(client, address, seen, dice, box).status_code == 303


def finish_by_forms(client: FlaskClient, address: str, dice: str = "12346") -> None:
    """Fills every sheet from the top with the same roll."""
    while (page := Page(client.get(address, query_string={"dice": dice}).text)).mover:
        assert post_turn(client, address, page.seen, dice, page.hooks("data-box")[0]).status_code == 303


def together(*works: Callable[[], T]) -> list[T]:
    """Runs them at the same moment, a thread each; what each returned. Raises what one of them raised."""
    barrier = Barrier(len(works))

    def run(work: Callable[[], T]) -> T:
        barrier.wait(timeout=10)
        return work()

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(run, works))


# --- pages ------------------------------------------------------------------------------------------

_VOID = frozenset(("meta", "link", "input", "br", "hr", "img", "source", "wbr"))


class Element:
    """One element of a page."""

    def __init__(self, tag: str, attributes: dict[str, str], parent: Element | None) -> None:
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.children: list[Element | str] = []

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def __contains__(self, name: str) -> bool:
        return name in self.attributes

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)

    @property
    def classes(self) -> set[str]:
        return set(self.get("class").split())

    @property
    def text(self) -> str:
        """All the text in it, blanks run together."""
        return " ".join(self._said().split())

    def _said(self) -> str:
        return "".join(child if isinstance(child, str) else child._said() for child in self.children)

    def all(self, tag: str = "", attribute: str = "", value: str | None = None) -> list[Element]:
        """The elements inside with that tag and attribute, in order."""
        return [found for found in self._inside() if found.matches(tag, attribute, value)]

    def matches(self, tag: str, attribute: str, value: str | None) -> bool:
        if tag and tag != self.tag:
            return False
        if attribute and attribute not in self.attributes:
            return False
        return value is None or self.attributes[attribute] == value

    def _inside(self) -> Iterator[Element]:
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child._inside()

    def with_class(self, name: str) -> list[Element]:
        return [found for found in self._inside() if name in found.classes]

    @property
    def shown(self) -> bool:
        """Whether a reader meets it: neither it nor anything around it is hidden."""
        return "hidden" not in self and (self.parent is None or self.parent.shown)

    def above(self, tag: str) -> Element | None:
        """The nearest element of that tag around it."""
        around = self.parent
        while around is not None and around.tag != tag:
            around = around.parent
        return around


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self.open = Element("", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), f"an attribute twice in <{tag}>"
        element = Element(tag, {name: value or "" for name, value in attrs}, self.open)
        self.open.children.append(element)
        if tag not in _VOID:
            self.open = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.open = self.open.parent or self.root

    def handle_endtag(self, tag: str) -> None:
        assert self.open.tag == tag, f"</{tag}> closes <{self.open.tag}>"
        self.open = self.open.parent or self.root

    def handle_data(self, data: str) -> None:
        self.open.children.append(data)


class Page(Element):
    """A page, read strictly: every element must be closed where it was opened."""

    def __init__(self, html: str) -> None:
        builder = _Builder()
        builder.feed(html)
        builder.close()
        assert builder.open is builder.root, f"<{builder.open.tag}> is never closed"
        super().__init__("", {}, None)
        self.children = builder.root.children
        self.html = html

    def one(self, tag: str = "", attribute: str = "", value: str | None = None) -> Element:
        found = self.all(tag, attribute, value)
        assert len(found) == 1, f"{len(found)} of {tag}[{attribute}={value}]"
        return found[0]

    def hooks(self, attribute: str) -> list[str]:
        """The values of that attribute on what is shown, in order."""
        return [element[attribute] for element in self.all("", attribute) if element.shown]

    @property
    def seen(self) -> int:
        return int(self.one("", "data-seen")["data-seen"])

    @property
    def mover(self) -> int | None:
        """The seat to move, None once finished."""
        return int(self.one("", "data-mover")["data-mover"] or 0) or None

    @property
    def offers(self) -> dict[str, int]:
        """Box → points of every offered box."""
        return {element["data-box"]: int(element["data-points"]) for element in self.all("", "data-box")}

    @property
    def alerts(self) -> list[str]:
        """The complaints that are shown."""
        return [element.text for element in self.all("", "role", "alert") if element.shown]

    @property
    def typed(self) -> str:
        """The dice that the page holds, as the box buttons would send them."""
        return fields_of(self, self.one("form", "id", "turn"))["dice"][0]

    def cell(self, row: str, column: int = 1) -> Element:
        """The sheet's cell of that printed row name and seat."""
        for line in self.all("tr"):
            heads = line.all("span", "class", "long")
            if line.all("td") and any(head.text == row for head in heads):
                return line.all("td")[column - 1]
        raise AssertionError(f"no row {row}")


def _owner(page: Page, control: Element) -> Element | None:
    if "form" in control:
        return page.one("form", "id", control["form"])
    return control.above("form")


def _is_sent(control: Element) -> bool:
    if control.tag != "input" or not control.get("name") or "disabled" in control:
        return False
    return control.get("type") not in ("radio", "checkbox") or "checked" in control


def fields_of(page: Page, form: Element, button: Element | None = None) -> dict[str, list[str]]:
    """What a browser sends for that form, pressed by that button."""
    fields: dict[str, list[str]] = {}
    for control in page.all():
        if (_is_sent(control) and _owner(page, control) is form) or (control is button and "name" in control):
            fields.setdefault(control["name"], []).append(control.get("value"))
    return fields


class Reader:
    """A browser without scripting: it opens links, fills fields and presses the buttons a page has."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.address = "/"
        self.status = 0
        self.page = Page("")

    def open(self, address: str) -> Page:
        return self._read(self.client.get(address), address)

    def _read(self, answer: TestResponse, address: str) -> Page:
        while answer.status_code in (302, 303):
            address = answer.headers["Location"]
            answer = self.client.get(address)
        self.address, self.status = address, answer.status_code
        self.page = Page(answer.text)
        return self.page

    def follow(self, text: str) -> Page:
        """Opens the link that says so."""
        links = [link for link in self.page.all("a") if text in (link.text, link.get("aria-label"))]
        assert links, f"no link {text!r}"
        return self.open(links[0]["href"])

    def press(self, button: Element, **typed: str) -> Page:
        """Presses a button, with these fields filled in by hand."""
        assert button.tag == "button"
        assert button.shown
        assert "disabled" not in button
        form = _owner(self.page, button)
        assert form is not None, "a button without a form"
        fields = fields_of(self.page, form, button) | {name: [value] for name, value in typed.items()}
        method = button.get("formmethod") or form.get("method") or "get"
        target = button.get("formaction") or form.get("action") or urlsplit(self.address).path
        if method == "post":
            return self._read(self.client.post(target, data=fields), target)
        path, mark, place = target.partition("#")
        return self.open(f"{path}?{urlencode(fields, doseq=True)}{mark}{place}")

    def press_hook(self, attribute: str, value: str | None = None) -> Page:
        return self.press(next(b for b in self.page.all("button", attribute, value) if b.shown))

    def press_text(self, text: str, **typed: str) -> Page:
        """Presses the button that says so, or is labelled so."""
        buttons = [b for b in self.page.all("button") if text in (b.text, b.get("aria-label"))]
        assert buttons, f"no button {text!r}"
        return self.press(buttons[-1], **typed)

    def tap_dice(self, dice: str) -> Page:
        """Taps one key after another."""
        for face in dice:
            self.press_hook("data-face", face)
        return self.page

    def type_dice(self, dice: str) -> Page:
        """Types the roll into the field for it."""
        return self.press_text("Show the boxes", dice=dice)


def some_rolls(seed: int) -> Iterator[str]:
    """Rolls without end; five alike come often. The order of the dice is shuffled too."""
    chance = random.Random(seed)
    while True:
        faces = list(chance.choice(FIVE_ALIKE if chance.random() < 0.25 else EVERY_ROLL))
        chance.shuffle(faces)
        yield written(faces)


class Watched:
    """A game played through the pages, with a second book kept by hand beside it (tests.strategies)."""

    def __init__(self, reader: Reader, ruleset: str, players: Sequence[str], seed: int = 1) -> None:
        self.reader = reader
        self.book = Pad(ruleset, len(players))
        self.players = tuple(players)
        self.rolls = some_rolls(seed)
        self.chance = random.Random(seed)

    def take_turn(self, tap: bool = False) -> None:
        """One turn by what the page offers, which must be what the book says."""
        dice, seat = next(self.rolls), self.book.mover or 0
        assert self.reader.page.mover == seat
        page = self.reader.tap_dice(dice) if tap else self.reader.type_dice(dice)
        faces = [int(face) for face in dice]
        allowed = legal(self.book.ruleset, self.book.filled[seat - 1], faces)
        assert page.offers == {box: points for box, (points, _) in allowed.items()}
        box = self.chance.choice(list(page.offers))
        self.reader.press_hook("data-box", box)
        assert self.reader.status == 200
        self.book.fill(seat, box, *allowed[box])

    def play(self, turns: int | None = None) -> None:
        """Plays that many turns, or to the end; the first and every seventh by tapping keys."""
        number = 0
        while self.book.mover is not None and number != turns:
            self.take_turn(tap=number % 7 == 0)
            number += 1

    @property
    def turns(self) -> int:
        return len(BOXES[self.book.ruleset]) * len(self.players)

    @property
    def totals(self) -> dict[str, int]:
        return {name: self.book.total(seat) for seat, name in enumerate(self.players, 1)}

    @property
    def ranks(self) -> dict[str, int]:
        totals = self.totals
        return {name: 1 + sum(other > totals[name] for other in totals.values()) for name in totals}


def ranks_on(page: Page) -> dict[str, tuple[int, int]]:
    """Name → rank and total on a page with results, in the order that it shows them."""
    return {
        line.all("bdi")[0].text: (figure(line.with_class("rank")[0]), figure(line.with_class("sum")[0]))
        for line in page.with_class("ranks")[0].all("li")
    }


def keys_on(page: Page) -> list[str]:
    """The sheets of a list, by their keys."""
    return [
        link["href"].split("/")[2]
        for line in page.with_class("lines")
        for link in line.all("a")
        if link["href"].endswith("/sheet")
    ]


def figure(element: Element) -> int:
    """The number that an element shows."""
    return int(element.text.replace("\N{MINUS SIGN}", "-"))
