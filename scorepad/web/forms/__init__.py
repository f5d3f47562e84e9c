"""What a request says, read into values of the rules; what can't be read is refused.

Who was meant is asked of the game as its sender saw it.
"""

from scorepad.web.forms.cards import read_action_card, read_rolls, read_score_card
from scorepad.web.forms.corrections import Draft, also_text, places_told, read_draft, read_wish, turn_at
from scorepad.web.forms.fields import Form, read_names, read_page, read_player, read_seen, read_whole
from scorepad.web.forms.house_rules import (
    called,
    filter_rules,
    read_chosen,
    read_filter_rules,
    read_rules,
    readable_rules,
)
from scorepad.web.forms.manner import CLOCKS, read_clock, read_manner
from scorepad.web.forms.teams import read_regroup, read_team, read_teams, teams_now, teams_said
from scorepad.web.forms.turns import read_claim, read_correction, read_first_roll, read_turn
from scorepad.web.forms.typed import Typed, read_typed

__all__ = [
    "CLOCKS",
    "Draft",
    "Form",
    "Typed",
    "also_text",
    "called",
    "filter_rules",
    "places_told",
    "read_action_card",
    "read_chosen",
    "read_claim",
    "read_clock",
    "read_correction",
    "read_draft",
    "read_filter_rules",
    "read_first_roll",
    "read_manner",
    "read_names",
    "read_page",
    "read_player",
    "read_regroup",
    "read_rolls",
    "read_rules",
    "read_score_card",
    "read_seen",
    "read_team",
    "read_teams",
    "read_turn",
    "read_typed",
    "read_whole",
    "read_wish",
    "readable_rules",
    "teams_now",
    "teams_said",
    "turn_at",
]
