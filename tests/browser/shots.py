"""Pictures of every page and state: `python -m tests.browser.shots [FOLDER]` (default `shots/`)."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import FLAGS, find
from tests.browser.house import CROWD, NAMES, House
from tests.browser.phone import Phone

SIZES = ((390, 664), (390, 844), (320, 568), (1024, 768))
SCHEMES = ("light", "dark")
PERSIAN = ("مینا", "بابابزرگ", "آرش")


class Models:
    """The games in the pictures."""

    def __init__(self, house: House) -> None:
        self.house = house
        for players in (CROWD[:2], CROWD[:3], NAMES[:1], CROWD[:5]):
            self.done = house.finished("yatzy" if len(players) > 3 else "yahtzee", players)
        self.shared = house.finished("yacht", ("Aino", "Grandpa", "Ville", "Li"))
        house.game("yacht", ("Ville", "Li"), 7)
        self.player = house.played(("Aino", "Grandpa", "Ville"), 40)
        house.played(("Aino", "Li"), 7, "triple_yahtzee")
        self.newcomer = house.played(("Anna-Kaisa", "Li"), 1)
        self.many = {
            players: house.game(
                "yahtzee" if players < 7 else "yatzy", CROWD[:players], players * 5 + players // 2
            )
            for players in (1, 2, 6, 12)
        }
        self.persian = house.game("yatzy", PERSIAN, 20)
        self.joker = house.game("yahtzee", NAMES[:2])
        for box, dice in (("yahtzee", "11111"), ("chance", "66543"), ("threes", "33321"), ("fours", "44421")):
            house.take(self.joker, box, dice)
        self.fresh = house.game("yahtzee", NAMES[:2], 9)

    def first(self, key: str) -> str:
        return self.house.load(key).game.mover_sheet.open_cells[0].box


Scene = Callable[[Phone, Models], object]


def typing(phone: Phone, models: Models) -> None:
    phone.open_pad(models.many[2])
    for face in "44":
        phone.key(face)


def reopened(phone: Phone, models: Models) -> None:
    phone.open_pad(models.many[2], "?dice=44421")
    phone.press('[data-slot="4"]')


def after_turn(phone: Phone, models: Models) -> None:
    phone.open_pad(models.fresh)
    phone.type("55523")
    offers = phone.offers
    phone.fill(max(offers, key=offers.__getitem__))


def banner(phone: Phone, models: Models) -> None:
    phone.open_pad(models.many[2], "?dice=44421")
    phone.page.route("**/turns", lambda route: route.abort())
    phone.press(phone.at("[data-box]").first)
    phone.at("#banner").wait_for()


def menu(phone: Phone, models: Models) -> None:
    phone.open_pad(models.many[2])
    phone.press(".menu summary")


def pad(key: Callable[[Models], str], query: str = "") -> Scene:
    return lambda phone, models: phone.open_pad(key(models), query)


def box_first(key: Callable[[Models], str], box: str = "") -> Scene:
    return lambda phone, models: phone.open_pad(key(models), f"?box={box or models.first(key(models))}")


def page(path: str) -> Scene:
    return lambda phone, models: phone.open(path.format(done=models.done, shared=models.shared))


def person(path: Callable[[Models], str]) -> Scene:
    return lambda phone, models: phone.open(path(models))


def scenes() -> Iterator[tuple[str, Scene]]:
    """Every picture's name and how to come there."""
    yield "home", page("/")
    yield "new-game", page("/games/new")
    yield "new-game-players", page("/games/new?ruleset=yahtzee&player=Aino&player=Grandpa&player=Maximilian")
    yield "new-game-refused", page("/games/new?ruleset=yahtzee&player=Aino&add=Aino")
    yield "past", page("/games")
    yield "records", page("/records?rules=yahtzee")
    yield "people", page("/players")
    yield "people-edit", page("/players/1/edit")
    yield "people-merge", page("/players/1/merge?into=2")
    yield "people-erase", page("/players/1/erase")
    yield "people-erase-sure", page("/players/1/erase?sure=1")
    yield "sheet", page("/games/{done}/sheet")
    yield "sheet-4-players", page("/games/{shared}/sheet")
    yield "evening", page("/games/{done}/evening")
    yield "result", page("/games/{done}")
    yield "result-4-players", page("/games/{shared}")
    yield "coach-4-players", page("/games/{shared}/coach")
    yield "player", person(lambda models: models.player)
    yield "player-columns", person(lambda models: f"{models.player}?rules=triple_yahtzee")
    yield "player-all-rules", person(lambda models: f"{models.player}?rules=all")
    yield "player-newcomer", person(lambda models: models.newcomer)
    yield "error", page("/games/nothing")
    yield "pad-typing", typing
    yield "pad-offered", pad(lambda models: models.many[2], "?dice=44421")
    yield "pad-reopened", reopened
    yield "pad-joker", pad(lambda models: models.joker, "?dice=66666")
    yield "pad-refused", pad(lambda models: models.many[2], "?dice=777")
    yield "pad-after-a-turn", after_turn
    yield "pad-banner", banner
    yield "pad-menu", menu
    yield "pad-box-first-face", box_first(lambda models: models.joker, "sixes")
    yield "pad-box-first-sum", box_first(lambda models: models.joker, "three_of_a_kind")
    yield "pad-box-first-house", box_first(lambda models: models.joker, "full_house")
    yield "pad-box-first", box_first(lambda models: models.many[2])
    for players in (1, 2, 6, 12):
        key = lambda models, players=players: models.many[players]  # noqa: E731
        yield f"pad-{players}-players", pad(key)
        yield f"pad-{players}-players-offered", pad(key, "?dice=12346")
    yield "pad-yatzy-persian-names", pad(lambda models: models.persian, "?dice=33355")


def shoot(browser: Browser, folder: Path, size: tuple[int, int], scheme: str) -> int:
    """Every scene on one screen by one light; how many pictures that made."""
    with tempfile.TemporaryDirectory() as kept:
        house, locked = House(Path(kept) / "scorepad.db"), House(Path(kept) / "locked.db", PIN="2580")
        models = Models(house)
        mobile = size[0] < 800
        made = 0
        for name, scene in (*scenes(), ("pin", page("/"))):
            phone = Phone(
                browser,
                locked if name == "pin" else house,
                size,
                color_scheme=scheme,
                device_scale_factor=2,
                is_mobile=mobile,
                reduced_motion="reduce",
            )
            scene(phone, models)
            pages = ("home", "new", "past", "people", "player", "records", "sheet", "evening", "result")
            whole = name.startswith(pages)
            target = folder / f"{size[0]}x{size[1]}-{scheme}-{name}.png"
            phone.page.screenshot(path=target, full_page=whole)
            phone.context.close()
            made += 1
        house.close()
        locked.close()
        return made


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
        made = sum(shoot(browser, folder, size, scheme) for size in SIZES for scheme in SCHEMES)
        browser.close()
    print(f"{made} pictures in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "shots"))
