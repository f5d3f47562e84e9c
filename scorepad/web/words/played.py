"""What is said of a game: what a box offers, what a turn brought, what cards did."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from gettext import NullTranslations
from urllib.parse import urlencode

from markupsafe import Markup

from scorepad.rules import (
    CHANGE_DIE,
    EXTRA_ROLL,
    LOSER,
    NEXT_SEAT,
    RANDOM,
    REDUCE_OPPONENT,
    WINNER,
    ActionCard,
    Box,
    Game,
    RuleSet,
    ScoreCard,
    Target,
)
from scorepad.sentences import N_, NN_
from scorepad.web.words.sentences import isolated
from scorepad.web.words.teams import Teams

_HAPPENED = {
    "skip": N_("{name} was skipped"),
    "leave": N_("{name} left"),
    "join": N_("{name} joined"),
}

_STARTERS = {
    NEXT_SEAT: N_("next seat"),
    LOSER: N_("the loser"),
    WINNER: N_("the winner"),
    RANDOM: N_("random"),
}

_COMPANY = NN_("of {count} game with others", "of {count} games with others")
_SHARED = NN_("{count} shared", "{count} shared")
_ON_SHEETS = NN_("on {count} sheet", "on {count} sheets")
_EXTRAS = NN_("{count} of them extra", "{count} of them extra")

_OFFER = NN_("{box}, {count} point", "{box}, {count} points")


@cache
def _offer_forms(translations: NullTranslations, most: int) -> tuple[list[str], str]:
    said = [translations.ngettext(*_OFFER, points) for points in range(most + 1)]
    forms = list(dict.fromkeys(said))
    which = "".join(str(forms.index(sentence)) for sentence in said)
    return forms, which.rstrip(which[-1]) + which[-1]


class Played(Teams):
    """The words for what is played."""

    def starter(self, way: str) -> Markup:
        """Who starts the next game of the same table."""
        return self(_STARTERS[way])

    def offer(self, name: Markup, target: Target) -> Markup:
        """What a screen reader says of an offered box, or cell, of that name."""
        points, extra = target.points, target.extra
        if target.wins:
            return self(N_("{box}, {points} points, wins at once"), box=name, points=points)
        if extra:
            return self(N_("{box}, {points} +{extra} points"), box=name, points=points, extra=extra)
        return self.plural(*_OFFER, points, box=name)

    def offer_forms(self, most: int) -> tuple[list[str], str]:
        """The sentences of `offer` without a bonus, and which of them is for 0, 1, 2 … points.

        The last of these holds for all that follow, up to `most`.
        """
        return _offer_forms(self._translations, most)

    def claim(self, box: Markup, extra: int) -> Markup:
        """What a screen reader says of claiming a bonus with a zero in the box, or cell, of that name."""
        return self(N_("{box}: {zero} +{extra}, claim the bonus"), box=box, zero=0, extra=extra)

    def points(self, target: Target) -> Markup:
        """What a turn brought, its bonus beside it."""
        points = self.number(target.points)
        return isolated(f"{points} +{self.number(target.extra)}" if target.extra else points)

    def difference(self, value: int) -> Markup:
        """A figure with its sign, kept together in a line of either direction."""
        return isolated(f"+{self.number(value)}" if value > 0 else self.number(value))

    def wins_told(self, company: int, shared: int) -> Markup:
        """Of how many games with others somebody won some, and how many wins were shared."""
        told = [self.plural(*_COMPANY, company)]
        if shared:
            told.append(self.plural(*_SHARED, shared))
        return self.comma.join(told)

    def alike_told(self, sheets: int | None, extras: int) -> Markup:
        """On how many sheets there were all dice alike, where that is known, and how many came again."""
        told = [self.plural(*_ON_SHEETS, sheets)] if sheets else []
        if extras:
            told.append(self.plural(*_EXTRAS, extras))
        return self.comma.join(told)

    def served(self, box: Box) -> Markup | str:
        """What is printed beside a box for a first roll, empty where that is nothing special."""
        if box.wins:
            return self(N_("wins"))
        if not box.served:
            return ""
        return self.number(box.fixed + box.served) if box.fixed else self.difference(box.served)

    def first_rolls(self, ruleset: RuleSet) -> Markup:
        """What a first roll brings more, in a line; where that is nothing, which boxes it wins in."""
        amounts = dict.fromkeys(box.served for box in ruleset.boxes if box.served)
        if amounts:
            return Markup(" ").join(self._served_more(amount, ruleset) for amount in amounts)
        return self(N_("First roll wins: {boxes}"), boxes=self._short(ruleset.winning, ruleset))

    def _served_more(self, amount: int, ruleset: RuleSet) -> Markup:
        boxes = self._short((box for box in ruleset.boxes if box.served == amount), ruleset)
        return self(N_("First roll: {boxes} {more}"), boxes=boxes, more=self.difference(amount))

    def _short(self, boxes: Iterable[Box], ruleset: RuleSet) -> Markup:
        return self.comma.join(self.short_box(box.id, ruleset.id) for box in boxes)

    def won_at_once(self, game: Game) -> Markup:
        """Who won a game at once, and with which box: that of its last turn."""
        box = next(target.box for target in reversed(game.scored) if target is not None)
        sentence = N_("{name} wins at once with a served {box}!")
        return self(sentence, name=game.player(game.won or 0), box=self.box(box, game.ruleset.id))

    def lead(self, game: Game) -> Markup:
        """Who leads and by how much, or who share the lead; empty where there is nothing to tell."""
        if game.teams:
            return self.team_lead(game)
        totals = {seat: game.sheet(seat).total for seat in game.seats if not game.sheet(seat).left}
        ahead, *behind = sorted(set(totals.values()), reverse=True) or [0]
        leaders, followers = (
            self._with_total(ahead, totals, game),
            self._with_total(max(behind, default=0), totals, game),
        )
        if len(leaders) > 1:
            return self(N_("{names} are tied"), names=self.join(leaders)) if ahead else Markup()
        if not behind:
            return Markup()
        return self(
            N_("{name} leads {others} by {points}"),
            name=self.strong(self.join(leaders)),
            others=self.strong(self.join(followers)),
            points=ahead - behind[0],
        )

    @staticmethod
    def _with_total(total: int, totals: Mapping[int, int], game: Game) -> list[str]:
        return [game.player(seat) for seat, has in totals.items() if has == total]

    def happened(self, kind: str, name: str) -> Markup:
        """What an entry that is no turn was."""
        return self(_HAPPENED[kind], name=name)

    def action_card(self, card: ActionCard, players: Sequence[str]) -> Markup:
        """What an action card did, in a few words."""
        if card.kind == CHANGE_DIE:
            return self(N_("a die changed from {old} to {new}"), old=card.old, new=card.new)
        if card.kind == EXTRA_ROLL:
            return self(N_("an extra roll"))
        if card.kind == REDUCE_OPPONENT:
            return self(N_("{name} loses {points}"), points=card.points, name=players[card.seat - 1])
        return isolated(card.name)

    def score_card(self, card: ScoreCard, ruleset: str = "") -> Markup:
        """What a score card says."""
        if card.by:
            return self(N_("{box} × {by}"), box=self.box(card.box, ruleset), by=card.by)
        return self(N_("+{points}"), points=card.add)

    @staticmethod
    def card_fields(card: ActionCard, ids: Sequence[int]) -> dict[str, str | int]:
        """The fields of a form that play that card again; `ids` are the players', by seat."""
        fields: dict[str, str | int] = {
            "card_kind": card.kind,
            "card_from": card.old,
            "card_to": card.new,
            "card_player": ids[card.seat - 1] if card.seat else "",
            "card_points": card.points,
            "card_name": card.name,
        }
        return {name: value for name, value in fields.items() if value}

    def card_query(self, card: ActionCard, ids: Sequence[int]) -> str:
        """The same as a part of an address."""
        return urlencode(self.card_fields(card, ids))
