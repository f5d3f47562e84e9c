"""A long import on a phone: its bar moves without the page being loaded anew, and its end is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from threading import Semaphore
from typing import Any

import pytest
from playwright.sync_api import expect

from scorepad.record import Record, read_record
from tests.browser.phone import Phone
from tests.web.test_transfer import bundled, record


def test_the_bar_moves_and_what_is_typed_meanwhile_stays(
    phones: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, other = phones(), phones()
    phone.house.game()  # so that no name is new
    steps = Semaphore(1)

    def read(data: Any) -> Record:
        assert steps.acquire(timeout=20)
        return read_record(data)

    monkeypatch.setattr("scorepad.transfer.intake.read_record", read)
    monkeypatch.setattr("scorepad.web.intake._AT_ONCE", 0.05)
    sent = json.dumps(bundled(*(record(id=f"bar {number}") for number in range(4)))).encode()
    phone.open("/import")
    phone.page.locator("#file").set_input_files(
        {"name": "games.json", "mimeType": "application/json", "buffer": sent}
    )
    phone.page.locator("button.primary").click()
    bar, far = phone.page.locator("progress"), phone.page.locator("#far")
    expect(far).to_have_text("1 of 4 games checked")
    phone.page.evaluate("document.body.dataset.same = 'page'")
    other.open("/import")
    other.page.locator("textarea").fill("half a record")
    steps.release()
    expect(far).to_have_text("2 of 4 games checked")
    expect(bar).to_have_js_property("position", 0.5)
    expect(other.page.locator("#far")).to_have_text("2 of 4 games checked")
    expect(phone.page.locator("body")).to_have_attribute("data-same", "page")
    steps.release(10)
    expect(phone.page.locator(".saved")).to_have_text("4 games added.")
    expect(other.page.locator("progress")).to_have_count(0)
    expect(other.page.locator("textarea")).to_have_value("half a record")
    assert phone.problems == other.problems == []
