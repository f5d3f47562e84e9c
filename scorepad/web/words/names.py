"""The catalogue of names: boxes, rule sets, fields; in English here, translated where they are said."""

from __future__ import annotations

from scorepad.sentences import N_


def NP_(context: str, name: str) -> tuple[str, str]:  # noqa: N802 (as N_, with a context)
    """Marks a name for translation where the same English word has several uses."""
    return context, name


RULESETS = {
    "yahtzee": NP_("rule set", "Yahtzee"),
    "yatzy": NP_("rule set", "Yatzy"),
    "forced_yatzy": NP_("rule set", "Forced Yatzy"),
    "yacht": NP_("rule set", "Yacht"),
    "maxi_yatzy": NP_("rule set", "Maxi Yatzy"),
    "kniffel": NP_("rule set", "Kniffel"),
    "yams": NP_("rule set", "Yams"),
    "generala": NP_("rule set", "Generala"),
    "triple_yahtzee": NP_("rule set", "Triple Yahtzee"),
    "free_for_all": NP_("rule set", "Yahtzee Free for All"),
}

FIRST_RULESETS = {"de": "kniffel", "fr": "yams", "es": "generala"}
"""Language → the rule set that its readers look for first."""

SHORT_RULESETS = {"free_for_all": NP_("short rule set", "Free for All")}
"""What a rule set is called where its name has no room."""

ABOUT_RULESETS = {
    "yahtzee": N_("{boxes} boxes, bonus {bonus} at {at}, Jokers, +{extra} each"),
    "yatzy": N_("{boxes} boxes with pairs, bonus {bonus} at {at}"),
    "forced_yatzy": N_("Yatzy, filled from top to bottom"),
    "yacht": N_("{boxes} boxes, no bonus, no Joker"),
    "maxi_yatzy": N_("six dice, {boxes} boxes, bonus {bonus} at {at}"),
    "kniffel": N_("{boxes} boxes, bonus {bonus} at {at}, further Kniffel +{extra}"),
    "yams": N_("{boxes} boxes, bonus {bonus} at {at}, no Joker"),
    "generala": N_("{boxes} boxes; a first roll pays more, or wins at once"),
    "triple_yahtzee": N_("three columns that count ×1, ×2, ×3"),
    "free_for_all": N_("Yahtzee with action and score cards"),
}
"""Rule set → one line of what it is."""

BOXES = {
    "ones": N_("Ones"),
    "twos": N_("Twos"),
    "threes": N_("Threes"),
    "fours": N_("Fours"),
    "fives": N_("Fives"),
    "sixes": N_("Sixes"),
    "one_pair": N_("One pair"),
    "two_pairs": N_("Two pairs"),
    "three_of_a_kind": N_("Three of a kind"),
    "four_of_a_kind": N_("Four of a kind"),
    "full_house": N_("Full house"),
    "small_straight": N_("Small straight"),
    "large_straight": N_("Large straight"),
    "chance": N_("Chance"),
    "yahtzee": N_("Yahtzee"),
    "yacht": N_("Yacht"),
    "yatzy": N_("Yatzy"),
    "three_pairs": N_("Three pairs"),
    "five_of_a_kind": N_("Five of a kind"),
    "full_straight": N_("Full straight"),
    "villa": N_("Villa"),
    "tower": N_("Tower"),
    "maxi_yatzy": N_("Maxi Yatzy"),
    "kniffel": N_("Kniffel"),
    "yams": N_("Yams"),
    "straight": N_("Straight"),
    "poker": N_("Poker"),
    "generala": N_("Generala"),
    "double_generala": N_("Double generala"),
}

BOXES_OF = {
    ("free_for_all", "small_straight"): NP_("Free for All", "Small straight"),
    ("free_for_all", "large_straight"): NP_("Free for All", "Large straight"),
    ("generala", "poker"): NP_("Generala", "Four of a kind"),
}
"""Boxes that some languages call otherwise in one rule set."""

SHORT_BOXES = {
    "three_of_a_kind": NP_("short box", "3 of a kind"),
    "four_of_a_kind": NP_("short box", "4 of a kind"),
    "small_straight": NP_("short box", "S. straight"),
    "large_straight": NP_("short box", "L. straight"),
    "five_of_a_kind": NP_("short box", "5 of a kind"),
    "full_straight": NP_("short box", "F. straight"),
    "poker": NP_("short box in Generala", "4 of a kind"),
    "double_generala": NP_("short box", "Double"),
}
"""What a box is called where its name has no room."""

SHORT_BOXES_OF = {
    ("free_for_all", "small_straight"): NP_("short box in Free for All", "S. straight"),
    ("free_for_all", "large_straight"): NP_("short box in Free for All", "L. straight"),
}

BOXES_FILLED = {
    "yahtzee": NP_("several boxes", "Yahtzees"),
    "yacht": NP_("several boxes", "Yachts"),
    "yatzy": NP_("several boxes", "Yatzys"),
    "maxi_yatzy": NP_("several boxes", "Maxi Yatzys"),
    "kniffel": NP_("several boxes", "Kniffels"),
    "yams": NP_("several boxes", "Yams"),
    "generala": NP_("several boxes", "Generalas"),
}
"""What boxes of all dice alike are called where several of them are counted."""

ALIKE = {5: N_("Five alike"), 6: N_("Six alike")}
"""How many dice a sheet has → what a roll of all dice alike is called, at the head of a sentence."""
ALL_ALIKE = N_("All dice alike")
"""What it is called with other numbers of dice."""

FIELDS = {"name": N_("the name"), "note": N_("the note"), "id": N_("the identity")}
"""What a refusal calls the field that it is about."""
