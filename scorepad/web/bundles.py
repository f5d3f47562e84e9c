"""Which small files of `static/` travel as one, and in which order: written apart, asked for once."""

from __future__ import annotations

from pathlib import Path

BUNDLES: dict[str, tuple[str, ...]] = {
    "pad.css": (
        "styles/colours.css",
        "styles/base.css",
        "styles/bar.css",
        "styles/parts.css",
        "styles/columns.css",
        "styles/pad.css",
        "styles/sheet.css",
        "styles/sums.css",
        "styles/cells.css",
        "styles/tray.css",
        "styles/points.css",
        "styles/notices.css",
    ),
    # What only some pads need, beside pad.css.
    "tablet.css": ("styles/lately.css", "styles/tablet.css"),
    "many.css": ("styles/many.css",),
    "several.css": ("styles/several.css",),
    "cards.css": ("styles/cards.css",),
    "served.css": ("styles/served.css",),
    "teams.css": ("styles/teams.css",),
    "persian.css": ("styles/persian.css",),
    "evening.css": ("styles/evening.css",),
    "result.css": ("styles/papers.css", "styles/starts.css", "styles/result.css"),
    "unscripted.css": ("styles/unscripted.css",),
    "pages.css": (
        "styles/papers.css",
        "styles/starts.css",
        "styles/result.css",
        "styles/whole.css",
        "styles/several.css",
        "styles/cards.css",
        "styles/teams.css",
        "styles/persian.css",
        "styles/home.css",
        "styles/new.css",
        "styles/options.css",
        "styles/forms.css",
        "styles/lately.css",
        "styles/board.css",
        "styles/past.css",
        "styles/paper.css",
        "styles/correct.css",
        "styles/help.css",
        "styles/sending.css",
        "styles/footer.css",
        "styles/print.css",
    ),
    "player.css": ("styles/figures.css", "styles/player.css"),
    "coach.css": ("styles/figures.css", "styles/player.css", "styles/coach.css"),
    "records.css": ("styles/figures.css", "styles/records.css"),
    # What a pad with hints needs beside these.
    "hints.css": ("styles/hints.css",),
    "hints.js": ("scripts/hints.js",),
    # What keeps the screen on where there is no wake lock.
    "awake.js": ("scripts/awake.js",),
    "aloud.css": ("styles/aloud.css",),
    "aloud.js": ("scripts/aloud.js",),
    # And one with a turn clock.
    "clock.css": ("styles/clock.css",),
    "clock.js": ("scripts/clock.js",),
    # What reads dice from a photo, once somebody wants that.
    "photo.css": ("styles/photo.css",),
    "photo.js": ("scripts/photo.js",),
    # What a result is shared with.
    "share.css": ("styles/share.css",),
    "share.js": ("scripts/share.js",),
    "pad.js": (
        "scripts/page.js",
        "scripts/tablet.js",
        "scripts/patience.js",
        "scripts/hands.js",
        "scripts/rolls.js",
        "scripts/cells.js",
        "scripts/tabs.js",
        "scripts/dice.js",
        "scripts/tray.js",
        "scripts/typing.js",
        "scripts/menu.js",
        "scripts/keyboard.js",
        "scripts/camera.js",
        "scripts/passing.js",
        "scripts/line.js",
        "scripts/sending.js",
        "scripts/answers.js",
        "scripts/pace.js",
        "scripts/looking.js",
        "scripts/phone.js",
        "scripts/zone.js",
        "scripts/arriving.js",
        "scripts/start.js",
    ),
    "watch.js": ("scripts/patience.js", "scripts/pace.js", "scripts/watching.js"),
    "pages.js": ("scripts/patience.js", "scripts/forms.js"),
    "menus.js": ("scripts/menu.js",),
    "days.js": ("scripts/zone.js", "scripts/days.js"),
    "correct.js": ("scripts/page.js", "scripts/dice.js", "scripts/correcting.js"),
}
"""Name as it is served → its files, later ones winning over earlier ones."""


def sources(folder: Path) -> dict[str, list[Path]]:
    """Name as it is served → the files that it is made of: a bundle's, or the one that stands alone."""
    joined = {part for parts in BUNDLES.values() for part in parts}
    found = {
        file.relative_to(folder).as_posix(): file for file in sorted(folder.rglob("*")) if file.is_file()
    }
    alone = {name: [file] for name, file in found.items() if name not in joined}
    return alone | {name: [found[part] for part in parts] for name, parts in BUNDLES.items()}
