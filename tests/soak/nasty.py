"""Requests that no page sends: odd methods, paths, fields, headers and bodies. None makes the pad fail."""

from __future__ import annotations

import random
import socket
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urlencode

from scorepad import create_app
from tests.soak.server import FORM, Server, ask, command, unsound
from tests.web.test_nothing_breaks import FIELDS, LIKELY

METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "get", "BREW")
SIGNS = (
    "\0",
    "\r\n",
    "%",
    "%zz",
    "%00",
    "%ff",
    "\u202e",
    "'",
    '"',
    "<b>",
    "../",
    "🎲",
    "۴",
    "&",
    "=",
)
HEADERS = (
    "Accept-Language", "Accept-Encoding", "Cookie", "Range", "If-None-Match", "If-Modified-Since",
    "HX-Request", "Origin", "Sec-Fetch-Site", "Referer", "X-Forwarded-Host", "Expect", "Connection",
)  # fmt: skip
USUAL = ("*", "fa, en;q=0.5", "gzip", "bytes=0-10", "true", "same-origin", "null", "a=b; c")
KINDS = (
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data",
    "application/json", "text/plain; charset=nonsense", "", "x",
)  # fmt: skip
PATIENCE = 20


@dataclass
class Nasty:
    codes: Counter[int] = field(default_factory=Counter)
    closed: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        told = ", ".join(f"{code}: {count}" for code, count in sorted(self.codes.items()))
        sent = self.codes.total() + self.closed
        return f"{sent} odd requests ({told}; closed without an answer: {self.closed})"


class Maker:
    """Makes requests, by chance."""

    def __init__(self, rules: list[str], keys: list[str], chance: random.Random) -> None:
        self.rules, self.keys, self.chance = rules, keys, chance

    def request(self) -> bytes:
        method = self._method()
        body = self._body() if method in ("POST", "PUT") or self.chance.random() < 0.03 else b""
        head = [f"{method} {self._path()} HTTP/1.{self.chance.choice('110')}"]
        head += ["Host: " + self.chance.choice(["127.0.0.1"] * 29 + [self._value()]), *self._headers()]
        if body:
            kinds = (*[FORM] * 9, *KINDS)
            head.append(f"Content-Type: {self.chance.choice(kinds)}")
        if body or self.chance.random() < 0.5:
            short = self.chance.random() < 0.03
            head.append(f"Content-Length: {self._value() if short else len(body)}")
        raw = "\r\n".join((*head, "Connection: close", "", "")).encode("utf-8", "surrogatepass") + body
        return self._mutated(raw) if self.chance.random() < 0.05 else raw

    def _method(self) -> str:
        return self.chance.choice(("GET", "POST", "POST", *METHODS))

    def _path(self) -> str:
        path = self.chance.choice(self.rules)
        while "<" in path:
            before, _, rest = path.partition("<")
            piece = self.chance.choice((*self.keys, *self.keys, "1", "2", self._value()))
            path = before + quote(piece, safe="", errors="surrogatepass") + rest.partition(">")[2]
        if self.chance.random() < 0.1:
            path += self.chance.choice((*SIGNS, "/", "//x", "?", "?" * 50, "/" * 3000)).replace("\r\n", "")
        fields = self._fields() if self.chance.random() < 0.5 else ""
        return f"{path}?{fields}".replace(" ", "%20") if fields else path

    def _fields(self) -> str:
        names = [self.chance.choice((*FIELDS, self._value()[:50])) for _ in range(self.chance.randint(0, 8))]
        return urlencode([(name, self._value()) for name in names], errors="surrogatepass")

    def _value(self) -> str:
        if self.chance.random() < 0.7:
            return self.chance.choice(LIKELY)
        if self.chance.random() < 0.03:
            return "\ud800"  # no text
        return "".join(self.chance.choice((*SIGNS, *"ab01 ")) for _ in range(self.chance.randint(0, 30)))

    def _headers(self) -> list[str]:
        names = self.chance.sample(HEADERS, self.chance.randint(0, 4))
        return [f"{name}: {self._told()}" for name in names]

    def _told(self) -> str:
        return self.chance.choice(USUAL) if self.chance.random() < 0.8 else self._value()

    def _body(self) -> bytes:
        match self.chance.randint(0, 9):
            case 0 | 1:
                return b""
            case 2:
                return self.chance.randbytes(self.chance.randint(0, 2000))
            case 3:
                return b"[" * self.chance.choice((10, 5000, 60_000))
            case 4:
                told = f'Content-Disposition: form-data; name="file"; filename="{self._value()}"'
                return (
                    f"--x\r\n{told}\r\n\r\n".encode("utf-8", "surrogatepass")
                    + self._body()
                    + b"\r\n--x--\r\n"
                )
        return self._fields().encode()

    def _mutated(self, raw: bytes) -> bytes:
        changed = bytearray(raw)
        for _ in range(self.chance.randint(1, 5)):
            place, count = self.chance.randrange(len(changed)), self.chance.randint(0, 3)
            changed[place : place + count] = self.chance.randbytes(self.chance.randint(0, 3))
        return bytes(changed)


def nasty(folder: Path, count: int, seed: str) -> Nasty:
    """Sends so many; `faults` has those after which something was amiss."""
    server, done, chance = Server(folder / "nasty.db"), Nasty(), random.Random(seed)
    server.start()
    maker = Maker(_rules(folder), _games(server), chance)
    for _ in range(count):
        raw = maker.request()
        code = _sent(server, raw)
        if code is None:  # no fault: what is no HTTP may go without an answer
            done.closed += 1
            continue
        done.codes[code] += 1
        if code >= 500:
            done.faults.append(f"{code}: {raw[:300]!r}")
    _look(done, server)
    return done


def _rules(folder: Path) -> list[str]:
    """Every address that the pad has."""
    app = create_app({"DATABASE": folder / "rules.db"})
    app.extensions["scorepad.store"].close()
    return [rule.rule for rule in app.url_map.iter_rules()]


def _games(server: Server) -> list[str]:
    with closing(server.connection()) as connection:
        sheets = ("yahtzee", "free_for_all", "triple_yahtzee", "generala")
        forms = [f"ruleset={sheet}&player=Ana&player=Ben&starter=first" for sheet in sheets]
        found = [ask(connection, "POST", "/games", form).headers["Location"] for form in forms]
        return [address.rpartition("/")[2] for address in found]


def _sent(server: Server, raw: bytes) -> int | None:
    """The code of the answer; None where the line was closed without one."""
    with closing(socket.create_connection(("127.0.0.1", server.port), PATIENCE)) as line:
        with suppress(OSError):  # it may be answered before all is sent
            line.sendall(raw)
            line.shutdown(socket.SHUT_WR)
        answer = b""
        with suppress(ConnectionError):
            while piece := line.recv(1 << 16):
                answer += piece
    head = answer.split(b" ", 2)
    return int(head[1]) if len(head) > 1 and head[1].isdigit() else None


def _look(done: Nasty, server: Server) -> None:
    with closing(server.connection()) as connection:
        if ask(connection, "GET", "/healthz").code != 200:
            done.faults.append("the pad is not well")
    checked = command(server.database, "check")
    if checked.returncode:
        done.faults.append(checked.stdout + checked.stderr)
    server.end()
    done.faults += filter(None, [unsound(server.database)])
    if "Traceback" in server.complaints:
        done.faults.append(server.complaints[-3000:])
