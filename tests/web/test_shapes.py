"""3+2, 3+3 and 4+2 beside the names of boxes, wherever a sheet with several such boxes is shown."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.helpers import Page, store_of

SHAPES = ["3+2", "3+3", "4+2"]


def shapes(client: FlaskClient, path: str, language: str = "en") -> list[str]:
    page = Page(client.get(path, headers={"Accept-Language": language}).text)
    return [shape.text for shape in page.with_class("shape")]


@pytest.mark.parametrize("path", ["/games/{key}", "/games/{key}/sheet", "/print?game={key}"])
def test_the_sizes_of_groups_stand_beside_the_names_of_their_boxes(client: FlaskClient, path: str) -> None:
    store = store_of(client.application)
    for ruleset, expected in (("maxi_yatzy", SHAPES), ("yatzy", []), ("yahtzee", [])):
        assert shapes(client, path.format(key=store.create(ruleset, ["Ana", "Ben"]))) == expected


def test_the_sizes_of_groups_stand_on_a_blank_sheet(client: FlaskClient) -> None:
    assert shapes(client, "/print?ruleset=maxi_yatzy") == SHAPES
    assert shapes(client, "/print?ruleset=yatzy") == []


def test_the_sizes_of_groups_are_written_in_the_reader_s_figures_and_read_from_the_left(
    client: FlaskClient,
) -> None:
    assert shapes(client, "/print?ruleset=maxi_yatzy", "fa") == ["۳+۲", "۳+۳", "۴+۲"]
    page = Page(client.get("/print?ruleset=maxi_yatzy", headers={"Accept-Language": "fa"}).text)
    assert [bdi["dir"] for shape in page.with_class("shape") for bdi in shape.all("bdi")] == ["ltr"] * 3
