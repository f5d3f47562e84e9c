"""Random text at every route's fields: whatever is sent, the pad never fails and no page comes out broken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers import Page, key_of, make_app, new_game, solo, store_of
from tests.made_up_sheet import registered
from tests.strategies import quick

FIELDS = (
    "add", "after", "back", "box", "by", "card_from", "card_kind", "card_name", "card_player", "card_points",
    "card_to", "chance_0", "claim_bonus", "column", "confirm", "date", "dice", "die", "die_1", "drop",
    "extra", "extra_yahtzee", "extras_0", "first_roll", "for", "from", "game", "held", "kept", "known",
    "language", "name", "next", "note", "pin", "player", "players", "points", "rules", "ruleset", "seen",
    "show", "shown", "size", "sort", "starter", "sure", "text", "to", "total_0", "turn", "uid", "up", "use",
    "with",
)  # fmt: skip
LIKELY = (
    "", "0", "1", "2", "12", "44421", "66666", "۴۴۴۲۱", "yahtzee", "yacht", "fours", "chance", "full_house",
    'yahtzee {"joker":"free"}', "all",
    "made_up", "free_for_all", "change_die", "reduce_opponent", "total", "2026-11-29", "new",
    "random", "first", "Ana", "Ben", "x" * 41, "/games", "//evil.com", "2026-11-29T18:05:00Z_1", str(2**70),
    "9" * 5000, "-1", "1.5", "a\0b", "<script>", "{x}", "%s", "\u200b", "0123456789abcdef" * 2,
)  # fmt: skip

anything = st.text(st.characters(), max_size=30)  # lone surrogates among it
values = st.sampled_from(LIKELY) | anything
forms = st.lists(st.tuples(st.sampled_from(FIELDS) | anything, values), max_size=8)
headers = st.dictionaries(
    st.sampled_from(("HX-Request", "Accept-Language", "Accept-Encoding", "Cookie", "Range", "If-None-Match")),
    st.text(st.characters(max_codepoint=255, exclude_categories=["Cc"]), max_size=20),
    max_size=3,
)


@pytest.fixture(scope="module", params=["", "4711"], ids=["open", "with a PIN"])
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app with running games, a finished one and one that can't be read, known to all examples."""
    path: Path = tmp_path_factory.mktemp("broken") / "scorepad.db"
    app = make_app(path)
    client, store = app.test_client(), store_of(app)
    with registered() as made_up:
        yahtzee, cards, columns = (new_game(client, kind) for kind in ("yahtzee", "free_for_all", made_up.id))
        keys = [*map(key_of, (yahtzee, cards, columns)), *(solo(store).key for _ in range(2))]
        store.db.conn.execute("UPDATE events SET box = 'sevens' WHERE game = (SELECT max(id) FROM games)")
        store.forget()
        app.extensions["keys"] = keys
        app.config["PIN"] = request.param
        yield app
    store.close()


def addresses(app: Flask) -> list[tuple[str, str]]:
    """Every method and rule that the app has."""
    return [
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    ]


def filled(app: Flask, rule: str, data: st.DataObject) -> str:
    while "<" in rule:
        before, _, rest = rule.partition("<")
        _, _, after = rest.partition(">")
        keys = st.sampled_from(app.extensions["keys"])
        number = st.sampled_from(("1", "2", "12"))
        piece = data.draw(
            number | anything if before.endswith(("/turns/", "/players/")) else keys | keys | keys | anything,
            label="in the address",
        )
        rule = before + quote(piece, safe="", errors="surrogatepass") + after
    return rule


@quick(400)
@given(data=st.data())
def test_no_text_in_any_field_of_any_route_breaks_the_pad(table: Flask, data: st.DataObject) -> None:
    method, rule = data.draw(st.sampled_from(addresses(table)), label="route")
    fields = urlencode(data.draw(forms, label="fields"), errors="surrogatepass")
    client = table.test_client()
    address = filled(table, rule, data)
    if method == "GET":
        answer = client.get(f"{address}?{fields}", headers=data.draw(headers))
    else:
        kind = "application/x-www-form-urlencoded"
        answer = client.open(
            address, method=method, data=fields, content_type=kind, headers=data.draw(headers)
        )
    assert answer.status_code < 500
    told = answer.mimetype == "text/html" and answer.status_code not in (204, 303, 308)
    if told and "Content-Encoding" not in answer.headers:
        page = Page(answer.text)
        assert [script for script in page.all("script") if "src" not in script] == []


def test_every_route_is_tried(table: Flask) -> None:
    rules = {rule for _, rule in addresses(table)}
    assert {
        "/",
        "/games",
        "/games/new",
        "/games/<key>",
        "/games/<key>/turns",
        "/games/<key>/undo",
        "/pin",
    } <= rules
