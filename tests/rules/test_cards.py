"""Free for All at the table: action cards, claims, score cards and roll-offs, wished for one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import (
    RULESETS,
    ActionCard,
    Beginning,
    Cell,
    Event,
    Gain,
    Join,
    Leave,
    Refused,
    RollOff,
    ScoreCard,
    Sheet,
    Target,
    Turn,
    Uncard,
    Undo,
    check_players,
    claims,
    gained,
    judge,
    last_to_undo,
    targets,
    tell,
)
from scorepad.rules.cards import MOST_POINTS
from tests.rules.tables import Table, Wished, refused
from tests.strategies import BOXES, EVERY_ROLL, FIVE_ALIKE, Faces, five, quick, worth, written

FREE = RULESETS["free_for_all"]
ALL = BOXES["yahtzee"]
THREE = ("Ana", "Ben", "Cleo")
EXTRA = ActionCard("extra_roll")
FIVES = five("55555")


def sheet(ruleset: str = "free_for_all", **filled: int) -> Sheet:
    return Sheet(RULESETS[ruleset], {Cell(box): points for box, points in filled.items()})


def with_yahtzee(points: int = 50, *others: str) -> Sheet:
    """A sheet with its Yahtzee box filled, and these others with nothing."""
    return sheet(**{"yahtzee": points} | dict.fromkeys(others, 0))


def free_for_all(*players: str) -> Table:
    return Table(*players, ruleset=FREE)


@pytest.fixture
def pad() -> Table:
    return free_for_all(*THREE)


@pytest.fixture
def level() -> Table:
    """Three players, finished, level."""
    made = free_for_all(*THREE)
    made.finish()
    return made


# --- players ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 10])
def test_two_to_ten_may_play(count: int) -> None:
    check_players(FREE, ["player"] * count)


@pytest.mark.parametrize(("count", "reason"), [(1, "too_few_players"), (11, "too_many_players")])
def test_one_alone_and_eleven_may_not_play(count: int, reason: str) -> None:
    with refused(reason):
        check_players(FREE, ["player"] * count)


# --- action cards -----------------------------------------------------------------------------------


def test_three_action_cards_are_played_and_no_fourth(pad: Table) -> None:
    for box in ALL[:3]:
        pad.turn(box, card=EXTRA)
        pad.turn(box)
        pad.turn(box)
    assert [pad.game.sheet(seat).played for seat in (1, 2, 3)] == [3, 0, 0]
    before = pad.game
    with refused("cards_used"):
        pad.turn("chance", card=ActionCard("other", name="Peek"))
    assert pad.game == before
    pad.turn("chance")
    pad.turn("chance", card=EXTRA)
    assert pad.game.sheet(2).played == 1


def test_a_reduction_comes_off_at_once_and_goes_below_nothing(pad: Table) -> None:
    pad.turn("ones", card=ActionCard("reduce_opponent", seat=2, points=40))
    assert pad.totals == [1, -40, 0]
    pad.turn("chance", card=ActionCard("reduce_opponent", seat=1, points=1))
    assert pad.totals == [0, -24, 0]
    assert pad.game.sheet(2).penalties == 40
    assert pad.ranks == [1, 3, 1]


@pytest.mark.parametrize("card", [EXTRA, ActionCard("other", name="Peek"), ActionCard("change_die", 3, 6)])
def test_other_cards_bring_no_points(pad: Table, card: ActionCard) -> None:
    pad.turn("chance", card=card)
    assert pad.totals == [16, 0, 0]


@pytest.mark.parametrize(
    ("reason", "card"),
    [
        ("card_kind", ActionCard("steal")),
        ("card_die", ActionCard("change_die", 0, 4)),
        ("card_die", ActionCard("change_die", 4, 7)),
        ("card_die_same", ActionCard("change_die", 4, 4)),
        ("card_die_missing", ActionCard("change_die", 4, 5)),
        ("card_self", ActionCard("reduce_opponent", seat=1, points=5)),
        ("card_nobody", ActionCard("reduce_opponent", seat=0, points=5)),
        ("card_nobody", ActionCard("reduce_opponent", seat=4, points=5)),
        ("card_points", ActionCard("reduce_opponent", seat=2, points=0)),
        ("card_many_points", ActionCard("reduce_opponent", seat=2, points=MOST_POINTS + 1)),
        ("card_nameless", ActionCard("other")),
    ],
)
def test_a_card_that_cannot_be_played_leaves_everything_as_it_was(
    pad: Table, reason: str, card: ActionCard
) -> None:
    before = pad.game
    with refused(reason):
        pad.turn("chance", card=card)
    assert (pad.game, pad.events) == (before, ())


def test_a_turn_that_is_refused_spends_no_card(pad: Table) -> None:
    for _ in THREE:
        pad.turn("chance")
    with refused("box_filled"):
        pad.turn("chance", card=ActionCard("reduce_opponent", seat=2, points=9))
    assert pad.game.sheet(1).played == 0
    assert pad.totals == [16, 16, 16]


# --- claims -----------------------------------------------------------------------------------------


def test_a_claim_pays_a_hundred_for_a_zero_and_the_same_roll_may_be_scored(pad: Table) -> None:
    for dice in ("11111", "22222", "33333"):
        pad.turn("yahtzee", dice)
    pad.turn("sixes", "66666", claim=True)
    pad.turn("sixes", "66666")
    sheets = [pad.game.sheet(seat) for seat in (1, 2)]
    assert [(s.filled[Cell("sixes")], s.extras, s.total) for s in sheets] == [(0, 1, 150), (30, 0, 80)]


def test_every_claim_of_a_player_pays(pad: Table) -> None:
    pad = free_for_all("Ana", "Ben")
    for box in ("yahtzee", "ones", "twos"):
        pad.turn(box, "66666", claim=box != "yahtzee")
        pad.turn(box)
    assert (pad.game.sheet(1).extras, pad.totals[0]) == (2, 250)


@pytest.mark.parametrize(
    ("on", "dice"),
    [
        (sheet(), "55555"),
        (with_yahtzee(0), "55555"),
        (with_yahtzee(), "55556"),
        (sheet("yahtzee", yahtzee=50), "55555"),
    ],
)
def test_without_fifty_in_yahtzee_or_without_five_alike_nothing_is_claimed(on: Sheet, dice: str) -> None:
    assert claims(on, five(dice)) == ()
    with refused("no_claim"):
        judge(on, five(dice), Cell("fives"), claim=True)


def test_a_claim_needs_an_open_box_and_dice(pad: Table) -> None:
    with refused("box_filled"):
        judge(with_yahtzee(50, "fives"), FIVES, Cell("fives"), claim=True)
    with refused("no_claim"):
        pad.wish(Turn(1, "ones", points=0, claim=True))


@quick(40)
@given(
    st.sampled_from(EVERY_ROLL + FIVE_ALIKE * 20),
    st.sets(st.sampled_from(ALL), max_size=12),
    st.sampled_from((0, 50)),
)
def test_what_is_offered_is_accepted_and_nothing_else(faces: Faces, filled: set[str], yahtzee: int) -> None:
    now = sheet(**{box: yahtzee if box == "yahtzee" else 0 for box in filled})
    dice = five(written(faces))
    may = len(set(faces)) == 1 and now.filled.get(Cell("yahtzee")) == 50
    expected = []
    for box in (box for box in ALL if box not in filled):
        expected.append(Target(box, worth("yahtzee", box, faces)))
        expected += [Target(box, 0, 100, claim=True)] if may else []
    assert list(targets(now, dice)) == expected
    assert all(judge(now, dice, found.cell, found.claim) == found for found in expected)
    for box, claim in ((box, claim) for box in ALL for claim in (False, True)):
        if not any((found.box, found.claim) == (box, claim) for found in expected):
            with pytest.raises(Refused):
                judge(now, dice, Cell(box), claim)


# --- score cards ------------------------------------------------------------------------------------


def test_score_cards_add_up_and_leave_box_sections_and_bonus_alone(pad: Table) -> None:
    pad.turn("yahtzee", "66666")
    pad.turn("sixes", "66661")
    pad.note(1, box="yahtzee", by=2)
    pad.note(1, box="yahtzee", by=3)
    pad.note(1, add=10)
    pad.note(2, box="sixes", by=3)
    ana, ben = pad.game.sheet(1), pad.game.sheet(2)
    assert (ana.filled[Cell("yahtzee")], ana.lower, ana.score_cards, ana.total) == (50, 50, 160, 210)
    assert (ben.upper, ben.upper_bonus, ben.score_cards, ben.total) == (24, 0, 48, 72)


def test_a_multiplied_upper_box_does_not_reach_the_bonus() -> None:
    written_down = sheet(fives=20, sixes=24, fours=16, ones=2)
    now = replace(written_down, cards=(ScoreCard(1, box="sixes", by=3),))
    assert (now.upper, now.upper_bonus, now.total) == (62, 0, 110)


def test_a_score_card_follows_its_box_as_it_is_filled_undone_and_corrected(pad: Table) -> None:
    pad.note(1, box="chance", by=2)
    assert pad.totals == [0, 0, 0]
    pad.turn("chance", "66665")
    assert pad.totals[0] == 58
    pad.fix(2, "chance", "11112")
    assert pad.totals[0] == 12
    pad.fix(2, "ones", "11112")
    assert pad.totals[0] == 4


def test_extra_yahtzees_are_not_multiplied() -> None:
    claimed = replace(sheet(yahtzee=50, ones=0), earned={Cell("ones"): 100})
    assert replace(claimed, cards=(ScoreCard(1, box="yahtzee", by=2),)).total == 200


@pytest.mark.parametrize(
    ("reason", "card"),
    [
        ("unknown_player", ScoreCard(0, add=5)),
        ("unknown_player", ScoreCard(4, add=5)),
        ("card_points", ScoreCard(1, add=0)),
        ("card_points", ScoreCard(1, add=-5)),
        ("card_many_points", ScoreCard(1, add=MOST_POINTS + 1)),
        ("card_many_points", ScoreCard(1, add=10**400)),
        ("card_factor", ScoreCard(1, box="chance", by=1)),
        ("card_factor", ScoreCard(1, box="chance", by=4)),
        ("unknown_box", ScoreCard(1, box="yatzy", by=2)),
    ],
)
def test_a_bad_score_card_is_refused(pad: Table, reason: str, card: ScoreCard) -> None:
    with refused(reason):
        pad.wish(Gain(card))


@quick(30)
@given(
    st.lists(
        st.one_of(
            st.builds(ScoreCard, st.just(1), add=st.integers(1, 50)),
            st.builds(ScoreCard, st.just(1), box=st.sampled_from(ALL), by=st.sampled_from((2, 3))),
        ),
        max_size=6,
    ),
    st.lists(st.integers(1, 90), max_size=3),
)
def test_the_total_is_boxes_and_cards_less_reductions(cards: list[ScoreCard], off: list[int]) -> None:
    table = free_for_all("Ana", "Ben")
    for box, points in zip(ALL, [*off, 0, 0, 0], strict=False):
        table.turn(box, "33355")
        table.turn(box, card=ActionCard("reduce_opponent", seat=1, points=points) if points else None)
    filled = table.boxes()
    bare = table.totals
    for card in cards:
        table.wish(Gain(card))
    brought = sum(card.add or (card.by - 1) * filled.get(card.box, 0) for card in cards)
    assert table.totals == [sum(filled.values()) - sum(off) + brought, bare[1]]
    assert table.boxes() == filled


def test_a_card_may_say_a_million_millions_and_no_more(pad: Table) -> None:
    assert MOST_POINTS == 10**12
    pad.note(1, add=MOST_POINTS)
    pad.turn("chance", card=ActionCard("reduce_opponent", seat=2, points=MOST_POINTS))
    assert pad.totals == [MOST_POINTS + 16, -MOST_POINTS, 0]
    refused_card = pad.refused(Gain(ScoreCard(1, add=MOST_POINTS + 1)))
    assert refused_card.facts == {"most": MOST_POINTS}


# --- score cards taken away, undo and redo ----------------------------------------------------------


def test_a_score_card_is_taken_away_whichever_it_is_and_undo_brings_it_back(pad: Table) -> None:
    pad.note(1, add=10)
    pad.note(2, add=20)
    pad.turn("chance")
    pad.wish(Uncard(1))
    assert pad.totals == [16, 20, 0]
    assert [event.number for event in gained(pad.story)] == [2]
    with refused("no_such_card"):
        pad.wish(Uncard(1))
    pad.undo()
    assert pad.totals == [26, 20, 0]
    pad.redo()
    assert pad.totals == [16, 20, 0]


@pytest.mark.parametrize("of", [0, 1, 99])
def test_only_a_noted_card_is_taken_away(pad: Table, of: int) -> None:
    pad.turn("chance")
    with refused("no_such_card"):
        pad.wish(Uncard(of))


def test_undo_and_redo_go_over_turns_cards_and_roll_offs_alike(level: Table) -> None:
    level.note(1, add=5)
    level.note(2, add=5)
    rolled = level.roll((1, 2), (2, 6))
    states = [rolled]
    for kind in (RollOff, Gain, Gain, Turn):
        last = last_to_undo(level.story)
        assert last is not None
        assert type(last.what) is kind
        states.append(level.undo())
    assert not level.game.finished
    for state in states[-2::-1]:
        assert level.redo() == state
    with refused("nothing_to_redo"):
        level.redo()


def test_undoing_a_turn_gives_the_card_and_the_points_back(pad: Table) -> None:
    pad.turn("chance", card=ActionCard("reduce_opponent", seat=2, points=40))
    pad.undo()
    assert (pad.game.sheet(1).played, pad.totals) == (0, [0, 0, 0])
    pad.redo()
    assert (pad.game.sheet(1).played, pad.totals) == (1, [16, -40, 0])


@pytest.mark.parametrize(
    "wish",
    [
        Gain(ScoreCard(1, add=5)),
        Uncard(1),
        RollOff(((1, 3), (2, 4))),
        Turn(1, "ones", FIVES, card=EXTRA),
    ],
    ids=lambda wish: wish.kind,
)
@pytest.mark.parametrize("ruleset", ["yahtzee", "yacht", "yatzy", "forced_yatzy"])
def test_other_rule_sets_have_no_cards(ruleset: str, wish: Wished) -> None:
    with refused("no_cards"):
        Table("Ana", "Ben", ruleset=ruleset).wish(wish)


# --- corrections ------------------------------------------------------------------------------------


def test_a_correction_gives_a_turn_a_card_changes_it_and_takes_it_away(pad: Table) -> None:
    pad.turn("chance")
    for card, totals in (
        (ActionCard("reduce_opponent", seat=2, points=5), [16, -5, 0]),
        (ActionCard("reduce_opponent", seat=3, points=7), [16, 0, -7]),
        (None, [16, 0, 0]),
    ):
        pad.fix(1, "chance", "12346", card)
        assert pad.totals == totals
    assert pad.game.sheet(1).played == 0
    with refused("nothing_changed"):
        pad.fix(1, "chance", "12346")


def test_a_correction_may_not_play_a_fourth_card_nor_break_a_later_claim(pad: Table) -> None:
    pad = free_for_all("Ana", "Ben")
    pad.turn("yahtzee", "66666")
    pad.turn("chance")
    for box in ALL[:3]:
        pad.turn(box, "66666", EXTRA, claim=box == "ones")
        pad.turn(box)
    before = pad.game
    with refused("cards_used") as caught:
        pad.fix(1, "yahtzee", "66666", EXTRA)
    assert caught.value.place is not None
    assert caught.value.place.number == 7
    with refused("no_claim"):
        pad.fix(1, "yahtzee", "66665")
    assert pad.game == before


# --- roll-offs --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounds", "ranks"),
    [
        ([], [1, 1, 1]),
        ([(6, 3, 3)], [1, 2, 2]),
        ([(3, 6, 4)], [3, 1, 2]),
        ([(6, 6, 3)], [1, 1, 3]),
        ([(6, 6, 3), (2, 5)], [2, 1, 3]),
        ([(6, 6, 3), (4, 4), (5, 1)], [1, 2, 3]),
        ([(2, 2, 2), (1, 5, 1)], [2, 1, 2]),
    ],
)
def test_those_level_at_the_highest_roll_again_alone(
    level: Table, rounds: Sequence[Sequence[int]], ranks: list[int]
) -> None:
    totals = level.totals
    for rolls in rounds:
        level.roll(*zip(level.game.to_roll, rolls, strict=True))
    assert (level.ranks, level.totals) == (ranks, totals)
    assert bool(level.game.to_roll) == (ranks.count(1) > 1)


def test_a_roll_off_parts_the_first_place_alone() -> None:
    pad = free_for_all("Ana", "Ben", "Cleo", "Dan")
    pad.finish()
    pad.note(1, add=5)
    pad.note(3, add=5)
    assert (pad.ranks, pad.game.to_roll) == ([1, 3, 1, 3], (1, 3))
    pad.roll((1, 2), (3, 4))
    assert pad.ranks == [2, 3, 1, 3]


def test_a_roll_off_comes_neither_early_nor_late_nor_from_others(level: Table) -> None:
    early = free_for_all(*THREE)
    with refused("roll_off_early"):
        early.roll((1, 2), (2, 3), (3, 4))
    for rolls in ((), ((1, 6),), ((1, 6), (2, 5)), ((1, 1), (2, 2), (3, 3), (4, 4)), ((1, 6),) * 3):
        with refused("roll_off_others"):
            level.roll(*rolls)
    for face in (0, 7):
        with refused("roll_off_face"):
            level.roll((1, 2), (2, 3), (3, face))
    level.roll((1, 6), (2, 6), (3, 5))
    with refused("roll_off_others"):
        level.roll((1, 6), (2, 5), (3, 1))
    level.roll((1, 6), (2, 5))
    with refused("roll_off_late"):
        level.roll((1, 6), (2, 5))


def test_nobody_rolls_where_one_stands_first(level: Table) -> None:
    level.note(2, add=1)
    assert (level.game.to_roll, level.ranks) == ((), [2, 1, 2])
    with refused("roll_off_late"):
        level.roll((1, 2), (3, 4))


def test_who_left_does_not_roll() -> None:
    pad = free_for_all(*THREE)
    pad.note(3, add=500)
    pad.wish(Leave(3))
    pad.finish()
    assert (pad.game.to_roll, pad.ranks) == ((1, 2), [1, 1, 3])
    with refused("roll_off_others"):
        pad.roll((1, 2), (2, 3), (3, 6))
    pad.roll((1, 2), (2, 3))
    assert pad.ranks == [2, 1, 3]


def test_who_came_late_may_be_hit_and_gain_cards_once_there() -> None:
    pad = free_for_all("Ana", "Ben", "Cleo")
    pad.story = tell(pad.story.beginning, (Event(1, Join(3)), Event(2, Undo(1))))
    hit = ActionCard("reduce_opponent", seat=3, points=5)
    with refused("card_nobody"):
        pad.turn("chance", card=hit)
    with refused("unknown_player"):
        pad.note(3, add=5)
    pad.wish(Join(3))
    pad.turn("chance", card=hit)
    pad.note(3, add=3)
    assert pad.totals == [16, 0, -2]


def test_once_rolled_score_cards_stay_until_the_roll_off_is_undone(level: Table) -> None:
    level.note(1, add=5)
    level.note(2, add=5)
    card = level.events[-1].number
    level.roll((1, 2), (2, 6))
    for wish in (Gain(ScoreCard(3, add=5)), Uncard(card)):
        with refused("card_after_roll_off"):
            level.wish(wish)
    level.undo()
    level.wish(Uncard(card))
    assert level.ranks == [1, 2, 2]


def test_a_correction_that_changes_who_rolls_is_refused(level: Table) -> None:
    level.roll((1, 6), (2, 3), (3, 3))
    before = level.game
    twos = next(
        told.number for told in level.events if isinstance(told.what, Turn) and told.what.box == "twos"
    )
    with refused("roll_off_others") as caught:
        level.fix(twos, "twos", "11346")
    assert caught.value.place is not None
    assert (caught.value.place.kind, caught.value.place.number) == ("roll-off", 1)
    with refused("roll_off_late"):
        level.fix(twos, "twos", "12246")
    assert level.game == before
    level.fix(twos, "twos", "12345")
    assert level.ranks == [1, 2, 2]


@quick(30)
@given(st.lists(st.lists(st.integers(1, 6), min_size=4, max_size=4), min_size=1, max_size=4))
def test_a_roll_off_ranks_the_tied_by_what_they_rolled(faces: list[list[int]]) -> None:
    rolled: dict[int, tuple[int, ...]] = dict.fromkeys((1, 2, 3, 4), ())
    pad = free_for_all(*_LEVEL_FOUR.players)
    pad.story = _LEVEL_FOUR.story
    game = pad.game
    for one in faces:
        if not game.to_roll:
            break
        highest = max(rolled.values())
        assert game.to_roll == tuple(seat for seat in rolled if rolled[seat] == highest)
        rolls = tuple((seat, one[seat - 1]) for seat in game.to_roll)
        for seat, face in rolls:
            rolled[seat] += (face,)
        game = pad.roll(*rolls)
    expected = {s: 1 + sum(other > mine for other in rolled.values()) for s, mine in rolled.items()}
    assert game.ranks == expected


def _four() -> Table:
    pad = free_for_all("Ana", "Ben", "Cleo", "Dan")
    turns = [Turn(seat, box, five("12346")) for box in ALL for seat in (1, 2, 3, 4)]
    events = tuple(Event(number, turn) for number, turn in enumerate(turns, 1))
    pad.story = tell(Beginning(FREE, pad.players), events)
    return pad


_LEVEL_FOUR = _four()
