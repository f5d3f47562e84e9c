"""What the coach says of somebody's last games: points lost, luck, and the boxes that cost most."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorepad import coach
from scorepad.coach import PlayerReview, Table
from scorepad.rules import RuleSet
from scorepad.stats import Finish, nearest, readable
from scorepad.store import StoredGame
from scorepad.web.here import store
from scorepad.web.learning import table_for
from scorepad.web.pictures.trend import SPAN, Trend, trend

MOST_MISTAKES = 3


@dataclass(frozen=True, slots=True)
class Mistake:
    """A box that was filled when another one was better: how often, and the points lost by that."""

    box: str
    times: int
    lost: float


@dataclass(frozen=True, slots=True)
class Lately:
    """The last games whose dice are all known: points `lost` and `luck` of each, in figures and pictures."""

    finishes: tuple[Finish, ...]
    lost: tuple[int, ...]
    luck: tuple[int, ...]
    lost_trend: Trend
    luck_trend: Trend
    mistakes: tuple[Mistake, ...]


def lately(player: int, ruleset: RuleSet, finishes: Sequence[Finish]) -> Lately | None:
    """None where the coach does not know the sheet, nobody can choose, or too few games are known."""
    table = None if ruleset.in_order else table_for(ruleset)
    if table is None:
        return None
    games, _ = readable(store(), [finish.key for finish in finishes])
    told = {game.key: review for game in games if (review := _review(game, player, table))}
    if len(told) < SPAN:
        return None
    lost = tuple(nearest(review.lost) for review in told.values())
    luck = tuple(nearest(review.dice) for review in told.values())
    own = tuple(finish for finish in finishes if finish.key in told)
    return Lately(own, lost, luck, trend(lost), trend(luck), _mistakes(told.values()))


def _review(stored: StoredGame, player: int, table: Table) -> PlayerReview | None:
    """The player's review of that game; None where some dice are not known."""
    review = coach.player_review(stored.game, table, stored.player_ids.index(player) + 1)
    return review if review.turns and review.judged == review.turns else None


def _mistakes(reviews: Iterable[PlayerReview]) -> tuple[Mistake, ...]:
    """The boxes whose filling cost most."""
    losses: dict[str, list[float]] = defaultdict(list)
    for turn in (turn for review in reviews for turn in review.turns if turn.best):
        losses[turn.target.box].append(turn.loss)
    found = (Mistake(box, len(own), sum(own)) for box, own in losses.items())
    return tuple(sorted(found, key=lambda mistake: -mistake.lost)[:MOST_MISTAKES])
