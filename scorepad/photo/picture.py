"""A picture from the bytes that a phone sent: small, upright and in colours; or why there is none."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageOps

from scorepad.photo.reading import MOST_BYTES, Unreadable

MOST_PIXELS = 64_000_000
MOST_WHOLE = 4096 * 3072
"""How many pixels are taken of a picture that must be unpacked whole, before it can be made smaller."""
LONG = 1280
"""The longer side of a picture in which dice are looked for, in pixels."""

FORMATS = ("JPEG", "PNG", "WEBP")
HEADS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF")
"""How files of these formats begin."""
HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1", b"avif")

# Pillow's own word about large pictures is a warning; what is too large is said here, before it is unpacked.
Image.MAX_IMAGE_PIXELS = None


def opened(data: bytes) -> Image.Image:
    """At most LONG pixels a side. Raises Unreadable; its memory is bounded, whatever was sent."""
    if len(data) > MOST_BYTES:
        raise Unreadable("photo_heavy", megabytes=MOST_BYTES // 2**20)
    if data[4:8] == b"ftyp" and data[8:12] in HEIC:
        raise Unreadable("photo_heic")
    picture = _headed(data)
    _measure(picture)
    try:
        return _unpacked(picture)
    except Exception as fault:  # a damaged file comes to light in any way that its decoder happens to break
        raise Unreadable("photo_broken") from fault


def _headed(data: bytes) -> Image.Image:
    """A picture of which its head alone was read."""
    try:
        return Image.open(BytesIO(data), formats=FORMATS)
    except Exception as fault:  # UnidentifiedImageError mostly; a hostile head may break a decoder otherwise
        raise Unreadable("photo_broken" if data.startswith(HEADS) else "no_photo") from fault


def _measure(picture: Image.Image) -> None:
    """Asks a JPEG for a smaller version of itself where it has one. Raises Unreadable `photo_large`."""
    wide, high = picture.size
    shrinks = picture.format in ("JPEG", "MPO") and "progressive" not in picture.info
    most = MOST_PIXELS if shrinks else MOST_WHOLE
    if wide * high > most:
        raise Unreadable("photo_large", megapixels=most // 10**6)
    share = LONG / max(wide, high)
    picture.draft("RGB", (max(1, int(wide * share)), max(1, int(high * share))))


def _unpacked(picture: Image.Image) -> Image.Image:
    if picture.mode not in ("RGB", "RGBA", "L"):
        picture = picture.convert("RGB")
    picture.thumbnail((LONG, LONG), Image.Resampling.BOX, reducing_gap=2.0)
    return ImageOps.exif_transpose(picture).convert("RGB")
