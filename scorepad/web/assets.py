"""Static files under names that carry their hash, kept for good by browsers; gzip for what is worth it."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from rcssmin import cssmin
from rjsmin import jsmin

from scorepad.web.addresses import ROOTS
from scorepad.web.bundles import sources
from scorepad.web.here import wants_part

area = Blueprint("assets", __name__)

FOLDER = Path(__file__).parents[2] / "static"
FOR_GOOD = "public, max-age=31536000, immutable"
_WORTH_IT = 500
_TEXT = ("text/", "application/json", "application/javascript", "image/svg+xml")
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}


@dataclass(frozen=True, slots=True)
class Asset:
    """One static file in memory: few and small, so each is read and compressed once."""

    name: str
    hash: str
    type: str
    body: bytes
    packed: bytes | None

    @property
    def hashed_name(self) -> str:
        stem, dot, ending = self.name.rpartition(".")
        return f"{stem}.{self.hash}{dot}{ending}"


@cache
def _asset(name: str, files: tuple[Path, ...]) -> Asset:
    body = b"\n".join(map(small, files))
    ending = Path(name).suffix
    kind = _TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = gzip.compress(body, 9, mtime=0) if kind.startswith(_TEXT) else None
    return Asset(name, hashlib.sha256(body).hexdigest()[:10], kind, body, packed)


def small(file: Path) -> bytes:
    """The file as it travels: our own style and script without their comments and blanks."""
    body = file.read_bytes()
    if file.suffix == ".css":
        return str(cssmin(body.decode())).encode()
    if file.suffix == ".js" and not file.name.endswith(".min.js"):
        return str(jsmin(body.decode())).encode()
    return body


def install(app: Flask) -> None:
    """Reads the folder of static files; templates get `static(name)`, an address, and `icon(name)`."""
    assets = [_asset(name, tuple(files)) for name, files in sources(FOLDER).items()]
    by_name = {asset.name: asset for asset in assets}
    app.extensions["scorepad.assets"] = by_name | {asset.hashed_name: asset for asset in assets}
    app.extensions["scorepad.version"] = version = _version(app, assets)
    app.after_request(_tell_version)
    app.after_request(_pack)

    @lru_cache(maxsize=ROOTS)
    def under(_root: str) -> dict[str, object]:
        """What templates get where the pad is mounted under that path."""

        pictures = frozenset(re.findall('<symbol id="([^"]+)"', by_name["icons.svg"].body.decode()))

        @cache
        def static(name: str) -> str:
            return url_for("assets.static_file", name=by_name[name].hashed_name)

        @cache
        def icon(name: str, css: str = "") -> Markup:
            """A picture of `icons.svg`, for the eye alone: words stand beside it or in a label.

            A die for what has no picture there.
            """
            name = name if name in pictures else "die"
            return Markup('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>').format(
                f"i {css}".strip(), static("icons.svg"), name
            )

        return {"static": static, "icon": icon, "version": version}

    app.context_processor(lambda: under(request.script_root))


def _version(app: Flask, assets: list[Asset]) -> str:
    """A text that is another one once any file changed that pages are made of."""
    templates = sorted(Path(app.root_path, str(app.template_folder)).resolve().rglob("*.html"))
    told = [asset.hash for asset in assets] + [file.read_text("utf-8") for file in templates]
    return hashlib.sha256("".join(told).encode()).hexdigest()[:10]


@area.get("/static/<path:name>")
def static_file(name: str) -> ResponseReturnValue:
    asset: Asset | None = current_app.extensions["scorepad.assets"].get(name)
    if asset is None:
        abort(404)
    packed = asset.packed if asset.packed and _takes_gzip() else None
    response = Response(packed or asset.body, content_type=asset.type)
    response.headers["Cache-Control"] = FOR_GOOD if name == asset.hashed_name else "no-cache"
    response.headers["Vary"] = "Accept-Encoding"
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    # Some phones play a clip only where they may ask for a part of it.
    return response if packed else response.make_conditional(request, True, len(asset.body))


def _takes_gzip() -> bool:
    return request.accept_encodings["gzip"] > 0


def _tell_version(response: Response) -> Response:
    """An open page sees by its answers that the pad was updated."""
    if wants_part():
        response.headers["Scorepad-Version"] = current_app.extensions["scorepad.version"]
    return response


def _pack(response: Response) -> Response:
    """Compresses a page where the browser takes it; small answers are not worth it."""
    if (
        response.status_code == 204
        or response.direct_passthrough
        or "Content-Encoding" in response.headers
        or not (response.content_type or "").startswith(_TEXT)
        or not _takes_gzip()
    ):
        return response
    body = response.get_data()
    if len(body) >= _WORTH_IT:
        response.set_data(gzip.compress(body, 4, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        response.headers.add("Vary", "Accept-Encoding")
    return response
