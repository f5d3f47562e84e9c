"""Who plays with whom, as a form says it: beside each player, in seat order, the number of a team."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scorepad.rules import Game, Refused, Regroup, Teams, seating
from scorepad.store import StoredGame
from scorepad.web.forms.fields import Form


def read_teams(form: Form, players: int) -> Teams:
    """The teams by places, those with a number first; who has none plays alone. Nobody together: no teams.

    Raises Refused `bad_team`.
    """
    told = [read_team(text) for text in form.getlist("team")[:players]]
    told += [0] * (players - len(told))
    places = range(1, players + 1)
    together = [tuple(place for place in places if told[place - 1] == team) for team in sorted({*told} - {0})]
    teams = (*together, *((place,) for place in places if not told[place - 1]))
    return teams if any(len(team) > 1 for team in teams) else ()


def read_team(text: str) -> int:
    """The number of a team, 0 for none. Raises Refused `bad_team`."""
    if text and not re.fullmatch("[1-9][0-9]{0,2}", text):
        raise Refused("bad_team")
    return int(text or 0)


def read_regroup(form: Form, then: StoredGame) -> Regroup:
    """Other teams for those at the table; who came and was taken back is in none of theirs.

    Raises Refused `bad_team`.
    """
    game, places = then.game, seating(then.events, len(then.game.players))
    told = [tuple(game.seats[place - 1] for place in team) for team in read_teams(form, len(game.seats))]
    if told:
        told += [(seat,) for seat in sorted(game.waiting)]
    return Regroup(tuple(tuple(places[seat - 1] for seat in team) for team in told))


def teams_now(game: Game) -> list[str]:
    """The same of those at the table, as they play now: who plays alone is in no team."""
    numbered = enumerate(game.teams, 1)
    told = {seat: str(number) for number, team in numbered if len(team) > 1 for seat in team}
    return [told.get(seat, "") for seat in game.seats]


def teams_said(form: Form, players: Sequence[str]) -> list[str]:
    """What the form says of each of them, wherever they sit now."""
    said = dict(zip(form.getlist("player"), form.getlist("team"), strict=False))
    return [said.get(name, "") for name in players]
