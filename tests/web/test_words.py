"""House rules in words: a label, a short name and a sentence for every value of every sheet."""

from __future__ import annotations

from gettext import NullTranslations
from itertools import combinations

import pytest
from babel import Locale

from scorepad.rules import OPTIONS, RULESETS, Refused, RuleSet, Value, options_of, ruleset_of, with_options
from scorepad.web.words import Words, isolated, words_of_terminal
from tests.made_up_sheet import MADE_UP, registered

CHANGED_BONUS = (40, 70)


@pytest.fixture
def words() -> Words:
    return words_of_terminal({})


def values(ruleset: RuleSet, option: str) -> tuple[Value, ...]:
    return (*OPTIONS[option].choices(ruleset), *([(0, 63), CHANGED_BONUS] if option == "bonus" else []))


EVERY = [
    (ruleset.id, option.id, value)
    for ruleset in RULESETS.values()
    for option in options_of(ruleset)
    for value in values(ruleset, option.id)
]


def test_every_house_rule_is_told_on_every_sheet(words: Words) -> None:
    for ruleset_id, option, value in EVERY:
        ruleset = ruleset_of(ruleset_id)
        label = words.option(ruleset, option).striptags()
        short = words.option_value(ruleset, option, value).striptags()
        told = words.option_told(ruleset, option, value).striptags()
        assert label[0].isupper() or label[0].isdigit(), (label, option)
        assert 0 < len(short) <= 12, (short, option)
        assert told.endswith("."), (told, option)
        assert told[0].isupper() or told[0].isdigit()
        assert "None" not in told
        assert "{" not in label + short + told


def test_the_values_of_a_house_rule_are_told_apart(words: Words) -> None:
    for (one_sheet, one_option, one), (sheet, option, other) in combinations(EVERY, 2):
        if (one_sheet, one_option) == (sheet, option) and one != other:
            ruleset = ruleset_of(sheet)
            assert words.option_value(ruleset, option, one) != words.option_value(ruleset, option, other)
            assert words.option_told(ruleset, option, one) != words.option_told(ruleset, option, other)


@pytest.mark.parametrize(
    ("ruleset", "option", "label"),
    [
        ("yahtzee", "extra", "Extra Yahtzee"),
        ("kniffel", "further", "Further Kniffel"),
        ("yams", "kinds", "3 and 4 of a kind"),
        ("yacht", "kinds", "4 of a kind"),
        ("yatzy", "five_full_house", "Five alike are a full house"),
        ("maxi_yatzy", "five_full_house", "Full house, Villa and Tower of one number"),
        ("generala", "bonus", "Upper bonus"),
    ],
)
def test_a_label_names_the_boxes_of_its_sheet(words: Words, ruleset: str, option: str, label: str) -> None:
    assert words.option(ruleset_of(ruleset), option).striptags() == label


@pytest.mark.parametrize(
    ("ruleset", "option", "value", "short", "told"),
    [
        (
            "yahtzee", "joker", "free", "Free",
            ("Five alike again: any open box; once the upper box of their number is filled,"
             " the lower ones pay in full."),
        ),
        (
            "triple_yahtzee", "joker", "free", "Free",
            ("Five alike again: any open box; once the upper boxes of their number are filled,"
             " the lower ones pay in full."),
        ),
        ("yahtzee", "extra", 50, "+50", "Once Yahtzee holds 50, each further one brings 50 more."),
        ("yahtzee", "extra", 0, "0", "A further Yahtzee brings no bonus."),
        (
            "triple_yahtzee", "extra", 100, "+100",
            ("Once Yahtzee holds 50 in every column, each further one brings 100 more,"
             " times what its column counts."),
        ),
        (
            "kniffel", "further", "plain", "As it lies",
            "Another Kniffel brings 50 more, and counts as it lies in any open box.",
        ),
        (
            "yams", "kinds", "all", "All dice",
            "Three of a kind and Four of a kind: the sum of all dice.",
        ),
        ("kniffel", "full_house", "fixed", "25", "A full house pays 25, whatever it shows."),
        ("yatzy", "five_full_house", True, "Yes", "Five alike count as a full house, too."),
        (
            "maxi_yatzy", "five_full_house", True, "Yes",
            "Full house, Villa and Tower: both parts may show the same number.",
        ),
        ("generala", "served", True, "Yes", "Generala in the first roll wins the game at once."),
        ("generala", "served", False, "No", "Nobody wins at once: Generala in the first roll pays 55."),
        ("yatzy", "bonus", (50, 63), "50 at 63", "50 more for an upper section of 63 or more."),
        ("yatzy", "bonus", (0, 63), "None", "There is no bonus for the upper section."),
    ],
)  # fmt: skip
def test_a_value_is_told_with_the_figures_of_its_sheet(
    words: Words, ruleset: str, option: str, value: Value, short: str, told: str
) -> None:
    sheet = ruleset_of(ruleset)
    assert words.option_value(sheet, option, value).striptags() == short
    assert words.option_told(sheet, option, value).striptags() == told


def test_what_differs_is_told_in_the_order_of_the_house_rules(words: Words) -> None:
    told = words.house_rules(with_options("yahtzee", {"bonus": [50, 60], "extra": 50, "joker": "none"}))
    assert [sentence.striptags() for sentence in told] == [
        "Five alike again: any open box, and they count as they lie.",
        "Once Yahtzee holds 50, each further one brings 50 more.",
        "50 more for an upper section of 60 or more.",
    ]
    assert words.house_rules(ruleset_of("yahtzee")) == []


def test_all_dice_alike_are_called_by_their_number(words: Words) -> None:
    assert [words.alike(count) for count in (4, 5, 6)] == ["All dice alike", "Five alike", "Six alike"]
    with registered(MADE_UP) as made_up:
        assert words.option_told(made_up, "joker", "none").startswith("Six alike again")


@pytest.mark.parametrize("language", ["en", "fa", "fi", "sv"])
def test_rule_sets_stand_as_in_the_catalogue(language: str) -> None:
    assert list(words_of_terminal({"LANG": language}).rulesets().items()) == list(RULESETS.items())


@pytest.mark.parametrize(("language", "first"), [("de", "kniffel"), ("fr", "yams"), ("es", "generala")])
def test_readers_find_the_game_of_their_country_first(language: str, first: str) -> None:
    words = Words(Locale(language), NullTranslations())
    others = [ruleset for ruleset in RULESETS if ruleset != first]
    assert list(words.rulesets()) == [first, *others]


def test_a_refused_option_names_the_rule_set(words: Words) -> None:
    refused = Refused("unknown_option", ruleset="yatzy", option="joker")
    assert words.refusal(refused).striptags() == "Yatzy has no option “joker”."


@pytest.mark.parametrize(
    ("name", "joined"), [("Ana", False), ("李", False), ("מינה", False), ("مینا", True), ("Ana مینا", True)]
)
def test_a_name_whose_letters_join_is_marked_so_that_no_word_of_it_is_parted(name: str, joined: bool) -> None:
    assert isolated(name) == (f'<bdi class="joined">{name}</bdi>' if joined else f"<bdi>{name}</bdi>")
