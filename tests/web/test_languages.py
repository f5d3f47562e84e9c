"""Finnish, Persian and Swedish: every page in that language, names and figures as its readers write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.rules import RULESETS, Manner, Place, Refused, ThrowAway, Turn, dice_from_digits, with_options
from scorepad.web.words import words_of_terminal
from tests.helpers import (
    Element,
    Page,
    finish,
    key_of,
    make_app,
    new_game,
    play,
    play_by_forms,
    post_turn,
    ranks_on,
    rows,
    store_of,
    wish,
)

LANGUAGES = ("fa", "fi", "sv")
EVERY_LANGUAGE = ("de", "es", "fa", "fi", "fr", "sv")
PLAYERS = ("Åke", "مینا")
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")

BOX_IDS = (
    "ones", "twos", "threes", "fours", "fives", "sixes", "one_pair", "two_pairs", "three_pairs",
    "three_of_a_kind", "four_of_a_kind", "five_of_a_kind", "small_straight", "large_straight",
    "full_straight", "straight", "full_house", "villa", "tower", "poker", "chance", "kniffel", "yams",
    "maxi_yatzy", "generala", "double_generala",
)  # fmt: skip
_BOX_NAMES = {
    "en": "Ones|Twos|Threes|Fours|Fives|Sixes|One pair|Two pairs|Three pairs|Three of a kind|Four of a kind"
    "|Five of a kind|Small straight|Large straight|Full straight|Straight|Full house|Villa|Tower"
    "|Four of a kind|Chance|Kniffel|Yams|Maxi Yatzy|Generala|Double generala",
    "de": "Einser|Zweier|Dreier|Vierer|Fünfer|Sechser|Ein Paar|Zwei Paare|Drei Paare|Dreierpasch|Viererpasch"
    "|Fünferpasch|Kleine Straße|Große Straße|Volle Straße|Straße|Full House|Villa|Turm"
    "|Poker|Chance|Kniffel|Yams|Maxi Yatzy|Generala|Doppelte Generala",
    "fr": "As|Deux|Trois|Quatre|Cinq|Six|Une paire|Deux paires|Trois paires|Brelan|Carré"
    "|Cinq identiques|Petite suite|Grande suite|Suite complète|Suite|Full|Villa|Tour"
    "|Poker|Chance|Kniffel|Yams|Maxi Yatzy|Générala|Double générala",
    "es": "Unos|Doses|Treses|Cuatros|Cincos|Seises|Un par|Dos pares|Tres pares|Trío|Póker"
    "|Repóker|Escalera menor|Escalera mayor|Escalera completa|Escalera|Full|Villa|Torre"
    "|Póker|Libre|Kniffel|Yams|Maxi Yatzy|Generala|Doble generala",
    "sv": "Ettor|Tvåor|Treor|Fyror|Femmor|Sexor|Ett par|Två par|Tre par|Tretal|Fyrtal"
    "|Femtal|Liten straight|Stor straight|Full straight|Straight|Kåk|Hus|Torn"
    "|Fyrtal|Chans|Kniffel|Yams|Maxi Yatzy|Generala|Dubbel generala",
    "fi": "Ykköset|Kakkoset|Kolmoset|Neloset|Viitoset|Kuutoset|Yksi pari|Kaksi paria|Kolme paria|Kolmoisluku"
    "|Neloisluku|Viitoisluku|Pieni suora|Suuri suora|Täyssuora|Suora|Täyskäsi|Huvila|Torni"
    "|Neloisluku|Sattuma|Kniffel|Yams|Maxi Yatzy|Generala|Kaksoisgenerala",
    "fa": "یک‌ها|دوها|سه‌ها|چهارها|پنج‌ها|شش‌ها|یک جفت|دو جفت|سه جفت|سه‌تایی"
    "|چهارتایی|پنج‌تایی|ردیف کوچک|ردیف بزرگ|ردیف کامل|ردیف|فول‌هاوس|ویلا|برج"
    "|چهارتایی|شانس|کنیفل|یامس|ماکسی یاتزی|جنرالا|جنرالای دوبل",
}
BOX_NAMES = {
    language: dict(zip(BOX_IDS, names.split("|"), strict=True)) for language, names in _BOX_NAMES.items()
}
for _language, _names in (("fa", ("یاتزی", "یات", "یاتزی")), ("fi", ("Yahtzee", "Yacht", "Yatzy"))):
    BOX_NAMES[_language] |= zip(("yahtzee", "yacht", "yatzy"), _names, strict=True)

RULESET_IDS = ("kniffel", "yams", "maxi_yatzy", "triple_yahtzee", "generala")
RULESET_NAMES = {
    language: dict(zip(RULESET_IDS, names, strict=True))
    for language, names in {
        "en": ("Kniffel", "Yams", "Maxi Yatzy", "Triple Yahtzee", "Generala"),
        "de": ("Kniffel", "Yams", "Maxi Yatzy", "Triple Yahtzee", "Generala"),
        "fr": ("Kniffel", "Yams", "Maxi Yatzy", "Triple Yahtzee", "Générala"),
        "es": ("Kniffel", "Yams", "Maxi Yatzy", "Triple Yahtzee", "Generala"),
        "sv": ("Kniffel", "Yams", "Maxi Yatzy", "Triple Yahtzee", "Generala"),
        "fi": ("Kniffel", "Yams", "Maxi Yatzy", "Triple Yahtzee", "Generala"),
        "fa": ("کنیفل", "یامس", "ماکسی یاتزی", "یاتزی سه‌تایی", "جنرالا"),
    }.items()
}
RULESET_NAMES["fa"] |= {
    "yahtzee": "یاتزی", "yacht": "یات", "yatzy": "یاتزی اسکاندیناوی", "forced_yatzy": "یاتزی اجباری",
    "free_for_all": "یاتزی فری فور آل",
}  # fmt: skip
RULESET_NAMES["fi"] |= {
    "yahtzee": "Yahtzee", "yacht": "Yacht", "yatzy": "Yatzy", "forced_yatzy": "Pakkoyatzy",
    "free_for_all": "Yahtzee Free for All",
}  # fmt: skip
FURTHER_KNIFFEL = {
    "en": ("Further Kniffel", "First roll"), "de": ("Weiterer Kniffel", "Erster Wurf"),
    "fr": ("Nouveau Kniffel", "Premier jet"), "es": ("Otro Kniffel", "Servida"),
    "sv": ("Ny Kniffel", "Första kastet"), "fi": ("Uusi Kniffel", "Ensiheitto"),
    "fa": ("کنیفل دوباره", "پرتاب اول"),
}  # fmt: skip
"""The tables of names, as the rules have them."""
FREE_FOR_ALL_STRAIGHTS = ("چهار به‌علاوهٔ یک", "پنج به‌علاوهٔ یک")

ENGLISH = (
    "New game", "Past sheets", "Settings", "Score sheet", "Home", "Help", "Back to the game", "Total",
    "Filter and sort", "tap in your dice",
)  # fmt: skip
IDS = sorted({box.id for ruleset in RULESETS.values() for box in ruleset.boxes} | set(RULESETS))
UNSAID = re.compile(rf"(?<![\w/])({'|'.join((*IDS, *ENGLISH))})(?![\w=])")
ALSO_WORDS = {
    ("sv", "yacht"),
    ("sv", "straight"),
    ("sv", "generala"),
    ("es", "generala"),
    ("es", "Total"),
    ("fr", "Total"),
    ("fr", "chance"),
    ("fr", "yacht"),
}
"""Ids that are words of that language as well."""
SAID = ("aria-label", "title", "alt", "placeholder", "data-full", "data-empty", "data-one", "data-many")
"""Attributes whose text reaches a reader."""


OURS = with_options("yahtzee", {"joker": "free", "full_house": "sum", "bonus": [40, 70]})
FOUND = "&".join(f"value={number}&found=640-{100 * number}-500-90" for number in range(1, 7))
"""Six dice of a photo, all in doubt and all chosen."""
HOUSE_RULES = "/help/yahtzee?options=" + quote('{"joker":"free","extra":50,"kinds":"own","bonus":[40,70]}')


def reader(app: Flask, language: str) -> FlaskClient:
    client = app.test_client()
    client.set_cookie("language", language)
    client.set_cookie("zone", "UTC")
    return client


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, tuple[str, ...]]]:
    """A pad with games of many kinds, and the path of every page."""
    app = make_app(tmp_path_factory.mktemp("languages") / "scorepad.db")
    store = store_of(app)
    done = finish(store, store.create("yahtzee", PLAYERS)).key
    alone = finish(store, store.create("yacht", PLAYERS[:1])).key
    gone = finish(store, store.create("yatzy", PLAYERS))
    store.append(gone.key, gone.seen, wish(ThrowAway()))
    broken = finish(store, store.create("yatzy", PLAYERS)).key
    rows(store, "UPDATE events SET box = 'sevens' WHERE game = (SELECT id FROM games WHERE key = ?)", broken)
    store.forget()
    playing = play(store, store.create("yahtzee", PLAYERS), ("yahtzee", "66666"), ("chance", "12346")).key
    cards = play(store, store.create("free_for_all", PLAYERS), ("small_straight", "12346")).key
    watch = rows(store, "SELECT watch_key FROM games WHERE key = ?", playing)[0][0]
    store.rule_book.keep("Our rules", OURS)
    ours = play(store, store.create(OURS, PLAYERS, rules_name="Our rules"), ("full_house", "33366")).key
    served = store.create("generala", PLAYERS)
    columns = store.create("triple_yahtzee", PLAYERS)
    won = store.append(
        served, 0, lambda _then: Turn(1, "generala", dice_from_digits("66666", 5), first_roll=True)
    )
    served = store.create("generala", PLAYERS)
    for name in ("Bo", "Bosse", "Siv"):
        store.create("yacht", [name])
    store.merge(4, into=1)
    store.archive(5)
    teams = Manner(((1, 2),), suspense=True, clock=90)
    silent = store.create("yatzy", PLAYERS[:2], manner=teams)
    together = finish(store, store.create("yatzy", PLAYERS[:2], manner=Manner(((1,), (2,))))).key
    unlearned = finish(store, store.create("kniffel", PLAYERS)).key
    game, card = f"/games/{playing}", f"/games/{cards}"
    paths = (
        "/", "/games", "/games?note=x", "/games?sort=luck", "/games?after=2000-01-01T00:00:00Z_1",
        "/games/new?player=Ana&player=Ben&ruleset=yahtzee", "/games/new?player=Ana&add=Ana",
        "/games/under-way", "/thrown-away", "/thrown-away/delete", "/paper", "/paper?ruleset=yatzy&saved=1",
        "/print", f"/print?game={done}",
        "/settings", "/pin", "/help", "/help/yahtzee?dice=66666", "/help/yatzy?dice=777", "/help/yacht",
        "/help/forced_yatzy", "/help/free_for_all", "/help/kniffel", "/help/yams", "/help/triple_yahtzee",
        "/help/maxi_yatzy?dice=344666", "/help/generala?dice=66666&first_roll=1", HOUSE_RULES,
        "/import", "/export", "/nothing", f"/games/{broken}",
        game, f"{game}/pad", f"{game}?dice=12346", f"{game}?dice=66666", f"{game}?box=fours",
        f"{game}?box=sixes", f"{game}?dice=777", f"{game}/sheet", f"{game}/sheet?turn=1",
        f"{game}/turns/1", f"{game}/turns/1?dice=12345&box=yahtzee", f"{game}/table", f"{game}/invite",
        f"/watch/{watch}", f"/watch/{watch}/board", f"/games/{done}", f"/games/{done}/sheet",
        "/players", "/players/1/edit", "/players/1/merge?into=2", "/players/1/merge?into=3",
        "/players/2/erase", "/players/1/erase?sure=1",
        "/house-rules", f"/games/{ours}", f"/games/{ours}/sheet", f"/games/{ours}/rules",
        f"/games/{ours}/rules?full_house=fixed",
        f"/games/{columns}?dice=12346", f"/games/{columns}?box=fours",
        f"/games/{served}?dice=12345&first_roll=1", f"/games/{won.key}", f"/games/{won.key}/turns/1",
        f"/games/{alone}", f"/games/{done}/evening", f"/games/{done}/coach",
        f"/games/{unlearned}/coach", f"/games/{done}/coach/learning", f"/games/{unlearned}/coach/learning",
        f"{game}/aloud", f"{game}/manner", f"/games/{done}/aloud", f"/games/{done}/share",
        f"/games/{silent}", f"/games/{silent}/manner", f"/games/{silent}/aloud", f"/games/{silent}/table",
        f"/games/{together}", f"/games/{together}/sheet", f"/games/{together}/share",
        "/games/new?player=Ana&player=Ben&team=1&team=2&suspense=1&clock=90",
        f"{game}/hints", f"{game}/photo", f"{game}/photo/dice?{FOUND}", "/records", "/players/1",
        card, f"{card}?dice=12346", f"{card}/action-card", f"{card}/score-cards",
    )  # fmt: skip
    yield app, paths
    store.close()


PARTS = ("/pad", "/board")
"""Paths that give a part of a page alone."""
FILES = re.compile(r"\.(json|csv|db|svg)$|^/static/|^/healthz$|^/import/progress$")
"""Paths of files, and of what is empty while no file is on its way in."""


def test_no_page_is_forgotten_here(shelf: tuple[Flask, tuple[str, ...]]) -> None:
    app, paths = shelf
    known = {rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    match = app.url_map.bind("localhost").match
    met = {match(path.split("?")[0], return_rule=True)[0].rule for path in paths if path != "/nothing"}
    assert {rule for rule in known if not FILES.search(rule)} - met == set()


def said_on(page: Page) -> str:
    """All that a page says, what a screen reader reads of it too; but for the languages' own names."""
    parts = [element.get(name) for element in page.all() for name in SAID if name in element]
    parts += [
        child
        for element in page.all()
        for child in element.children
        if isinstance(child, str) and element.tag not in ("script", "style") and "lang" not in element
    ]
    return "\n".join(parts)


@pytest.mark.parametrize("language", EVERY_LANGUAGE)
def test_every_page_speaks_the_language(shelf: tuple[Flask, tuple[str, ...]], language: str) -> None:
    app, paths = shelf
    client = reader(app, language)
    faults = []
    for path in paths:
        answer = client.get(path)
        assert answer.status_code in (200, 404, 422), path
        page = Page(answer.text)
        if not path.endswith(PARTS):
            html = page.one("html")
            assert (html["lang"], html["dir"]) == (language, "rtl" if language == "fa" else "ltr")
        said = said_on(page)
        faults += [(path, word) for word in UNSAID.findall(said) if (language, word) not in ALSO_WORDS]
    assert faults == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_markup_gets_into_a_label_or_a_title(shelf: tuple[Flask, tuple[str, ...]], language: str) -> None:
    app, paths = shelf
    client = reader(app, language)
    faults = []
    for path in paths:
        page = Page(client.get(path).text)
        faults += [
            (path, name, value)
            for element in page.all()
            for name, value in element.attributes.items()
            if "bdi>" in value or "<b" in value
        ]
        faults += [(path, "title", title.text) for title in page.all("title") if title.children[1:]]
    assert faults == []


FOREIGN = frozenset(("option", "title", "text", "textarea"))
"""Where no element can isolate a name (a text to copy has signs for it), and where it stands alone."""


def loose(page: Page, name: str) -> list[str]:
    """Where that name stands in a line of text without <bdi> around it."""

    def isolated(element: Element | None) -> bool:
        return element is not None and (element.tag == "bdi" or isolated(element.parent))

    return [
        f"<{element.tag}> {child.strip()}"
        for element in page.all()
        for child in element.children
        if isinstance(child, str) and name in child and element.tag not in FOREIGN and not isolated(element)
    ]


@pytest.mark.parametrize("language", ["fa", "en"])
def test_names_are_isolated_from_the_line_around_them(
    shelf: tuple[Flask, tuple[str, ...]], language: str
) -> None:
    app, paths = shelf
    client = reader(app, language)
    faults = [
        (path, place)
        for path in paths
        for name in PLAYERS
        for place in loose(Page(client.get(path).text), name)
    ]
    assert faults == []


# --- names of boxes and rule sets ---------------------------------------------------------------------


def box_names(page: Page) -> list[str]:
    return [row.with_class("long")[0].text for row in page.one("", "id", "sheet").all("tbody")[0].all("tr")
            if row.with_class("long") and "sums" not in row.classes]  # fmt: skip


@pytest.mark.parametrize("language", BOX_NAMES)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_boxes_have_the_names_of_the_rules(client: FlaskClient, language: str, ruleset: str) -> None:
    client.set_cookie("language", language)
    names = dict(BOX_NAMES[language])
    if (language, ruleset) == ("fa", "free_for_all"):
        names |= zip(("small_straight", "large_straight"), FREE_FOR_ALL_STRAIGHTS, strict=True)
    said = box_names(Page(client.get(new_game(client, ruleset)).text))
    told = {box.id: name for box, name in zip(RULESETS[ruleset].boxes, said, strict=True) if box.id in names}
    assert told == {box: names[box] for box in told}


@pytest.mark.parametrize("language", RULESET_NAMES)
def test_rule_sets_have_the_names_of_the_rules(client: FlaskClient, language: str) -> None:
    client.set_cookie("language", language)
    options = Page(client.get("/games").text).one("select", "name", "ruleset").all("option")
    names = {option["value"]: option.text for option in options[1:]}
    assert names.keys() == RULESETS.keys()
    assert names | RULESET_NAMES[language] == names


@pytest.mark.parametrize("language", FURTHER_KNIFFEL)
def test_a_further_kniffel_and_a_first_roll_have_the_names_of_the_rules(
    client: FlaskClient, language: str
) -> None:
    further, first_roll = FURTHER_KNIFFEL[language]
    words = words_of_terminal({"LANG": language})
    assert words.option(RULESETS["kniffel"], "further").striptags() == further
    client.set_cookie("language", language)
    page = Page(client.get("/help/generala").text)
    assert page.one("button", "name", "first_roll").text == first_roll


@pytest.mark.parametrize(
    "path",
    [
        "", "?dice=12346", "?box=large_straight", "/sheet", "/sheet?turn=1", "/turns/1", "/score-cards",
        "/print?game=", "/print?ruleset=free_for_all", "/paper?ruleset=free_for_all",
    ],
)  # fmt: skip
def test_the_straights_of_free_for_all_have_their_own_persian_names_everywhere(
    client: FlaskClient, path: str
) -> None:
    client.set_cookie("language", "fa")
    game = new_game(client, "free_for_all", PLAYERS)
    play_by_forms(client, game, ("small_straight", "12346"))
    if path.startswith(("/print", "/paper")):
        address = path + key_of(game) if path.endswith("=") else path
    else:
        address = game + path
    said = said_on(Page(client.get(address).text))
    for other, own in zip(("ردیف کوچک", "ردیف بزرگ"), FREE_FOR_ALL_STRAIGHTS, strict=True):
        assert other not in said
        if path not in ("/sheet?turn=1", "/turns/1"):
            assert own in said


ABOUT_YAHTZEE = {
    "en": "13 boxes, bonus 35 at 63, Jokers, +100 each",
    "fa": "۱۳ خانه، پاداش ۳۵ از ۶۳ به بالا، جوکر، هر بار ۱۰۰ امتیاز اضافه",
    "fi": "13 kohtaa, 63 pisteestä bonus 35, jokerit à +100",
    "sv": "13 rutor, bonus 35 vid 63, Jokrar à +100",
}


@pytest.mark.parametrize("language", ABOUT_YAHTZEE)
def test_a_line_about_a_rule_set_has_the_figures_of_its_rules(client: FlaskClient, language: str) -> None:
    client.set_cookie("language", language)
    assert ABOUT_YAHTZEE[language] in Page(client.get("/help").text).text


# --- rows of names --------------------------------------------------------------------------------------

ROWS = {
    "en": ("Åke", "Åke and Ben", "Åke, Ben and Cleo", "Åke, Ben, Cleo and Dan"),
    "fi": ("Åke", "Åke ja Ben", "Åke, Ben ja Cleo", "Åke, Ben, Cleo ja Dan"),
    "sv": ("Åke", "Åke och Ben", "Åke, Ben och Cleo", "Åke, Ben, Cleo och Dan"),
    "fa": ("Åke", "Åke و Ben", "Åke،\u200f Ben، و Cleo", "Åke،\u200f Ben،\u200f Cleo، و Dan"),
}


@pytest.mark.parametrize("language", ROWS)
def test_names_stand_in_a_row_as_the_language_has_it(language: str) -> None:
    words = words_of_terminal({"LANG": f"{language}.UTF-8"})
    names = ["Åke", "Ben", "Cleo", "Dan"]
    for count, row in enumerate(ROWS[language], 1):
        joined = words.join(names[:count])
        assert joined.striptags() == row
        assert joined.count("<bdi>") == count


def test_a_name_in_a_row_is_no_markup_and_no_placeholder() -> None:
    joined = words_of_terminal({}).join(["<b>", "{0}", "{}"])
    assert joined == "<bdi>&lt;b&gt;</bdi>, <bdi>{0}</bdi> and <bdi>{}</bdi>"


def test_the_places_of_a_refusal_have_the_commas_of_the_language() -> None:
    refused = Refused("no_box").at(Place("turn", 4, ("Ana", "ones"))).at(Place("game", 3))
    assert words_of_terminal({"LC_ALL": "en_GB"}).refusal_at(refused).striptags() == (
        "Game 3, turn 4 (Ana, Ones): Choose a box."
    )
    said = words_of_terminal({"LC_ALL": "fa_IR"}).refusal_at(refused).striptags()
    assert "," not in said
    assert said.count("،") == 2


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fi_FI.UTF-8"}, "fi"),
        ({"LANG": "fi"}, "fi"),
        ({"LANG": "sv.UTF-8"}, "sv"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "fa_IR"}, "fa"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "nl_NL.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "", "LC_ALL": ""}, "en"),
        ({}, "en"),
    ],
)
def test_the_terminal_chooses_its_language(environment: dict[str, str], language: str) -> None:
    assert words_of_terminal(environment).language == language


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        ("fi", "fi"),
        ("FI-fi", "fi"),
        ("fa-IR, en;q=0.5", "fa"),
        ("nl, sv;q=0.3, en;q=0.9", "en"),
        ("nl-BE, sv-FI;q=0.3", "sv"),
        ("fr-CA", "fr"),
        ("nl", "en"),
        ("*", "en"),
        ("x" * 500 + ",-,_", "en"),
        ("", "en"),
    ],
)
def test_the_browser_s_first_wish_that_the_pad_has_is_its_language(
    client: FlaskClient, wishes: str, language: str
) -> None:
    page = Page(client.get("/help", headers={"Accept-Language": wishes}).text)
    assert page.one("html")["lang"] == language


# --- figures ------------------------------------------------------------------------------------------


def test_no_latin_figure_is_said_in_persian(shelf: tuple[Flask, tuple[str, ...]]) -> None:
    app, paths = shelf
    client = reader(app, "fa")
    faults = []
    for path in paths:
        if re.match(r"/$|/games$|/games/(?!new)|/print|/paper|/watch/", path) and not path.endswith(
            ("invite", "dice=777")
        ):
            # The address of the pad, as it is typed into a browser, is no figure that is said.
            said = re.sub(r"http://\S+", "", said_on(Page(client.get(path).text)))
            faults += [(path, line.strip()) for line in said.splitlines() if re.search("[0-9]", line)]
    assert faults == []


@pytest.mark.parametrize("dice", ["۴۴۴۲۱", "٤٤٤٢١", "۴ ۴ ۴ ۲ ۱", "۴4٤21"])
def test_persian_dice_are_taken(client: FlaskClient, dice: str) -> None:
    client.set_cookie("language", "fa")
    game = new_game(client, "yatzy")
    assert Page(client.get(game, query_string={"dice": dice}).text).offers["fours"] == 12
    assert post_turn(client, game, 0, dice, "fours").status_code == 303
    page = Page(client.get(f"{game}/sheet").text)
    assert page.cell("چهارها").with_class("figure")[0].text == "۱۲"
    assert page.with_class("roll")[0].text == "۱۲۴۴۴"


def test_persian_points_are_taken(client: FlaskClient) -> None:
    game = new_game(client, "yatzy")
    form = {"seen": "0", "points": "۱۲", "box": "fours"}
    assert client.post(f"{game}/turns", data=form).status_code == 303
    assert Page(client.get(game).text).cell("Fours").with_class("figure")[0].text == "12"


def test_persian_figures_of_cards_are_taken(client: FlaskClient) -> None:
    game = new_game(client, "free_for_all")
    store = store_of(client.application)
    reduce = {"card_kind": "reduce_opponent", "card_player": "Ben", "card_points": "۱۵"}
    turn = {"seen": "0", "dice": "۱۲۳۴۶", "box": "chance"}
    assert client.post(f"{game}/turns", data=turn | reduce).status_code == 303
    change = {"card_kind": "change_die", "card_from": "۲", "card_to": "۴"}
    turn = {"seen": "1", "dice": "۴۴۴۲۱", "box": "fours"}
    assert client.post(f"{game}/turns", data=turn | change).status_code == 303
    card = {"seen": "2", "player": "Ana", "name": "", "add": "۲۰"}
    assert client.post(f"{game}/score-cards", data=card).status_code == 303
    card = {"seen": "3", "player": "Ben", "name": "", "box": "fours", "by": "۳"}
    assert client.post(f"{game}/score-cards", data=card).status_code == 303
    told = store.load(key_of(game)).game
    assert [told.sheet(seat).total for seat in told.seats] == [16 + 20, 12 + 24 - 15]


def test_persian_figures_of_a_paper_sheet_are_taken(client: FlaskClient) -> None:
    boxes = dict.fromkeys((f"{box.id}_0" for box in RULESETS["yahtzee"].boxes), "۰")
    boxes |= {"chance_0": "۲۲", "yahtzee_0": "۵۰", "sixes_0": "۳۰"}
    boxes |= {"extras_0": "۱", "total_0": "۲۰۲"}
    form = {"ruleset": "yahtzee", "date": "2025-12-24", "player": "مینا", **boxes}
    assert client.post("/paper", data=form).status_code == 303
    key = rows(store_of(client.application), "SELECT key FROM games")[0][0]
    assert ranks_on(Page(client.get(f"/games/{key}/sheet").text)) == {"مینا": (1, 202)}


# --- refusals -----------------------------------------------------------------------------------------


def refusals(client: FlaskClient) -> list[str]:
    """What a page says of several things that can't be done."""
    game = new_game(client, "yatzy", PLAYERS)
    play_by_forms(client, game, ("fours", "44421"), ("fours", "44421"))
    answers = [
        post_turn(client, game, 2, "44421", "fours"),
        post_turn(client, game, 2, "444", "fives"),
        post_turn(client, game, 1, "44421", "fives"),
        client.get(f"{game}?dice=777"),
        client.get("/games?from=x"),
        client.get("/games?from=2026-03-02&to=2026-03-01"),
        client.post("/games", data={"ruleset": "yatzy"}),
        client.post("/paper", data={"ruleset": "yatzy", "player": "x", "date": "2025-12-24"}),
        client.post(f"{game}/join", data={"seen": "2", "name": "Åke"}),
    ]
    assert {answer.status_code for answer in answers} == {409, 422}
    pages = [Page(answer.text) for answer in answers]
    said = [alert for page in pages for alert in page.all("", "role", "alert") if alert.shown]
    errors = [client.post("/settings", data={"theme": "pink"}), client.get("/nothing")]
    said += [Page(answer.text).with_class("message")[0] for answer in errors]
    return [alert.text for alert in said]


def test_refusals_are_told_in_the_reader_s_language(client: FlaskClient) -> None:
    told = {}
    for language in ("en", *LANGUAGES):
        client.set_cookie("language", language)
        told[language] = refusals(client)
    assert len(told["en"]) == 11
    for said in zip(*told.values(), strict=True):
        assert len(set(said)) == 4, said
    for sentence in told["fa"]:
        assert re.findall("[A-Za-z]+", sentence.replace("Åke", "")) in ([], ["x"] * sentence.count("x"))
