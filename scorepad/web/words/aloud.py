"""How a game stands, in two sentences for those who can't see the sheet."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from scorepad.rules import Game, team_standings
from scorepad.sentences import N_
from scorepad.store import StoredGame
from scorepad.web.words.played import Played
from scorepad.web.words.sentences import isolated

MOST_TOLD = 8
"""How many players are told of, the best first: more can't be remembered."""

_TURN = N_("{name}’s turn, round {round} of {rounds}; still open: {boxes}.")


class Aloud(Played):
    """The words that are read aloud."""

    def aloud(self, stored: StoredGame) -> tuple[Markup, ...]:
        """Who leads, and who needs what. While sums are hidden, no more than whose turn it is and what is
        open.
        """
        game = stored.game
        if game.finished:
            return (self(N_("The game is finished: {scores}."), scores=self._scores(game)),)
        turn = self._whose_turn(game)
        if stored.suspense:
            return self(N_("Totals are hidden until the end.")), turn
        needs = self._needs(game)
        return self._leads(game), (turn + Markup(" ") + needs if needs else turn)

    def _leads(self, game: Game) -> Markup:
        lead = self.lead(game)
        if lead:
            return self(N_("{lead}: {scores}."), lead=lead, scores=self._scores(game))
        return self(N_("It stands: {scores}."), scores=self._scores(game))

    def _whose_turn(self, game: Game) -> Markup:
        boxes = dict.fromkeys(cell.box for cell in game.mover_sheet.open_cells)
        names = [self.short_box(box, game.ruleset.id) for box in boxes]
        rounds = {"round": game.round, "rounds": game.ruleset.rounds}
        return self(_TURN, name=game.player(game.mover or 0), boxes=self._listed(names), **rounds)

    def _needs(self, game: Game) -> Markup:
        """What the upper bonus still wants of each who has no column with it; empty where there is none."""
        at = game.ruleset.bonus.at
        if not game.ruleset.bonus.points or len(game.ruleset.columns) > 1:
            return Markup()
        missing = {seat: at - game.sheet(seat).upper for seat in _best_first(game)}
        told = [self._with(game.player(seat), need) for seat, need in missing.items() if need > 0]
        return self(N_("To the upper bonus: {needs}."), needs=self._listed(told)) if told else Markup()

    def _scores(self, game: Game) -> Markup:
        """What everybody has, the best first; of teams what they have together."""
        if game.teams:
            teams = sorted(team_standings(game), key=lambda team: team.rank)
            told = [self._with(self.join(map(game.player, team.seats)), team.total) for team in teams]
        else:
            told = [self._with(game.player(seat), game.sheet(seat).total) for seat in _best_first(game)]
        return self._listed(told[:MOST_TOLD])

    def _with(self, name: str, points: int) -> Markup:
        return Markup("{} {}").format(isolated(name), self.number(points))

    def _listed(self, told: Iterable[Markup]) -> Markup:
        return self.comma.join(told)


def _best_first(game: Game) -> list[int]:
    """The seats of those who stay, by rank."""
    ranks = game.ranks
    stay = [seat for seat in game.seats if not game.sheet(seat).left] or list(game.seats)
    return sorted(stay, key=lambda seat: (ranks[seat], seat))[:MOST_TOLD]
