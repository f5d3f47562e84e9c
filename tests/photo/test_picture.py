"""What a phone sends becomes a small upright picture, or a word about why not, and takes little memory."""

from __future__ import annotations

import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from scorepad import photo
from scorepad.photo import Unreadable
from scorepad.photo.picture import LONG, MOST_PIXELS, MOST_WHOLE, opened

ROOT = Path(__file__).parents[2]


def packed(picture: Image.Image, kind: str = "JPEG", **how: object) -> bytes:
    held = BytesIO()
    picture.save(held, kind, **how)  # type: ignore[arg-type]
    return held.getvalue()


def striped(wide: int, high: int, mode: str = "RGB") -> Image.Image:
    """The upper half is light, the lower dark."""
    picture = Image.new("L", (wide, high), 220)
    picture.paste(30, (0, high // 2, wide, high))
    return picture.convert(mode)


JPEG = packed(striped(400, 300))
PNG = packed(striped(400, 300), "PNG")


def reason_of(data: bytes) -> str:
    with pytest.raises(Unreadable) as told:
        opened(data)
    return told.value.reason


def png_of(wide: int, high: int, rows: bytes = b"") -> bytes:
    """A PNG that says it is so large, whatever it holds."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize("mode", ["RGB", "L", "CMYK"])
def test_a_jpeg_of_any_colours_becomes_red_green_and_blue(mode: str) -> None:
    picture = opened(packed(striped(400, 300, mode)))
    assert (picture.mode, picture.size) == ("RGB", (400, 300))


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA", "P", "1"])
@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_so_does_any_other_picture(kind: str, mode: str) -> None:
    picture = opened(packed(striped(400, 300).convert(mode), kind))
    assert (picture.mode, picture.size) == ("RGB", (400, 300))
    assert np.asarray(picture)[10].mean() > 150 > np.asarray(picture)[290].mean()


@pytest.mark.parametrize("size", [(4000, 3000), (3000, 4000), (1281, 40)])
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_large_picture_is_made_smaller(kind: str, size: tuple[int, int]) -> None:
    picture = opened(packed(striped(*size), kind))
    assert max(picture.size) == LONG
    assert picture.width / picture.height == pytest.approx(size[0] / size[1], rel=0.03)


@pytest.mark.parametrize(("turn", "side"), [(1, "top"), (3, "bottom"), (6, "right"), (8, "left")])
def test_a_phone_held_another_way_shows_the_same(turn: int, side: str) -> None:
    told = Image.Exif()
    told[0x0112] = turn
    pixels = np.asarray(opened(packed(striped(400, 300), exif=told)))
    edges = {"top": pixels[5], "bottom": pixels[-5], "left": pixels[:, 5], "right": pixels[:, -5]}
    assert max(edges, key=lambda edge: edges[edge].mean()) == side


def test_of_two_pictures_in_one_file_as_some_phones_write_them_the_first_is_taken() -> None:
    data = packed(striped(4000, 3000), "MPO", save_all=True, append_images=[Image.new("RGB", (40, 30))])
    assert Image.open(BytesIO(data)).format == "MPO"
    assert opened(data).size == (LONG, 960)


@pytest.mark.parametrize(
    "data", [b"", b"no picture", b"GIF89a" + bytes(50), b"%PDF-1.7", b"\xff\xd8", b"<svg/>"]
)
def test_what_is_no_picture_is_told_so(data: bytes) -> None:
    assert reason_of(data) == "no_photo"


def test_a_gif_is_none_that_is_read() -> None:
    assert reason_of(packed(striped(40, 30), "GIF")) == "no_photo"


@pytest.mark.parametrize("brand", [b"heic", b"heix", b"mif1", b"avif"])
def test_what_only_the_phone_can_open_is_told_so(brand: bytes) -> None:
    assert reason_of(b"\0\0\0\x18ftyp" + brand + bytes(200)) == "photo_heic"


@pytest.mark.parametrize("data", [JPEG, PNG, PNG[:30], packed(striped(400, 300), "WEBP")])
def test_a_picture_cut_short_is_told_so(data: bytes) -> None:
    assert reason_of(data[: len(data) * 2 // 3]) == "photo_broken"


def test_a_picture_of_too_many_bytes_is_not_opened() -> None:
    with pytest.raises(Unreadable) as told:
        opened(JPEG + bytes(photo.MOST_BYTES))
    assert (told.value.reason, told.value.facts) == ("photo_heavy", {"megabytes": 24})


@pytest.mark.parametrize("size", [(30_000, 30_000), (4097, 3072), (1_000_000, 13)])
def test_a_picture_of_too_many_pixels_is_not_unpacked(size: tuple[int, int]) -> None:
    assert size[0] * size[1] > MOST_WHOLE
    assert reason_of(png_of(*size, zlib.compress(bytes(1000)))) == "photo_large"


def test_a_jpeg_that_has_no_smaller_version_may_have_fewer_pixels() -> None:
    large = striped(4200, 3000)
    assert opened(packed(large)).width == LONG
    assert reason_of(packed(large, progressive=True)) == "photo_large"


@given(st.data())
def test_a_damaged_picture_is_read_or_told_of_and_nothing_else(data: st.DataObject) -> None:
    spoilt = bytearray(data.draw(st.sampled_from((JPEG, PNG))))
    for _ in range(data.draw(st.integers(1, 6))):
        spoilt[data.draw(st.integers(0, len(spoilt) - 1))] = data.draw(st.integers(0, 255))
    with suppress(Unreadable):
        assert max(opened(bytes(spoilt)).size) <= LONG


def _bomb_of_zeros() -> bytes:
    return png_of(30_000, 30_000, zlib.compress(bytes(30_000 * 3 * 200)))


def _largest_jpeg() -> bytes:
    return packed(Image.new("L", (8000, 8000), 120))


def _longest_jpeg() -> bytes:
    return packed(Image.new("L", (65_000, MOST_PIXELS // 65_000), 120))


@pytest.mark.parametrize("bomb", [_bomb_of_zeros, _largest_jpeg, _longest_jpeg])
def test_a_picture_that_swells_takes_little_memory(bomb: Callable[[], bytes], tmp_path: Path) -> None:
    file = tmp_path / "bomb"
    file.write_bytes(bomb())
    script = (
        "import resource, sys; from pathlib import Path; import PIL.JpegImagePlugin, PIL.PngImagePlugin\n"
        "from scorepad.photo import Unreadable; from scorepad.photo.picture import opened\n"
        "most = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024\n"
        "data = Path(sys.argv[1]).read_bytes(); before = most()\n"
        "try: opened(data)\n"
        "except Unreadable: pass\n"
        "print(most() - before)"
    )
    took = subprocess.run(
        [sys.executable, "-c", script, str(file)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert int(took.stdout) < 40
