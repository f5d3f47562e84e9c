"""What the coach says in a review."""

from __future__ import annotations

from markupsafe import Markup

from scorepad.coach import BONUS, ROOM, Moment, PlayerReview, Turning
from scorepad.rules import Game
from scorepad.sentences import N_, NN_
from scorepad.stats import nearest
from scorepad.web.words.house_rules import HouseRules
from scorepad.web.words.sentences import isolated

_STRUCK = N_("{box} was struck; {other} paid {more}.")
_TOOK = N_("{box} took {points}; {other} paid {more}.")
_CLOSED = N_("{box} was struck; {other} was the one to strike.")
_USED = N_("{box} took {points}; {other} was the one to strike.")
_HELPED = N_("That also counts towards the upper bonus of {bonus}.")
_NEEDED = N_("{box} left open: a better chance of the upper bonus of {bonus}.")
_WORTH = N_("{box} left open: {worth} more points on average.")
_WROTE = N_("{name} wrote {points} in {box}.")
_BONUS_CAME = N_("{name} wrote {points} in {box}, and the upper bonus of {bonus} came with it.")
_EXTRA_CAME = N_("{name} wrote {points} in {box}, with {extra} on top.")
_STRUCK_OUT = N_("{name} struck {box}.")


class Coached(HouseRules):
    """The words for what choices were worth."""

    def moment(self, moment: Moment) -> Markup:
        """What was done in a costly turn, and what paid more."""
        placed, better = moment.turn.target, moment.better
        ruleset = moment.turn.sheet.ruleset
        if better.points:
            sentence = _TOOK if placed.points else _STRUCK
        else:
            sentence = _USED if placed.points else _CLOSED
        return self(
            sentence,
            box=self.box(placed.box, ruleset.id),
            points=placed.points,
            other=self.box(better.box, ruleset.id),
            more=better.points,
        )

    def why(self, moment: Moment) -> Markup:
        """Why it cost so much, where that is not seen in the points at once; else empty."""
        ruleset, placed = moment.turn.sheet.ruleset, moment.turn.target.box
        box = self.box(placed, ruleset.id)
        if moment.reason == BONUS:
            sentence = _NEEDED if placed in ruleset.upper_ids else _HELPED
            return self(sentence, box=box, bonus=ruleset.bonus.points)
        return self(_WORTH, box=box, worth=self.tenths(moment.worth)) if moment.reason == ROOM else Markup()

    def lucky(self, share: float) -> Markup:
        """How kind the dice were, by the share of games with less luck."""
        games = min(9, int(10 * share))
        if games < 1:
            return self(N_("Less luck than in 9 games of 10"))
        return self.plural(*NN_("Luckier than {count} game in 10", "Luckier than {count} games in 10"), games)

    def turned(self, game: Game, turning: Turning) -> Markup:
        """Whose entry was the turning point."""
        turn = turning.turn
        box = self.box(turn.target.box, game.ruleset.id)
        return self(N_("{name}: {box}"), name=game.player(turn.seat), box=box)

    def decided(self, game: Game, turning: Turning) -> Markup:
        """What was written in the turning point, and where; the upper bonus, or that of all dice alike again,
        if it came with it.
        """
        turn = turning.turn
        points, extra = turn.target.points, turn.target.extra
        bonus = turn.filled.upper_bonus - turn.sheet.upper_bonus
        return self(
            _BONUS_CAME if bonus else _EXTRA_CAME if extra else _WROTE if points else _STRUCK_OUT,
            name=self.strong(isolated(game.player(turn.seat))),
            box=self.cell(turn.target, game.ruleset),
            points=self.strong_figure(points),
            bonus=self.strong_figure(bonus),
            extra=self.strong_figure(extra),
        )

    def strong_figure(self, value: int) -> Markup:
        """A figure that stands out within a sentence."""
        return Markup("<b>{}</b>").format(self.number(value))

    def best_boxes(self, player: PlayerReview) -> Markup:
        """In how many of the turns with dice nothing was better."""
        told = NN_("{best} of {count} box", "{best} of {count} boxes")
        return self.plural(*told, len(player.judged), best=player.best)

    def percent(self, share: float) -> Markup:
        """A share of one as a whole percentage."""
        return self.percent_of(nearest(100 * share))

    def percent_of(self, hundredths: int) -> Markup:
        """A percentage."""
        return self(N_("{share}%"), share=hundredths)

    def signed(self, value: float) -> str:
        """A figure with one place behind the point, and always with its sign."""
        return f"+{self.tenths(value)}" if value >= 0 else self.tenths(value)
