"""Hypothesis strategies: rolls, legal games and events.

They stand on RULES.md told a second time, by hand and without the code under test: `worth` and `Pad` say what
a roll may fill, so that a game made here is legal by the rules and not merely by the program's own word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from scorepad.rules import (
    ACTION_KINDS,
    RULESETS,
    ActionCard,
    Dice,
    Edit,
    Entry,
    Event,
    Exchange,
    FetchBack,
    Fix,
    Gain,
    Game,
    Join,
    Leave,
    Order,
    Payload,
    Redo,
    Rename,
    RollOff,
    ScoreCard,
    Skip,
    ThrowAway,
    Turn,
    Uncard,
    Undo,
    dice_from_digits,
    replay,
)

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
_STRAIGHTS = ("small_straight", "large_straight")
_YATZY = (
    *UPPER,
    "one_pair",
    "two_pairs",
    "three_of_a_kind",
    "four_of_a_kind",
    *_STRAIGHTS,
    "full_house",
    "chance",
    "yatzy",
)
BOXES: dict[str, tuple[str, ...]] = {
    "yahtzee": (
        *UPPER,
        "three_of_a_kind",
        "four_of_a_kind",
        "full_house",
        *_STRAIGHTS,
        "yahtzee",
        "chance",
    ),
    "yacht": (*UPPER, "four_of_a_kind", "full_house", *_STRAIGHTS, "yacht", "chance"),
    "yatzy": _YATZY,
    "forced_yatzy": _YATZY,
}
"""The boxes of each rule set in their order, as RULES.md lists them."""
RULESET_IDS = tuple(BOXES)
UPPER_BONUS = {"yahtzee": 35, "yacht": 0, "yatzy": 50, "forced_yatzy": 50}
FIVE_ALIKE_BOXES = ("yahtzee", "yacht", "yatzy")
NAMES = ("Ana", "Ben", "Cleo", "Åke", "مینا", "Eeva-Liisa")

Faces = tuple[int, ...]

EVERY_ROLL: tuple[Faces, ...] = tuple(
    sorted({tuple(sorted(roll)) for roll in product(range(1, 7), repeat=5)})
)
FIVE_ALIKE: tuple[Faces, ...] = tuple((face,) * 5 for face in range(1, 7))


def quick(max_examples: int = 60) -> settings:
    """Settings for a property over whole games: fewer examples, no clock."""
    return settings(max_examples=max_examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def written(faces: Sequence[int]) -> str:
    """These faces as a record writes dice."""
    return "".join(map(str, faces))


def five(text: str) -> Dice:
    """The roll of five dice written so."""
    return dice_from_digits(text, 5)


# --- RULES.md, a second time ------------------------------------------------------------------------


def worth(ruleset: str, box: str, faces: Sequence[int]) -> int:
    """What a roll pays in a box by the plain rules (no Joker)."""
    if box in UPPER:
        number = UPPER.index(box) + 1
        return sum(face for face in faces if face == number)
    if box == "chance":
        return sum(faces)
    if box in FIVE_ALIKE_BOXES:
        return 50 if len(set(faces)) == 1 else 0
    if "yatzy" in ruleset:
        return _worth_in_yatzy(box, faces)
    return _worth_in_yahtzee(ruleset, box, faces)


def _worth_in_yahtzee(ruleset: str, box: str, faces: Sequence[int]) -> int:
    shape = sorted(Counter(faces).values())
    shown = "".join(map(str, sorted(set(faces))))
    if box == "full_house":
        pays = 25 if ruleset == "yahtzee" else sum(faces)
        return pays if shape == [2, 3] else 0
    if box == "small_straight":
        return 30 if any(row in shown for row in ("1234", "2345", "3456")) else 0
    if box == "large_straight":
        return 40 if shown in ("12345", "23456") else 0
    return sum(faces) if shape[-1] >= {"three_of_a_kind": 3, "four_of_a_kind": 4}[box] else 0


def _worth_in_yatzy(box: str, faces: Sequence[int]) -> int:
    shown = Counter(faces)
    pairs = sorted((face for face in shown if shown[face] >= 2), reverse=True)
    if box == "two_pairs":
        return 2 * pairs[0] + 2 * pairs[1] if len(pairs) == 2 else 0
    if box == "small_straight":
        return 15 if sorted(faces) == [1, 2, 3, 4, 5] else 0
    if box == "large_straight":
        return 20 if sorted(faces) == [2, 3, 4, 5, 6] else 0
    if box == "full_house":
        return sum(faces) if sorted(shown.values()) == [2, 3] else 0
    wanted = {"one_pair": 2, "three_of_a_kind": 3, "four_of_a_kind": 4}[box]
    return wanted * max((face for face in shown if shown[face] >= wanted), default=0)


JOKER_PAYS = {"full_house": 25, "small_straight": 30, "large_straight": 40}


def legal(ruleset: str, filled: dict[str, int], faces: Sequence[int]) -> dict[str, tuple[int, int]]:
    """Box → points and extra-Yahtzee bonus, for every box that this roll may fill."""
    free = [box for box in BOXES[ruleset] if box not in filled]
    if ruleset == "forced_yatzy":
        free = free[:1]
    if ruleset != "yahtzee" or len(set(faces)) > 1 or "yahtzee" not in filled:
        return {box: (worth(ruleset, box, faces), 0) for box in free}
    extra = 100 if filled["yahtzee"] == 50 else 0
    own = UPPER[faces[0] - 1]
    if own in free:
        return {own: (5 * faces[0], extra)}
    lower = [box for box in free if box not in UPPER]
    if lower:
        return {box: (JOKER_PAYS.get(box, sum(faces)), extra) for box in lower}
    return dict.fromkeys(free, (0, extra))


class Pad:
    """A table of players kept by hand: sheets, who sits there, and whose turn it is."""

    def __init__(self, ruleset: str, seats: int, late: frozenset[int] = frozenset()) -> None:
        self.ruleset = ruleset
        self.filled: list[dict[str, int]] = [{} for _ in range(seats)]
        self.extras = [0] * seats
        self.left: set[int] = set()
        self.waiting = set(late)
        self.last = 0

    @property
    def mover(self) -> int | None:
        seats = range(1, len(self.filled) + 1)
        in_turn = [seat for seat in seats if seat > self.last] + [seat for seat in seats if seat <= self.last]
        for seat in in_turn:
            full = len(self.filled[seat - 1]) == len(BOXES[self.ruleset])
            if not (full or seat in self.left or seat in self.waiting):
                return seat
        return None

    def fill(self, seat: int, box: str, points: int, extra: int) -> None:
        self.filled[seat - 1][box] = points
        self.extras[seat - 1] += extra // 100
        self.last = seat

    def upper(self, seat: int) -> int:
        return sum(self.filled[seat - 1].get(box, 0) for box in UPPER)

    def total(self, seat: int) -> int:
        bonus = UPPER_BONUS[self.ruleset] if self.upper(seat) >= 63 else 0
        return sum(self.filled[seat - 1].values()) + bonus + 100 * self.extras[seat - 1]


# --- strategies -------------------------------------------------------------------------------------

rolls: st.SearchStrategy[Faces] = st.sampled_from(EVERY_ROLL + FIVE_ALIKE * 20)
"""Any roll; five alike come far more often than at a table."""


@dataclass(frozen=True)
class Story:
    """A legal game: its entries, and the pad as it stands after them."""

    ruleset: str
    players: tuple[str, ...]
    late: frozenset[int]
    entries: tuple[Entry, ...]
    pad: Pad

    @property
    def came(self) -> tuple[str, ...]:
        """The players without those who are still awaited (they are the last ones)."""
        return self.players[: len(self.players) - len(self.pad.waiting)]

    @property
    def game(self) -> Game:
        return replay(RULESETS[self.ruleset], self.players, self.entries, self.late)


_steps = st.tuples(rolls, st.integers(0, 14), st.integers(0, 19))


def _mark(pad: Pad, act: int) -> Entry | None:
    """Now and then somebody is passed over, goes home or comes late."""
    if act == 17 and pad.mover is not None:
        pad.last = pad.mover
        return Skip(pad.last)
    at_table = [s for s in range(1, len(pad.filled) + 1) if s not in pad.left | pad.waiting]
    if act == 18 and len(at_table) > 1:
        pad.left.add(at_table[-1])
        return Leave(at_table[-1])
    if act == 19 and pad.waiting:
        seat = min(pad.waiting)
        pad.waiting.discard(seat)
        return Join(seat)
    return None


def _turn(pad: Pad, faces: Faces, choice: int, paper: bool) -> Turn:
    seat = pad.mover or 0
    offered = legal(pad.ruleset, pad.filled[seat - 1], faces)
    box = list(offered)[choice % len(offered)]
    points, extra = offered[box]
    pad.fill(seat, box, points, extra)
    if paper:
        return Turn(seat, box, points=points, extra=bool(extra))
    return Turn(seat, box, five(written(faces)))


@st.composite
def stories(
    draw: st.DrawFn,
    rulesets: Sequence[str] = RULESET_IDS,
    *,
    whole: bool = False,
    most: int = 4,
    marks: bool = True,
    paper: bool = True,
) -> Story:
    """A legal game: `whole` to its end with everybody there, else broken off anywhere.

    `marks`: with skips, leaves and late players; `paper`: with turns that have points alone.
    """
    ruleset = draw(st.sampled_from(rulesets))
    count = draw(st.integers(1, most))
    late = draw(st.integers(0, count - 1)) if marks and not whole else 0
    pad = Pad(ruleset, count, frozenset(range(count - late + 1, count + 1)))
    late_seats = frozenset(pad.waiting)
    turns = count * len(BOXES[ruleset])
    entries = []
    for faces, choice, act in draw(st.lists(_steps, min_size=turns if whole else 0, max_size=turns)):
        if pad.mover is None:
            break
        mark = _mark(pad, act) if marks and not whole else None
        entries.append(mark or _turn(pad, faces, choice, paper and act < 3))
    return Story(ruleset, NAMES[:count], late_seats, tuple(entries), pad)


def lone_sheets(rulesets: Sequence[str] = RULESET_IDS) -> st.SearchStrategy[Story]:
    """Stories of one player, for the partly filled sheet at their end."""
    return stories(rulesets, most=1, marks=False)


@st.composite
def told(draw: st.DrawFn, story: Story) -> list[Event]:
    """Events that come to that story, by detours: entries undone, redone, told again or corrected."""
    events: list[Event] = []

    def tell(what: Payload) -> int:
        events.append(Event(len(events) + 1, what))
        return len(events)

    detours = draw(st.lists(st.integers(0, 9), min_size=len(story.entries), max_size=len(story.entries)))
    for entry, detour in zip(story.entries, detours, strict=True):
        if detour == 0:  # undone and told again
            tell(Undo(tell(entry)))
            tell(entry)
        elif detour == 1:  # undone and redone
            tell(Redo(tell(Undo(tell(entry)))))
        elif detour == 2 and isinstance(entry, Turn):  # wrong, then corrected
            tell(Fix(tell(Turn(entry.seat, "chance", points=5)), entry))
        elif detour == 3 and isinstance(entry, Turn):  # corrected wrongly, the correction undone
            tell(Undo(tell(Fix(tell(entry), Turn(entry.seat, "chance", points=5)))))
        else:
            tell(entry)
    return events


_seats = st.integers(-1, 5)
_boxes = st.sampled_from(("", "ones", "chance", "yahtzee", "sevens"))
_numbers = st.integers(-2, 9)
_few = st.integers(-1, 60)
_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
_moments = st.sampled_from(("2026-11-29T18:05:00Z", "1900-01-01T00:00:00Z", "8999-12-31T23:59:59Z", "", "?"))
_cards = st.builds(ActionCard, st.sampled_from((*ACTION_KINDS, "")), _seats, _seats, _seats, _few, _texts)

any_turns: st.SearchStrategy[Turn] = st.builds(
    Turn,
    _seats,
    _boxes,
    st.none() | rolls.map(written).map(five),
    st.none() | _few,
    st.booleans(),
    st.none() | _cards,
    st.booleans(),
    st.integers(0, 3),
    st.booleans(),
)
_plain: st.SearchStrategy[Entry] = st.one_of(*(st.builds(kind, _seats) for kind in (Skip, Leave, Join)))

any_payloads: st.SearchStrategy[Payload] = st.one_of(
    any_turns,
    _plain,
    st.builds(Undo, _numbers),
    st.builds(Redo, _numbers),
    st.builds(Fix, _numbers, any_turns),
    st.builds(Exchange, _numbers, _numbers),
    st.builds(Order, st.lists(_seats, max_size=5).map(tuple)),
    st.builds(Gain, st.builds(ScoreCard, _seats, _texts, _few, _boxes, _few)),
    st.builds(Uncard, _numbers),
    st.builds(RollOff, st.lists(st.tuples(_seats, _few), max_size=4).map(tuple)),
    st.builds(Edit, _texts, _moments),
    st.builds(Rename, _numbers, _texts),
    st.just(ThrowAway()),
    st.just(FetchBack()),
)
"""What an event may say, of every kind, whether or not any game would grant it."""


@st.composite
def histories(draw: st.DrawFn, *, least: int = 0) -> list[Event]:
    """Well-formed events, numbered in order, that need not make a legal game."""
    events: list[Event] = []
    for number in range(1, draw(st.integers(least, 12)) + 1):
        act = draw(st.integers(0, 5))
        if act in (1, 2) and number > 1:
            events.append(Event(number, Undo(draw(st.integers(1, number - 1)))))
        elif act == 3 and number > 1:
            events.append(Event(number, Fix(draw(st.integers(1, number - 1)), draw(any_turns))))
        else:
            events.append(Event(number, draw(any_turns | _plain)))
    return events


nonsense: st.SearchStrategy[list[Event]] = st.lists(
    st.builds(Event, st.integers(-2, 9), any_payloads, _moments), max_size=14
)
"""Events of every kind in any order, with any numbers, pointing anywhere."""

json_keys = st.text(st.characters(), max_size=6) | st.sampled_from(
    (
        "format",
        "version",
        "id",
        "ruleset",
        "players",
        "started_at",
        "finished_at",
        "note",
        "turns",
        "player",
        "dice",
        "points",
        "box",
        "extra_yahtzee",
        "skip",
        "leave",
        "join",
        "claim_bonus",
        "action_card",
        "score_cards",
        "roll_offs",
    )
)

json_values: st.SearchStrategy[object] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | st.floats()
    | st.text(st.characters(), max_size=8)
    | st.sampled_from(
        (*NAMES, "12345", "66666", "yahtzee", "chance", "scorepad-game", "2026-11-29T18:05:00Z")
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(json_keys, inner, max_size=4),
    max_leaves=12,
)
