"""What is told of a finished game to others: its outcome in a headline, and all of it in one line."""

from __future__ import annotations

import re
from html import unescape
from itertools import takewhile
from unicodedata import bidirectional

from markupsafe import Markup

from scorepad.coach import Turning
from scorepad.rules import Game
from scorepad.sentences import N_, NN_
from scorepad.store import StoredGame, now
from scorepad.web.chart import best_first
from scorepad.web.words import calendars
from scorepad.web.words.coached import Coached
from scorepad.web.words.records import Records
from scorepad.web.words.teams import Teams

_ISOLATED = re.compile("<bdi[^>]*>(.*?)</bdi>", re.DOTALL)
_OTHER_WAY = {"ltr": ("R", "AL"), "rtl": ("L",)}
"""Direction of a language → the classes of letters that run against it."""

_LEFT, _WON = N_("left early"), N_("won at once")


class Shared(Records, Coached, Teams):
    """The words for what leaves the table."""

    def plain(self, said: Markup) -> str:
        """Words as plain text: names are isolated by signs, and only where they run against the line."""
        return Markup(_ISOLATED.sub(self._kept_apart, said)).striptags()  # noqa: S704 (escaped already)

    def _kept_apart(self, name: re.Match[str]) -> str:
        letters = map(bidirectional, unescape(name[1]))
        if any(letter in _OTHER_WAY[self.direction] for letter in letters):
            return f"\N{FIRST STRONG ISOLATE}{name[1]}\N{POP DIRECTIONAL ISOLATE}"
        return name[1]

    # --- a headline -----------------------------------------------------------------------------------

    def outcome(self, stored: StoredGame, record: int | None) -> Markup:
        """The game in a sentence; `record` is what one who plays alone had before, if any."""
        game = stored.game
        if game.won:
            return self.won_at_once(game)
        if game.teams:
            return self.team_headline(game)
        if len(game.seats) > 1 or game.sheet(game.seats[0]).left:
            return self._among_players(game)
        return self._alone(game.sheet(game.seats[0]).total, record, hinted=stored.hinted)

    def _alone(self, total: int, record: int | None, *, hinted: bool) -> Markup:
        if hinted or (record is not None and total <= record):
            return self(N_("{total} points"), total=total)
        told = N_("{total} points: a first record") if record is None else N_("{total} points: a new record!")
        return self(told, total=total)

    def _among_players(self, game: Game) -> Markup:
        ranked = best_first(game)
        best, second = ranked[0], ranked[1] if len(ranked) > 1 else ranked[0]
        name, firsts = game.player(best), list(takewhile(lambda seat: game.ranks[seat] == 1, ranked))
        if game.sheet(best).left:
            return self(N_("Nobody stayed to the end"))
        if len(firsts) > 1:
            sentence = N_("{names} are tied") if game.to_roll else N_("{names} share the win")
            return self(sentence, names=self.join(map(game.player, firsts)))
        if game.sheet(second).left:
            return self(N_("{name} wins"), name=name)
        if game.roll_offs:
            return self(N_("{name} wins the roll-off"), name=name)
        ahead = game.sheet(best).total - game.sheet(second).total
        return self(N_("{name} wins by {points}"), name=name, points=ahead)

    def round_decided(self, turning: Turning) -> Markup:
        """In which round the game was decided."""
        return self(N_("Round {round} decided it"), round=turning.turn.round)

    def more(self, count: int) -> Markup:
        """How many others there are for whom there is no row."""
        return self.plural(*NN_("and {count} other", "and {count} others"), count)

    def for_real_dice(self) -> Markup:
        """What the picture was made with."""
        return self(N_("Scorepad, for real dice"))

    # --- a line ---------------------------------------------------------------------------------------

    def told_of(self, stored: StoredGame) -> str:
        """The sheet, the day and the totals by rank, as plain text."""
        game = stored.game
        ranked = self._told_of_teams(game) if game.teams else self._told_of_players(game)
        day = Markup("{}").format(self.shared_day(stored.finished_at or ""))
        sheet = self.ruleset(game.ruleset.id)
        return self.plain(self(N_("{sheet}, {day}: {totals}"), sheet=sheet, day=day, totals=ranked))

    def _told_of_teams(self, game: Game) -> Markup:
        lines = self.ranked_teams(game)
        return self.comma.join(self(N_("{name} {total}"), name=line.name, total=line.total) for line in lines)

    def _told_of_players(self, game: Game) -> Markup:
        return self.comma.join(self._told_of_player(game, seat) for seat in best_first(game))

    def _told_of_player(self, game: Game, seat: int) -> Markup:
        name, total, fate = game.player(seat), game.sheet(seat).total, self.fate(game, seat)
        if fate:
            return self(N_("{name} {total} ({fate})"), name=name, total=total, fate=fate)
        return self(N_("{name} {total}"), name=name, total=total)

    def fate(self, game: Game, seat: int) -> Markup:
        """What a total does not tell: who left, who won at once; else empty."""
        sheet = game.sheet(seat)
        return self(_LEFT) if sheet.left else self(_WON) if sheet.won else Markup()

    def shared_day(self, moment: str) -> str:
        """A day that is read later: of another year with that year, never as `today`."""
        own = self.year(moment) == self.year(now())
        return self._day(moment, calendars.DAY_AND_MONTH if own else calendars.DATE)

    def whole_day(self, moment: str) -> str:
        """A day with its weekday."""
        return self._day(moment, calendars.WHOLE_DAY)
