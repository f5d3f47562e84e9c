"""Pages about people, records and evenings read well whatever became of games and names."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.helpers import Page, rows, store_of
from tests.stats.life import Life

STEPS, LOOKS = 60, 3


def addresses(app: Flask) -> list[str]:
    """Every page that there could be."""
    store = store_of(app)
    people = [f"/players/{one}" for (one,) in rows(store, "SELECT id FROM players")]
    games = [f"/games/{key}" for (key,) in rows(store, "SELECT key FROM games")]
    sheets = [f"/records?rules={sheet}" for (sheet,) in rows(store, "SELECT DISTINCT ruleset FROM games")]
    of_games = [f"{game}{page}" for game in games for page in ("", "/sheet", "/evening")]
    of_people = [f"{one}{page}" for one in people for page in ("", "/edit")]
    return ["/", "/games", "/players", "/records", *sheets, *of_people, *of_games]


@pytest.mark.parametrize("seed", [7, 11])
def test_every_page_is_whole(app: Flask, client: FlaskClient, seed: int) -> None:
    life = Life(store_of(app), seed)
    for _ in range(LOOKS):
        for _ in range(STEPS // LOOKS):
            life.step()
        for address in addresses(app):
            answer = client.get(address, follow_redirects=True)
            assert answer.status_code in (200, 404), address
            Page(answer.text)
