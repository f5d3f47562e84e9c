"""What can happen to a game: a frozen class for each kind, and the event that carries one.

A kind that is new needs its class here, its line in the codec of the store, its rule in `wishes`, and, where
it changes what stands, its place in `fold` or `story`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from scorepad.rules.cards import ActionCard, ScoreCard
from scorepad.rules.cell import Cell
from scorepad.rules.dice import Dice
from scorepad.rules.ruleset import Chosen
from scorepad.rules.teams import Teams

Rolls = tuple[tuple[int, int], ...]
"""One round of a roll-off: (seat, face), by seat."""

PLAY, CARDS, NOTE, HINTS, BIN = "play", "cards", "note", "hints", "bin"
SUSPENSE, CLOCK, TEAMS = "suspense", "clock", "teams"


@dataclass(frozen=True, slots=True)
class Payload:
    """What an event says, and what a sender wishes: a wish that equals what came next is a resend.

    `about` names what it changes or relies on: events about different things don't touch one another.
    """

    kind: ClassVar[str] = ""
    about: ClassVar[frozenset[str]] = frozenset()

    def touches(self, other: Payload) -> bool:
        """Whether a sender of the other one would have to know of this one."""
        return bool(self.about & other.about)


# --- entries: the lines of the game's story, by the player in `seat` (from 1) ---------------------------


@dataclass(frozen=True, slots=True)
class Turn(Payload):
    """A roll written into a box: its `dice` or, copied without them, its `points` (and `extra` for the bonus
    of all dice alike again). Perhaps an action `card`, a `claim` of the bonus, the mark of a first roll.
    """

    kind: ClassVar[str] = "turn"
    about: ClassVar[frozenset[str]] = frozenset((PLAY,))
    seat: int
    box: str
    dice: Dice | None = None
    points: int | None = None
    extra: bool = False
    card: ActionCard | None = None
    claim: bool = False
    column: int = 1
    first_roll: bool = False

    @property
    def cell(self) -> Cell:
        return Cell(self.box, self.column)


@dataclass(frozen=True, slots=True)
class Skip(Payload):
    """This time the turn of the player to move is passed over."""

    kind: ClassVar[str] = "skip"
    about: ClassVar[frozenset[str]] = frozenset((PLAY,))
    seat: int


@dataclass(frozen=True, slots=True)
class Leave(Payload):
    """A player goes home."""

    kind: ClassVar[str] = "leave"
    about: ClassVar[frozenset[str]] = frozenset((PLAY,))
    seat: int


@dataclass(frozen=True, slots=True)
class Join(Payload):
    """A late player comes to the table; `name` is what was typed, by which a resend is known. `team` is the
    one that this player comes to (from 1), where the game has teams; 0 for one of its own.
    """

    kind: ClassVar[str] = "join"
    about: ClassVar[frozenset[str]] = frozenset((PLAY,))
    seat: int
    name: str = field(default="", compare=False)
    team: int = field(default=0, compare=False)


Entry = Turn | Skip | Leave | Join


# --- what becomes of entries ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Undo(Payload):
    """Takes back the event `of`."""

    kind: ClassVar[str] = "undo"
    about: ClassVar[frozenset[str]] = frozenset((PLAY, CARDS))
    of: int


@dataclass(frozen=True, slots=True)
class Redo(Payload):
    """Brings back what the undo `of` took."""

    kind: ClassVar[str] = "redo"
    about: ClassVar[frozenset[str]] = frozenset((PLAY, CARDS))
    of: int


@dataclass(frozen=True, slots=True)
class Fix(Payload):
    """Puts its `turn` in place of that of event `of`."""

    kind: ClassVar[str] = "fix"
    about: ClassVar[frozenset[str]] = frozenset((PLAY,))
    of: int
    turn: Turn


@dataclass(frozen=True, slots=True)
class Exchange(Payload):
    """Swaps what the turns of the events `of` and `other` say and leaves them their seats."""

    kind: ClassVar[str] = "exchange"
    about: ClassVar[frozenset[str]] = frozenset((PLAY,))
    of: int
    other: int


@dataclass(frozen=True, slots=True)
class Fixes(Payload):
    """Several turns put right at once, because one alone would leave no room for another."""

    kind: ClassVar[str] = "fixes"
    about: ClassVar[frozenset[str]] = frozenset((PLAY,))
    fixes: tuple[Fix, ...]


@dataclass(frozen=True, slots=True)
class HouseRules(Payload):
    """Other house rules for the whole game, as `with_options` chose them, and what they are called."""

    kind: ClassVar[str] = "house_rules"
    about: ClassVar[frozenset[str]] = frozenset((PLAY, CARDS))
    chosen: Chosen = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Order(Payload):
    """Seats the players anew: for each seat, the seat that its player had."""

    kind: ClassVar[str] = "order"
    about: ClassVar[frozenset[str]] = frozenset((PLAY, CARDS))
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Regroup(Payload):
    """Puts the players into other teams, by their places at the start; no teams at all: each plays alone."""

    kind: ClassVar[str] = "teams"
    about: ClassVar[frozenset[str]] = frozenset((TEAMS,))
    teams: Teams


# --- cards ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Gain(Payload):
    """A player gains a score card."""

    kind: ClassVar[str] = "card"
    about: ClassVar[frozenset[str]] = frozenset((CARDS,))
    card: ScoreCard


@dataclass(frozen=True, slots=True)
class Uncard(Payload):
    """Takes the score card of event `of` away again."""

    kind: ClassVar[str] = "uncard"
    about: ClassVar[frozenset[str]] = frozenset((CARDS,))
    of: int


@dataclass(frozen=True, slots=True)
class RollOff(Payload):
    """One round of dice for the first place."""

    kind: ClassVar[str] = "roll_off"
    about: ClassVar[frozenset[str]] = frozenset((PLAY, CARDS))
    rolls: Rolls


# --- beside the game ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Edit(Payload):
    """Another note and another start (UTC)."""

    kind: ClassVar[str] = "edit"
    about: ClassVar[frozenset[str]] = frozenset((NOTE,))
    note: str
    started_at: str


@dataclass(frozen=True, slots=True)
class Hints(Payload):
    """Switches the coach's hints on or off, for all to see; a game that ever had them stays marked."""

    kind: ClassVar[str] = "hints"
    about: ClassVar[frozenset[str]] = frozenset((HINTS,))
    on: bool


@dataclass(frozen=True, slots=True)
class Suspense(Payload):
    """Hides sums and ranks on all screens until the end, or shows them again."""

    kind: ClassVar[str] = "suspense"
    about: ClassVar[frozenset[str]] = frozenset((SUSPENSE,))
    on: bool


@dataclass(frozen=True, slots=True)
class TurnClock(Payload):
    """Gives each turn so many seconds on a clock that says so and stops nobody; 0 for none."""

    kind: ClassVar[str] = "clock"
    about: ClassVar[frozenset[str]] = frozenset((CLOCK,))
    seconds: int


@dataclass(frozen=True, slots=True)
class Rename(Payload):
    """Another name for that player (the id of a person), in all games."""

    kind: ClassVar[str] = "rename"
    player: int
    name: str

    def touches(self, other: Payload) -> bool:
        return isinstance(other, Rename) and other.player == self.player


@dataclass(frozen=True, slots=True)
class ThrowAway(Payload):
    """Hides the game until it is fetched back."""

    kind: ClassVar[str] = "throw_away"
    about: ClassVar[frozenset[str]] = frozenset((BIN,))


@dataclass(frozen=True, slots=True)
class FetchBack(Payload):
    """The game is there again."""

    kind: ClassVar[str] = "fetch_back"
    about: ClassVar[frozenset[str]] = frozenset((BIN,))


@dataclass(frozen=True, slots=True)
class Event:
    """One event, numbered from 1 within its game. `at` is UTC."""

    number: int
    what: Payload
    at: str = ""
