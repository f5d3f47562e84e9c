"""Names, notes and cards with markup in them: every page that a link leads to shows them as typed."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urldefrag, urlencode, urljoin, urlsplit

from tests.helpers import Page
from tests.soak.server import Server, ask

MARK = "<b id=xss>\"'><i onxss=1>"
SHEETS = ("yahtzee", "free_for_all", "yatzy", "generala", "triple_yahtzee", "kniffel")
LANGUAGES = ("en", "fa")
ALIKE = 8


@dataclass
class Crawl:
    pages: int = 0
    with_mark: int = 0
    faults: list[str] = field(default_factory=list)
    shapes: Counter[str] = field(default_factory=Counter)

    def is_new(self, link: str, language: str) -> bool:
        """Whether few pages of its kind were read: filters lead to filters, for ever."""
        path, _, query = link.partition("?")
        kinds = re.sub(r"[\w-]{16}(?=/|$)|\d+", "*", path)
        shape = f"{language} {kinds} {sorted(re.findall(r'([a-z_]+)=', query))}"
        self.shapes[shape] += 1
        return self.shapes[shape] <= ALIKE

    def __str__(self) -> str:
        kinds = f"{self.pages} pages of {len(self.shapes)} kinds read"
        return f"{kinds}, {self.with_mark} of them with markup typed by somebody"


def markup(folder: Path, most: int) -> Crawl:
    """Fills a pad with such texts and reads at most so many pages in each language."""
    server, done = Server(folder / "markup.db"), Crawl()
    server.start()
    with closing(server.connection()) as connection:
        rules = {"yahtzee.joker": "none", "yahtzee.name": MARK, "keep": "yahtzee"}
        _post(connection, "/house-rules", **rules)
        doors = ["/", "/house-rules", "/games/under-way"]
        for number, sheet in enumerate(SHEETS):
            doors += _doors(connection, _fill(connection, sheet, number))
        for language in LANGUAGES:
            _read(done, connection, language, most, doors)
    server.end()
    return done


def _post(connection: HTTPConnection, path: str, **fields: object) -> str:
    answer = ask(connection, "POST", path, urlencode(fields, doseq=True))
    assert answer.code == 303, (path, answer.code, answer.text)
    return answer.headers["Location"]


def _fill(connection: HTTPConnection, sheet: str, number: int) -> str:
    """A game of that sheet whose every text is markup; one who stays plays each second one to its end."""
    players = [f"{MARK}{number}{seat}" for seat in range(3)]
    address = _post(connection, "/games", ruleset=sheet, player=players, starter="first", note=MARK)
    seen = 0

    def post(path: str, **fields: object) -> None:
        nonlocal seen
        _post(connection, f"{address}/{path}", seen=seen, **fields)
        seen += 1

    post("rename", player=1, name=f"{MARK}{number}new")
    post("edit", note=f"{MARK} & more", date="2026-11-29")
    post("join", name=f"{MARK}{number}late")
    if sheet == "free_for_all":
        post("score-cards", player=f"{MARK}{number}1", add=10, name=MARK)
    for _ in range(3):
        post("turns", dice="12346", box="ones", column=1)
    if number % 2:
        for seat in (2, 3, 4):
            post("leave", player=seat)
        _play_on(connection, address)
    if number == 2:
        post("throw-away")
    return address


def _play_on(connection: HTTPConnection, address: str) -> None:
    """To the end, by what the pad offers."""
    while (page := Page(ask(connection, "GET", f"{address}?dice=12346").text)).mover:
        button = page.all("", "data-box")[0]
        column = {"column": button["data-column"]} if "data-column" in button else {}
        _post(connection, f"{address}/turns", seen=page.seen, dice="12346", box=button["data-box"], **column)


def _doors(connection: HTTPConnection, address: str) -> list[str]:
    """Pages of a game that a script or another phone opens."""
    invited = ask(connection, "GET", f"{address}/invite").text
    boards = dict.fromkeys(re.findall(r"/watch/[\w-]+", invited))
    parts = [f"{board}/board" for board in boards]
    return [f"{address}/pad?dice=12346", f"{address}/action-card", *boards, *parts]


def _read(done: Crawl, connection: HTTPConnection, language: str, most: int, doors: Iterable[str]) -> None:
    wait, met = deque(doors), set(doors)
    while wait and len(met) < most * 4 and done.pages < most * (1 + LANGUAGES.index(language)):
        path = wait.popleft()
        answer = ask(connection, "GET", path, Cookie=f"language={language}")
        if answer.code == 200 and answer.headers.get_content_type() == "text/html":
            done.pages += 1
            _judge(done, path, answer.text)
            links = dict.fromkeys(_links(path, answer.text))
            fresh = [link for link in links if link not in met and done.is_new(link, language)]
            met.update(fresh)
            wait.extend(fresh)


def _judge(done: Crawl, path: str, html: str) -> None:
    done.with_mark += "b id=xss" in html
    if re.search(r"<b\s+id=xss|<i\s+onxss", html):
        done.faults.append(f"{path} has markup that somebody typed")
        return
    strange = [e for e in Page(html).all() if e.get("id") == "xss" or "onxss" in e or e.tag.startswith('b"')]
    if strange:
        done.faults.append(f"{path} has elements or attributes that somebody typed")


def _links(path: str, html: str) -> list[str]:
    """The pages that it leads to, by links and by forms that ask."""
    found = [e["href"] for e in Page(html).all("a", "href")]
    found += [e["action"] for e in Page(html).all("form", "action") if e.get("method", "get") == "get"]
    here = [urldefrag(urljoin(path, link))[0] for link in found]
    return [link for link in here if not urlsplit(link).netloc and link.startswith("/") and len(link) < 300]
