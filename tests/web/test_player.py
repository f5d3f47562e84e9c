"""The page of one player."""

from __future__ import annotations

from statistics import mean, median

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.rules import RuleSet, ThrowAway, with_options
from scorepad.stats import nearest
from scorepad.store import Store, StoredGame
from tests.helpers import UNDO, Page, rows, store_of, turn, wish
from tests.stats.moments import end

ROLLS = ("66666", "55566", "12346", "44456", "22233", "11124", "33366", "23456")


def played(store: Store, ruleset: RuleSet | str = "yacht", **dice: str) -> StoredGame:
    """A finished game of these people, each of whom fills the sheet from the top with the same roll."""
    stored = store.load(store.create(ruleset, list(dice)))
    while not stored.game.finished:
        cell, roll = stored.game.mover_sheet.open_cells[0], dice[stored.game.player(stored.game.mover or 0)]
        stored = store.append(stored.key, stored.seen, turn(cell.box, roll, cell.column))
    return stored


def id_of(store: Store, name: str = "Ana") -> int:
    ((found,),) = rows(store, "SELECT id FROM players WHERE name = ?", name)
    assert isinstance(found, int)
    return found


def shown(client: FlaskClient, name: str = "Ana", rules: str = "") -> Page:
    player = id_of(store_of(client.application), name)
    answer = client.get(f"/players/{player}", query_string={"rules": rules} if rules else None)
    assert answer.status_code == 200
    return Page(answer.text)


def tiles(page: Page) -> dict[str, str]:
    """What the page tells in large figures, with what stands beside them."""
    return {
        tile.all("dt")[0].text: tile.all("dd")[0].text
        for block in page.with_class("tiles")
        for tile in block.all("div")
    }


def lines(page: Page, css: str) -> dict[str, list[str]]:
    (table,) = page.with_class(css)
    return {
        line.all("th")[0].text: [cell.text for cell in line.all("td")]
        for body in table.all("tbody")
        for line in body.all("tr")
    }


def total(stored: StoredGame, seat: int = 1) -> int:
    return stored.game.sheet(seat).total


# --- who is told of -------------------------------------------------------------------------------


def test_somebody_without_a_finished_game_is_told_when_figures_come(client: FlaskClient) -> None:
    store_of(client.application).create("yacht", ["Ana"])
    page = shown(client)
    assert page.one("h1").text == "Ana"
    assert "Ana has not finished a game yet" in page.text
    assert "New game" in [link.text for link in page.all("a", "href", "/games/new?player=Ana")]
    assert page.all("figure") + page.all("table") == []


@pytest.mark.parametrize("player", ["0", "7", "-1", "x", "1.0", "9" * 18, "9" * 5000, "%00", "1%2F2"])
def test_somebody_who_is_not_there_is_not_found(client: FlaskClient, player: str) -> None:
    played(store_of(client.application), Ana="12346")
    assert client.get(f"/players/{player}").status_code == 404


def test_the_address_of_a_merged_name_leads_to_who_stands_for_it(client: FlaskClient) -> None:
    store = store_of(client.application)
    played(store, Ana="12346")
    played(store, Anna="66666")
    other, one = id_of(store, "Anna"), id_of(store)
    store.merge(other, one)
    answer = client.get(f"/players/{other}?rules=yacht")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/players/{one}?rules=yacht")
    assert tiles(shown(client))["Average"].endswith("2 sheets")
    store.part(other)
    assert tiles(shown(client, "Anna"))["One sheet"].startswith("140")


def test_the_names_of_a_finished_game_lead_to_its_players(client: FlaskClient) -> None:
    store = store_of(client.application)
    key = played(store, Ana="12346", Ben="66666").key
    for path in (f"/games/{key}", f"/games/{key}/sheet"):
        (ranks,) = Page(client.get(path).text).with_class("ranks")
        assert [(link.text, link["href"]) for link in ranks.all("a")] == [
            (name, f"/players/{id_of(store, name)}") for name in ("Ben", "Ana")
        ]


def test_the_page_leads_to_everybody_and_to_what_can_be_changed(client: FlaskClient) -> None:
    store = store_of(client.application)
    played(store, Ana="12346")
    page = shown(client)
    (bar,) = page.with_class("bar")
    assert [link["href"] for link in bar.all("a")] == ["/players", f"/players/{id_of(store)}/edit"]
    assert all(client.get(link["href"]).status_code == 200 for link in bar.all("a"))
    assert "Archived" not in bar.text
    store.archive(id_of(store))
    assert "Archived" in shown(client).with_class("bar")[0].text


# --- figures --------------------------------------------------------------------------------------


def test_the_figures_are_what_the_sheets_come_to(client: FlaskClient) -> None:
    store = store_of(client.application)
    games = [played(store, "yahtzee", Ana=own, Ben="12346") for own in ROLLS]
    for second, game in enumerate(games):
        end(store, game.key, second)
    totals = [total(game) for game in games]
    wins = [total(game) >= total(game, 2) for game in games]
    page = shown(client)
    told = tiles(page)
    assert told["Average"] == f"{nearest(mean(totals))} 8 sheets"
    assert told["Median"] == f"{median(totals):g}"
    assert told["Best"].startswith(str(max(totals)))
    assert told["Lowest"].startswith(str(min(totals)))
    assert told["Upper bonus"] == "0% 0 of 8"
    assert told["Yahtzees"] == "2 on 1 sheet, 1 of them extra"
    shared = sum(total(game) == total(game, 2) for game in games)
    assert told["Wins"] == f"{sum(wins)} of 8 games with others, {shared} shared"
    sheets = [f"/games/{games[totals.index(best(totals))].key}/sheet" for best in (max, min)]
    assert [link["href"] for link in page.with_class("tiles")[0].all("a")] == sheets


def test_a_winning_run_is_told_with_the_longest_one(client: FlaskClient) -> None:
    store = store_of(client.application)
    for second, (own, other) in enumerate((("6", "1"), ("6", "1"), ("1", "6"), ("6", "1")), 1):
        end(store, played(store, Ana=own * 5, Ben=other * 5).key, second)
    assert tiles(shown(client))["Wins in a row"] == "1 longest: 2"
    assert tiles(shown(client, "Ben"))["Wins in a row"] == "0 longest: 1"


def test_extra_ones_are_told_beside_the_boxes_of_all_dice_alike(client: FlaskClient) -> None:
    store = store_of(client.application)
    key = store.create("yahtzee", ["Ana"])
    for box in ("yahtzee", "sixes"):
        store.append(key, store.load(key).seen, turn(box, "66666"))
    while not (stored := store.load(key)).game.finished:
        store.append(key, stored.seen, turn(stored.game.mover_sheet.open_cells[0].box))
    assert tiles(shown(client))["Yahtzees"] == "2 on 1 sheet, 1 of them extra"


def test_a_sheet_is_called_as_it_is_and_one_without_a_bonus_tells_of_none(client: FlaskClient) -> None:
    store = store_of(client.application)
    played(store, Ana="66666")
    played(store, "triple_yahtzee", Ana="66666")
    assert "Upper bonus" not in tiles(shown(client, rules="yacht"))
    assert tiles(shown(client, rules="yacht"))["Yachts"] == "1 on 1 sheet"
    assert tiles(shown(client, rules="triple_yahtzee"))["Yahtzees"] == "4 1 of them extra"


def test_one_sheet_is_told_as_one_and_whoever_plays_alone_wins_nothing(client: FlaskClient) -> None:
    game = played(store_of(client.application), Ana="12346")
    page = shown(client)
    assert list(tiles(page)) == ["One sheet", "Yachts"]
    assert tiles(page)["One sheet"].startswith(str(total(game)))
    assert "4 more sheets, and there are pictures here" in page.text
    assert page.all("figure") == []
    assert page.with_class("meetings") == []
    assert [len(cells) for cells in lines(page, "boxes").values()] == [2] * 12


def test_two_sheets_have_an_average_and_no_median(client: FlaskClient) -> None:
    for dice in ROLLS[:2]:
        played(store_of(client.application), Ana=dice)
    assert list(tiles(shown(client))) == ["Average", "Best", "Lowest", "Yachts"]


def test_a_game_in_the_bin_counts_no_longer_and_one_fetched_back_does(client: FlaskClient) -> None:
    store = store_of(client.application)
    games = [played(store, Ana=dice) for dice in ROLLS[:3]]
    best = max(games, key=total)
    store.append(best.key, best.seen, wish(ThrowAway()))
    assert tiles(shown(client))["Average"].endswith("2 sheets")
    assert best.key not in shown(client).html
    client.post(f"/games/{best.key}/fetch-back", data={"seen": best.seen + 1})
    assert best.key in shown(client).html
    store.append(best.key, store.load(best.key).seen, UNDO)
    assert best.key not in shown(client).html


# --- pictures -------------------------------------------------------------------------------------


def test_five_sheets_have_pictures_with_tables_that_say_the_same(client: FlaskClient) -> None:
    store = store_of(client.application)
    games = [played(store, Ana=dice) for dice in ROLLS[:6]]
    for second, game in enumerate(games):
        end(store, game.key, second)
    totals = [total(game) for game in games]
    spread, trend, lost, luck = shown(client).all("figure")
    assert all(svg["aria-hidden"] == "true" for svg in (spread.all("svg")[0], trend.all("svg")[0]))
    counts = [[cell.text for cell in line.all()] for line in spread.all("tr")[1:]]
    assert sum(int(sheets) for _, sheets in counts) == 6
    for span, sheets in counts:
        first, last = map(int, span.split(" to "))
        assert int(sheets) == sum(first <= one <= last for one in totals)
    assert f"average {nearest(mean(totals))}" in spread.text
    most = max(int(sheets) for _, sheets in counts)
    assert {bar.text for bar in spread.with_class("highest")} == {str(most)}
    told = [[cell.text for cell in line.all("td")] for line in trend.all("tr")[1:]]
    assert [int(one) for one, _ in told] == totals
    averages = [str(nearest(mean(totals[at : at + 5]))) for at in range(2)]
    assert [average for _, average in told] == ["", "", "", "", *averages]
    assert [len(picture.all("circle")) for picture in (trend, lost, luck)] == [6, 6, 6]


def test_the_trend_shows_the_last_twenty(client: FlaskClient) -> None:
    for _ in range(22):
        played(store_of(client.application), Ana="12346")
    trend = shown(client).all("figure")[1]
    assert len(trend.all("circle")) == 20
    assert "Last 20, average of five" in trend.text


def test_figures_are_written_as_the_reader_does(client: FlaskClient) -> None:
    for dice in ROLLS[:5]:
        played(store_of(client.application), Ana=dice, Ben="12346")
    client.set_cookie("language", "fa")
    page = shown(client)
    (main,) = page.all("main")
    assert not any(sign in "0123456789" for sign in main.text)
    assert len(page.all("figure")) == 4


# --- boxes and the others -------------------------------------------------------------------------


def test_each_box_has_its_average_beside_that_of_all_sheets(client: FlaskClient) -> None:
    store = store_of(client.application)
    played(store, Ana="66666", Ben="12346")
    played(store, Ana="12346")
    boxes = lines(shown(client), "boxes")
    assert boxes["Sixes"][1:] == ["18.0", "14.0"]
    assert boxes["Yacht"][1:] == ["25.0", "16.7"]
    assert next(iter(boxes)) == "Ones"


def test_each_column_of_a_sheet_has_its_own_averages(client: FlaskClient) -> None:
    played(store_of(client.application), "triple_yahtzee", Ana="12346")
    page = shown(client)
    assert len(page.with_class("boxes")[0].all("tr")) == 1 + 3 * (1 + 13)
    assert "Column 3, ×3" in page.text


def test_the_others_are_told_with_wins_draws_and_the_difference(client: FlaskClient) -> None:
    store = store_of(client.application)
    first = played(store, Ana="66666", Ben="12346", Cleo="11124")
    second = played(store, Ana="12346", Ben="12346")
    played(store, "yatzy", Ana="12346", Dov="66666")
    page = shown(client, rules="yacht")
    others = lines(page, "meetings")
    assert list(others) == ["Ben", "Cleo"]
    differences = [total(game) - total(game, 2) for game in (first, second)]
    assert others["Ben"] == ["1 of 21 draw", f"+{nearest(mean(differences))}"]
    assert others["Cleo"] == ["1 of 1", f"+{total(first) - total(first, 3)}"]
    links = [link["href"] for link in page.with_class("meetings")[0].all("a")]
    assert links == [f"/players/{id_of(store, name)}?rules=yacht" for name in ("Ben", "Cleo")]
    assert lines(shown(client, "Cleo"), "meetings")["Ana"][1].startswith("\N{MINUS SIGN}")


def test_a_crowd_of_others_and_a_long_name_are_told(client: FlaskClient) -> None:
    long = "Maximilian von und zu der Hohen Weide"
    store = store_of(client.application)
    played(store, "yatzy", **{long: "12346"}, **{f"P{number}": "66666" for number in range(11)})
    page = shown(client, long)
    assert page.one("h1").text == long
    assert len(lines(page, "meetings")) == 11


# --- by which rules -------------------------------------------------------------------------------


@pytest.fixture
def many(app: Flask) -> FlaskClient:
    """Games of two by three rules, one of them by house rules."""
    store = store_of(app)
    for ruleset in ("yacht", "yacht", "yahtzee", with_options("yahtzee", {"joker": "free"})):
        played(store, ruleset, Ana="12346", Ben="66666")
    return app.test_client()


def test_the_rules_played_most_are_told_first_and_house_rules_apart(many: FlaskClient) -> None:
    page = shown(many)
    chips = page.with_class("rules")[0].all("a")
    assert [chip.text for chip in chips] == ["Yacht", "Yahtzee", "Yahtzee: Joker: Free", "All rules"]
    assert [chip.text for chip in chips if "aria-current" in chip.attributes] == ["Yacht"]
    assert tiles(page)["Average"].endswith("2 sheets")
    other = Page(many.get(chips[2]["href"]).text)
    assert next(iter(tiles(other))) == "One sheet"
    assert other.with_class("rules")[0].all("a")[0].text == "Yahtzee: Joker: Free"
    assert "/games?player=Ana&ruleset=yahtzee" in other.html.replace("&amp;", "&")


def test_all_rules_are_told_a_line_each(many: FlaskClient) -> None:
    page = shown(many, "Ben", "all")
    assert tiles(page) == {"Games": "4", "Wins": "4 of 4 games with others"}
    (table,) = page.all("table")
    told = [[cell.text for cell in line.all() if cell.tag != "a"] for line in table.all("tr")[1:]]
    assert told == [["Yacht", "2", "2"], ["Yahtzee", "1", "1"], ["Yahtzee: Joker: Free", "1", "1"]]


def test_rules_that_somebody_never_played_are_told_so(many: FlaskClient) -> None:
    assert "Ana has finished no game by these rules" in shown(many, rules="yatzy").text


def test_rules_that_this_version_does_not_know_are_left_out(many: FlaskClient) -> None:
    store = store_of(many.application)
    store.db.conn.execute("UPDATE tallies SET ruleset = 'chess' WHERE ruleset = 'yacht'")
    store.db.conn.execute("""UPDATE tallies SET options = '{"joker":"x"}' WHERE options != ''""")
    page = shown(many)
    assert [chip.text for chip in page.with_class("rules")[0].all("a")] == ["Yahtzee"]
    assert list(tiles(page))[:1] == ["One sheet"]


@pytest.mark.parametrize("rules", ["chess", "yahtzee {", 'yahtzee {"joker":"x"}', "yahtzee []", "yacht 1"])
def test_rules_that_are_none_are_refused(many: FlaskClient, rules: str) -> None:
    player = id_of(store_of(many.application))
    assert many.get(f"/players/{player}", query_string={"rules": rules}).status_code == 422


def test_the_page_has_a_style_of_its_own(many: FlaskClient) -> None:
    assert "/static/player." in shown(many).html
    assert "/static/player." not in many.get("/games").text
