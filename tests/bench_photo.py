"""What reading dice from a photo costs: a real pad, photos as phones send them, others who play meanwhile.
`python -m tests.bench_photo`.
"""

from __future__ import annotations

import http.client
import re
import statistics
import tempfile
import threading
import time
from io import BytesIO
from pathlib import Path

from PIL import Image

from scorepad.photo.picture import LONG
from scorepad.photo.training.render import render
from scorepad.store import Store
from tests.bench import NAMES, Client, Row, started, table

PHOTOS, SEED, ABOVE = 20, 800_000, 60.0
BORDER = "a-line-between-fields"


def sent(picture: Image.Image) -> bytes:
    """A form with a photo as large as a phone makes it."""
    file = BytesIO()
    scale = LONG / max(picture.size)
    picture.resize((round(picture.width * scale), round(picture.height * scale))).save(
        file, "JPEG", quality=85
    )
    head = f'--{BORDER}\r\nContent-Disposition: form-data; name="photo"; filename="photo"\r\n\r\n'
    return head.encode() + file.getvalue() + f"\r\n--{BORDER}--\r\n".encode()


def read(port: int, address: str, photo: bytes) -> float:
    """Milliseconds from the upload to the values."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    kind = {"Content-Type": f"multipart/form-data; boundary={BORDER}", "HX-Request": "true"}
    start = time.perf_counter()
    connection.request("POST", f"{address}/photo", photo, kind)
    answer = connection.getresponse()
    page = answer.read().decode()
    took = time.perf_counter() - start
    if answer.status != 200 or 'id="photo"' not in page:
        raise SystemExit(f"a photo was answered {answer.status}: {page[:300]}")
    return 1000 * took


def game(database: Path) -> str:
    """The address of a new game in a new file."""
    store = Store(database)
    key = store.create("yahtzee", NAMES)
    store.close()
    return f"/games/{key}"


def waits(port: int, address: str, over: threading.Event) -> list[float]:
    """Milliseconds of looks at the pad, one after the other, until it is over."""
    client, took = Client(port), []
    while not over.is_set():
        start = time.perf_counter()
        client.ask("GET", f"{address}/pad")
        took.append(1000 * (time.perf_counter() - start))
        time.sleep(0.01)
    return took


def memory(process: int, line: str) -> float:
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    found = re.search(rf"{line}:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


def measured(folder: Path) -> list[Row]:
    photos = [sent(render(SEED + number, 5, ABOVE).picture) for number in range(PHOTOS)]
    empty = sent(Image.new("RGB", (LONG, LONG * 3 // 4), "beige"))
    address = game(folder / "photos.db")
    with started(folder / "photos.db") as (port, process):
        before = memory(process, "VmRSS")
        first = read(port, address, photos[0])
        times = [read(port, address, photo) for photo in photos]
        none = statistics.median(read(port, address, empty) for _ in range(5))
        over, looked = threading.Event(), []
        thread = threading.Thread(target=lambda: looked.extend(waits(port, address, over)))
        thread.start()
        for photo in photos:
            read(port, address, photo)
        over.set()
        thread.join()
        return [
            ("a photo, from its upload to its values", f"{statistics.median(times):.0f} ms", "1000 ms"),
            (f"the slowest of {PHOTOS}", f"{max(times):.0f} ms", "1000 ms"),
            ("the first one, which loads what reads", f"{first:.0f} ms", "1000 ms"),
            ("a table without dice", f"{none:.0f} ms", "1000 ms"),
            ("the longest wait of others meanwhile", f"{max(looked):.0f} ms", "100 ms"),
            ("memory: most while reading, above a pad that read none",
             f"{memory(process, 'VmHWM') - before:.0f} MB", "100 MB"),
        ]  # fmt: skip


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        print(table(measured(Path(name))))


if __name__ == "__main__":
    main()
