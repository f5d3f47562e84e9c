"""Static files: lasting names, caches, compression, nothing outside their folder; compressed pages."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from flask import Flask
from flask.testing import FlaskClient

import scorepad
from scorepad.web.assets import small
from scorepad.web.bundles import BUNDLES, sources
from tests.helpers import Page, finish, key_of, new_game, store_of

STATIC = Path(scorepad.__file__).parent.parent / "static"
MADE_OF = sources(STATIC)
FILES = sorted(MADE_OF)
OWN = sorted(
    file for file in STATIC.rglob("*") if file.suffix in (".css", ".js") and ".min." not in file.name
)
"""Every style and script of ours."""
ABSOLUTE = re.compile(r"""["'`(]/(?![/*\s])[\w$]""")


@pytest.fixture(scope="module")
def app(one_app: Flask) -> Flask:
    return one_app


def hashed(client: FlaskClient, ending: str = ".css") -> str:
    """The address that the pages give to a file."""
    for element in Page(client.get("/").text).all("link"):
        if element["href"].endswith(ending):
            return element["href"]
    raise AssertionError(ending)


def test_pages_name_their_files_with_a_hash(client: FlaskClient) -> None:
    address = hashed(client)
    assert address.startswith("/static/pad.")
    assert address != "/static/pad.css"


def test_every_file_that_a_page_names_is_there(client: FlaskClient) -> None:
    named = set()
    for path in ("/", "/games/new", new_game(client)):
        page = Page(client.get(path).text)
        for attribute in ("href", "src"):
            named |= {a.partition("#")[0] for a in page.hooks(attribute) if a.startswith("/static/")}
    assert len(named) >= 3
    for address in named:
        assert client.get(address).status_code == 200


def test_every_icon_that_a_page_uses_is_drawn(client: FlaskClient) -> None:
    icons = Page((STATIC / "icons.svg").read_text(encoding="utf-8"))
    drawn = {element["id"] for element in icons.all("symbol", "id")}
    for path in ("/", "/games/new?player=Ana&player=Ben", new_game(client), new_game(client, "yatzy")):
        for use in Page(client.get(path).text).all("use"):
            assert use["href"].partition("#")[2] in drawn


def test_a_hashed_name_is_kept_for_good(client: FlaskClient) -> None:
    answer = client.get(hashed(client))
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.data == client.get("/static/pad.css").data
    assert answer.mimetype == "text/css"


def test_every_style_and_script_is_served_in_a_bundle_or_alone() -> None:
    served = {file for files in MADE_OF.values() for file in files}
    assert served >= set(OWN)
    small_ones = {file.relative_to(STATIC).as_posix() for file in OWN if file.parent != STATIC}
    assert small_ones == {part for parts in BUNDLES.values() for part in parts}


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_is_its_files_one_after_another(client: FlaskClient, name: str) -> None:
    parts = [small(STATIC / part) for part in BUNDLES[name]]
    assert all(parts)
    assert client.get(f"/static/{name}").data == b"\n".join(parts)


@pytest.mark.parametrize("name", [part for parts in BUNDLES.values() for part in parts])
def test_a_file_of_a_bundle_is_not_served_by_itself(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


@pytest.mark.parametrize("file", OWN, ids=lambda file: file.name)
def test_no_style_or_script_names_an_address_from_the_root(file: Path) -> None:
    assert ABSOLUTE.findall(file.read_text(encoding="utf-8")) == []


def test_the_manifest_begins_above_its_own_folder_and_finds_its_icons(client: FlaskClient) -> None:
    manifest = json.loads(client.get("/static/scorepad.webmanifest").data)
    at = "/pad/static/scorepad.0123456789.webmanifest"
    assert urljoin(at, manifest["start_url"]) == "/pad/"
    for picture in manifest["icons"]:
        address = urljoin(at, picture["src"])
        assert address.startswith("/pad/static/")
        assert client.get(address.removeprefix("/pad")).mimetype == picture["type"]


def styles(client: FlaskClient, address: str) -> list[str]:
    """The style sheets that a page with scripting asks for, in their order, without their hashes."""
    text = re.sub(r"<noscript>.*?</noscript>", "", client.get(address).text, flags=re.DOTALL)
    links = [link["href"] for link in Page(text).all("link", "rel") if link["rel"] == "stylesheet"]
    return [re.sub(r".*/(\w+)\..*", r"\1.css", href) for href in links]


def test_a_pad_asks_for_no_more_style_than_it_needs(client: FlaskClient) -> None:
    yatzy = new_game(client, "yatzy")
    assert styles(client, yatzy) == ["pad.css"]
    assert styles(client, new_game(client, "free_for_all")) == ["pad.css", "cards.css"]
    client.set_cookie("language", "fa")
    assert styles(client, new_game(client, "free_for_all")) == ["pad.css", "cards.css", "persian.css"]
    finish(store_of(client.application), key_of(yatzy))
    assert styles(client, yatzy) == ["pad.css", "persian.css", "result.css"]
    assert styles(client, "/") == ["pad.css", "pages.css"]


def test_a_pad_without_scripting_asks_for_the_style_of_typed_dice(client: FlaskClient) -> None:
    (asked,) = re.findall(r"<noscript>(<link.*?)</noscript>", client.get(new_game(client)).text)
    assert "/static/unscripted." in asked


@pytest.mark.parametrize("root", ["", "/pad"])
def test_pages_find_their_files_under_a_sub_path(client: FlaskClient, root: str) -> None:
    page = Page(client.get("/games/new", base_url=f"http://localhost{root}").text)
    for element in [*page.all("link", "href"), *page.all("use")]:
        assert element["href"].startswith(f"{root}/static/")


@pytest.mark.parametrize("name", FILES)
def test_a_plain_name_is_asked_for_again_each_time(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/static/{name}")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"
    whole = b"\n".join(file.read_bytes() for file in MADE_OF[name])
    if name.endswith((".css", ".js")) and ".min." not in name:  # these travel without comments and blanks
        assert len(whole) / 4 < len(answer.data) < len(whole)
    else:
        assert answer.data == whole


def test_a_part_of_a_clip_is_given_to_a_phone_that_asks_for_it(client: FlaskClient) -> None:
    whole = client.get("/static/awake.mp4")
    assert (whole.status_code, whole.headers["Accept-Ranges"]) == (200, "bytes")
    part = client.get("/static/awake.mp4", headers={"Range": "bytes=0-1"})
    assert (part.status_code, part.data) == (206, whole.data[:2])
    assert part.headers["Content-Range"] == f"bytes 0-1/{len(whole.data)}"
    assert client.get("/static/awake.mp4", headers={"Range": "bytes=99999-"}).status_code == 416


def test_types_are_those_that_browsers_insist_on(client: FlaskClient) -> None:
    wanted = {".css": "text/css", ".svg": "image/svg+xml", ".js": "text/javascript", ".txt": "text/plain"}
    wanted |= {".mp4": "video/mp4", ".webm": "video/webm"}
    wanted |= {".png": "image/png", ".webmanifest": "application/manifest+json"}
    for name in FILES:
        assert client.get(f"/static/{name}").mimetype == wanted[Path(name).suffix]


def test_a_file_is_compressed_where_the_browser_takes_it(client: FlaskClient) -> None:
    plain = client.get(hashed(client))
    packed = client.get(hashed(client), headers={"Accept-Encoding": "br, gzip;q=0.8"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    assert plain.headers["Vary"] == packed.headers["Vary"] == "Accept-Encoding"
    assert packed.headers["Content-Security-Policy"]


def test_a_page_is_compressed_where_the_browser_takes_it(client: FlaskClient) -> None:
    address = new_game(client)
    plain = client.get(address)
    packed = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert int(packed.headers["Content-Length"]) == len(packed.data)
    assert "Accept-Encoding" in packed.headers["Vary"]


def test_what_is_tiny_is_not_compressed(client: FlaskClient) -> None:
    answer = client.get("/healthz", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers
    assert answer.data == b"ok\n"


@pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0", "gzip; q=0.0, identity", "*;q=0"])
@pytest.mark.parametrize("path", ["/", "/static/pad.css"])
def test_nothing_is_compressed_for_who_does_not_take_it(
    client: FlaskClient, path: str, accepted: str
) -> None:
    answer = client.get(path, headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize(
    "name",
    [
        "none.css",
        "pad.0000000000.css",
        "pad",
        "",
        "PAD.CSS",
        "pad.css/",
        "pad.css%00",
        "../app.py",
        "..%2fapp.py",
        "%2e%2e/app.py",
        "....//app.py",
        "..%5capp.py",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "x/../pad.css",
        "../static/pad.css",
    ],
)
def test_nothing_else_is_served(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/static/{name}")
    assert answer.status_code in (308, 404)
    assert b"The entrance" not in answer.data
    assert b"root:" not in answer.data


def test_a_head_request_says_the_same_without_a_body(client: FlaskClient) -> None:
    for path in ("/", "/static/pad.css"):
        full, head = client.get(path), client.head(path)
        assert (head.status_code, head.data) == (200, b"")
        assert head.headers["Content-Length"] == full.headers["Content-Length"]
