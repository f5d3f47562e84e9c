"""What may happen to the games of a household in years, by chance: one step after another."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from scorepad.record import Record, read_record, write_record
from scorepad.rules import (
    Edit,
    Exchange,
    FetchBack,
    Fix,
    Gain,
    Game,
    Hints,
    HouseRules,
    Join,
    Leave,
    Refused,
    Rename,
    RollOff,
    RuleSet,
    ScoreCard,
    Skip,
    ThrowAway,
    Turn,
    all_rolls,
    late_of,
    new_game,
    replay,
    targets,
    with_options,
)
from scorepad.stats import every_key
from scorepad.store import NoSuchGame, Stale, Store, StoredGame
from scorepad.transfer import rebuild
from tests.helpers import REDO, UNDO, rows, wish

HOUSES: tuple[tuple[str, dict[str, object]], ...] = (
    *((sheet, {}) for sheet in ("yacht", "yahtzee", "forced_yatzy", "free_for_all", "generala")),
    ("yacht", {"bonus": [50, 20]}),
    ("yahtzee", {"extra": 50}),
    ("generala", {"served": False}),
)
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Åke")


def moment(minutes: int) -> str:
    """So many minutes after some Sunday."""
    days, rest = divmod(minutes, 24 * 60)
    return f"2026-11-{1 + days:02}T{rest // 60:02}:{rest % 60:02}:00Z"


def some_game(ruleset: RuleSet, names: list[str], chance: random.Random) -> Game:
    """A whole game in which somebody may come late, be passed over, or go home."""
    late = [len(names)] if len(names) > 2 and chance.random() < 0.3 else []
    game = new_game(ruleset, names, late)
    while game.mover is not None:
        game = game.after(_entry(game, game.mover, chance))
    while game.to_roll and chance.random() < 0.8:
        game = replace(game, roll_offs=(*game.roll_offs, _rolls(game, chance)))
    return game


def _entry(game: Game, mover: int, chance: random.Random) -> Turn | Skip | Leave | Join:
    mark = chance.random()
    if game.waiting and (mark < 0.2 or len(game.entries) > 15):
        return Join(min(game.waiting))
    if mark > 0.99:
        return Skip(mover)
    staying = [seat for seat in game.seats if not game.sheet(seat).left]
    if mark > 0.985 and len(staying) > 1:
        return Leave(chance.choice(staying))
    return some_turn(game, mover, chance)


def some_turn(game: Game, seat: int, chance: random.Random) -> Turn:
    """Some roll in some box; all dice alike come often."""
    rolls = all_rolls(game.ruleset.dice)
    dice = chance.choice(rolls)
    if chance.random() < 0.2:
        dice = chance.choice([roll for roll in rolls if len(set(roll.faces)) == 1])
    target = chance.choice(targets(game.sheet(seat), dice))
    return Turn(seat, target.box, dice, claim=target.claim, column=target.column)


def _rolls(game: Game, chance: random.Random) -> tuple[tuple[int, int], ...]:
    return tuple((seat, chance.randint(1, 6)) for seat in game.to_roll)


class Life:
    """Steps at one store. What is refused has not happened."""

    def __init__(self, store: Store, seed: int) -> None:
        self.store = store
        self.chance = random.Random(seed)
        self.houses = self.chance.sample(HOUSES, 2)  # few of them, so that players meet again and again
        self.steps: tuple[tuple[Callable[[], object], int], ...] = (
            (self.arrive, 8),
            (self.play, 8),
            (self.take_back, 6),
            (self.bring_back, 4),
            (self.correct, 6),
            (self.exchange, 3),
            (self.other_rules, 3),
            (self.ask_the_coach, 3),
            (self.pass_over, 1),
            (self.go_home, 2),
            (self.come_late, 2),
            (self.gain, 2),
            (self.roll, 3),
            (self.another_start, 5),
            (self.rename, 2),
            (self.rename_at_the_table, 1),
            (self.merge, 4),
            (self.part, 3),
            (self.archive, 1),
            (self.erase, 1),
            (self.throw_away, 4),
            (self.fetch_back, 3),
            (self.purge, 1),
            (self.write_anew, 1),
        )

    def step(self) -> str:
        """One step; what it was."""
        steps, weights = zip(*self.steps, strict=True)
        (what,) = self.chance.choices(steps, weights)
        with suppress(Refused, Stale, NoSuchGame):
            what()
        return str(what.__name__)

    # --- games --------------------------------------------------------------------------------------

    def arrive(self) -> None:
        """Games from elsewhere, of any time; some lack their last entries."""
        self.store.add_games([self._record() for _ in range(self.chance.randint(1, 3))])

    def _record(self) -> Record:
        """As it is read from its JSON."""
        ruleset = with_options(*self.chance.choice(self.houses))
        least = max(ruleset.least_players, self.chance.choice((1, 2, 2, 3)))
        game = some_game(ruleset, self.chance.sample(NAMES, least), self.chance)
        late = late_of(game)
        if missing := self.chance.choice((0, 0, 0, 1, 2, 3)):
            game = replay(ruleset, game.players, game.entries[:-missing], late)
        start = self.chance.randrange(4 * 24 * 60)
        times = moment(start), moment(start + self.chance.randrange(600)) if game.finished else None
        return read_record(
            json.loads(json.dumps(write_record(Record(game, None, *times, hints=self.chance.random() < 0.2))))
        )

    def _some_key(self) -> str:
        """A game, rather a newer one."""
        keys = [str(key) for (key,) in rows(self.store, "SELECT key FROM games ORDER BY touched DESC")]
        if not keys:
            raise NoSuchGame("")
        return keys[min(int(self.chance.expovariate(0.3)), len(keys) - 1)]

    def _append(self, payload: Callable[[StoredGame], object]) -> None:
        stored = self.store.load_any(self._some_key())
        what = payload(stored)
        if what is not None:
            self.store.append(stored.key, stored.seen, what if callable(what) else wish(what))  # type: ignore[arg-type]

    def play(self) -> None:
        [*keys] = [
            key for (key,) in rows(self.store, "SELECT key FROM games WHERE finished_at IS NULL ORDER BY id")
        ]
        if keys:
            stored = self.store.load_any(str(self.chance.choice(keys)))
            while stored.game.mover and self.chance.random() < 0.9:
                turn = some_turn(stored.game, stored.game.mover, self.chance)
                stored = self.store.append(stored.key, stored.seen, wish(turn))

    def take_back(self) -> None:
        self._append(lambda _: UNDO)

    def bring_back(self) -> None:
        self._append(lambda _: REDO)

    def correct(self) -> None:
        self._append(self._fix)

    def _fix(self, stored: StoredGame) -> Fix | None:
        turns = [told for told in stored.story.standing if isinstance(told.entry, Turn)]
        if not turns:
            return None
        told = self.chance.choice(turns)
        assert isinstance(told.entry, Turn)
        dice = self.chance.choice(all_rolls(stored.game.ruleset.dice))
        return Fix(told.number, replace(told.entry, dice=dice, points=None, extra=False, claim=False))

    def exchange(self) -> None:
        self._append(self._exchange)

    def _exchange(self, stored: StoredGame) -> Exchange | None:
        turns = [told.number for told in stored.story.standing if isinstance(told.entry, Turn)]
        if len(turns) < 2:
            return None
        one, two = sorted(self.chance.sample(turns, 2))
        return Exchange(one, two)

    def other_rules(self) -> None:
        options = self.chance.choice(({}, {"bonus": [50, 20]}, {"extra": 0}, {"kinds": "own"}))
        self._append(lambda stored: HouseRules(with_options(stored.game.ruleset.id, options).chosen))

    def ask_the_coach(self) -> None:
        self._append(lambda stored: Hints(on=not stored.hints))

    def pass_over(self) -> None:
        self._append(lambda stored: Skip(stored.game.mover) if stored.game.mover else None)

    def go_home(self) -> None:
        self._append(lambda stored: Leave(self.chance.choice(stored.game.seats)))

    def come_late(self) -> None:
        stored = self.store.load_any(self._some_key())
        self.store.join(stored.key, stored.seen, self.chance.choice(NAMES))

    def gain(self) -> None:
        self._append(lambda stored: Gain(ScoreCard(self.chance.choice(stored.game.seats), "Lucky", add=30)))

    def roll(self) -> None:
        tied = [stored for key in every_key(self.store) if (stored := self.store.load(key)).game.to_roll]
        for stored in tied[:1]:
            self.store.append(stored.key, stored.seen, wish(RollOff(_rolls(stored.game, self.chance))))

    def another_start(self) -> None:
        start = moment(self.chance.randrange(5 * 24 * 60))
        self._append(lambda stored: Edit(stored.note, start))

    def throw_away(self) -> None:
        self._append(lambda _: ThrowAway())

    def fetch_back(self) -> None:
        binned = rows(self.store, "SELECT key FROM games WHERE deleted_at IS NOT NULL ORDER BY id")
        if binned:
            stored = self.store.load_any(str(self.chance.choice(binned)[0]))
            self.store.append(stored.key, stored.seen, wish(FetchBack()))

    def purge(self) -> None:
        self.store.purge([self._some_key()])

    def write_anew(self) -> None:
        rebuild(self.store)

    # --- people ---------------------------------------------------------------------------------------

    def _some_player(self) -> int:
        ids = [int(str(one)) for (one,) in rows(self.store, "SELECT id FROM players ORDER BY id")]
        return self.chance.choice(ids) if ids else 0

    def rename(self) -> None:
        self.store.rename(self._some_player(), self.chance.choice((*NAMES, "Fay", "Gus")))

    def rename_at_the_table(self) -> None:
        name = self.chance.choice((*NAMES, "Hal"))
        self._append(lambda stored: Rename(self.chance.choice(stored.player_ids), name))

    def merge(self) -> None:
        self.store.merge(self._some_player(), self._some_player())

    def part(self) -> None:
        self.store.part(self._some_player())

    def archive(self) -> None:
        self.store.archive(self._some_player(), self.chance.random() < 0.5)

    def erase(self) -> None:
        self.store.erase(self._some_player())
