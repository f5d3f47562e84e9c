"""The page of an evening on a phone: whose row it is stays in sight, whatever the games and names."""

from __future__ import annotations

from collections.abc import Callable

from scorepad.record import Record
from tests.browser.phone import MAIN, Faults, Phone
from tests.stats.moments import sheet

NAMES = ("Aino", "Grandpa", "Maximilian", "Anna-Kaisa", "Wolfeschlegelsteinhausen")
SCREENS = (((320, 568), ""), (MAIN, ""), ((360, 640), "larger"), ((664, 390), ""))
STRAYED = """table => {
    table.scrollLeft = 9999;
    const edge = table.getBoundingClientRect(), [, ...rows] = table.querySelectorAll("tr");
    return rows.flatMap(({ cells }) => {
        const name = cells[0].getBoundingClientRect(), last = cells[cells.length - 1].getBoundingClientRect();
        const within = name.left >= edge.left - 1 && last.right <= edge.right + 1;
        return within && last.left >= name.right - 1 ? [] : [cells[0].innerText];
    });
}"""


def long_evening() -> list[Record]:
    """A dozen games, each won by another one than the last."""
    return [
        sheet(
            f"2026-01-10T{8 + number:02}:00:00Z",
            {name: 6 + (seat + number) % 5 * 5 for seat, name in enumerate(NAMES)},
        )
        for number in range(12)
    ]


def test_however_many_games_names_stay_and_points_are_reached(phones: Callable[..., Phone]) -> None:
    phone = phones()
    store = phone.house.store
    store.add_games(long_evening())
    ((key,),) = store.db.execute(
        "SELECT key FROM games WHERE finished_at = '2026-01-10T08:00:00Z'"
    ).fetchall()
    faults = Faults()
    for size, text in SCREENS:
        phone.resize(size)
        phone.context.add_cookies([{"name": "size", "value": text, "url": phone.house.url}])
        phone.open(f"/games/{key}/evening")
        assert phone.at(".ringed").count() == 12
        wider = ["the page is wider than the screen"] if phone.overflow > 0 else []
        faults.add(f"{size} {text}", wider + phone.parted + phone.at(".table").evaluate(STRAYED))
    faults.report()
