"""A game: whose turn it is, who comes and goes, how it ends and who won."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given

from scorepad.rules import (
    RULESETS,
    Cell,
    Entry,
    Game,
    Join,
    Leave,
    Place,
    Refused,
    Skip,
    Turn,
    check_players,
    replay,
)
from scorepad.rules.game import judge_turn
from tests.strategies import BOXES, RULESET_IDS, Story, five, quick, stories

YAHTZEE = RULESETS["yahtzee"]
THREE = ("Ana", "Ben", "Cleo")


def turn(seat: int, box: str, dice: str = "12346") -> Turn:
    return Turn(seat, box, five(dice))


def paper(seat: int, box: str, points: int) -> Turn:
    return Turn(seat, box, points=points)


def boxes(game: Game, seat: int) -> dict[str, int]:
    return dict(game.sheet(seat).column(1).boxes)


def three(*entries: Entry, late: tuple[int, ...] = ()) -> Game:
    return replay(YAHTZEE, THREE, entries, late)


def refusal(game: Game, entry: Entry) -> Refused:
    with pytest.raises(Refused) as caught:
        game.after(entry)
    return caught.value


def all_full(seats: int, points: dict[int, int] | None = None, ruleset: str = "yahtzee") -> list[Turn]:
    """Everybody fills every box: with zeros but for Ones, the Chance at 5, and the Ones as given."""
    ones = points or {}
    least = {"chance": 5}
    return [
        paper(seat, box, ones.get(seat, 0) if box == "ones" else least.get(box, 0))
        for box in BOXES[ruleset]
        for seat in range(1, seats + 1)
    ]


# --- order ------------------------------------------------------------------------------------------


def test_the_first_seat_begins() -> None:
    assert three().mover == 1
    assert three().last == 0
    assert not three().finished


def test_turns_pass_in_seat_order_and_round_again() -> None:
    movers = []
    game = three()
    for box in ("ones", "twos"):
        for seat in (1, 2, 3):
            movers.append(game.mover)
            game = game.after(turn(seat, box))
    assert movers == [1, 2, 3, 1, 2, 3]


def test_alone_one_always_moves() -> None:
    game = replay(YAHTZEE, ["Ana"], [turn(1, "ones"), turn(1, "twos")])
    assert game.mover == 1


def test_nobody_plays_out_of_turn() -> None:
    refused = refusal(three(turn(1, "ones")), turn(3, "ones"))
    assert (refused.reason, refused.facts) == ("not_to_move", {"player": "Cleo", "mover": "Ben"})


@pytest.mark.parametrize("seat", [-1, 0, 4])
@pytest.mark.parametrize("kind", [Skip, Leave, Join, lambda seat: paper(seat, "ones", 0)])
def test_a_seat_that_is_not_there_is_refused(kind: Callable[[int], Entry], seat: int) -> None:
    assert refusal(three(), kind(seat)).reason == "unknown_player"


def test_each_player_fills_the_own_sheet() -> None:
    game = three(turn(1, "fours", "44421"), turn(2, "fours", "12356"))
    assert [boxes(game, seat) for seat in game.seats] == [{"fours": 12}, {"fours": 0}, {}]
    assert game.sheet(1).filled == {Cell("fours"): 12}
    assert game.sheet(1).total == 12
    assert game.player(2) == "Ben"


def test_a_refused_turn_leaves_the_game_as_it_was() -> None:
    game = three(turn(1, "ones"))
    for bad in (turn(1, "twos"), turn(2, "sevens"), Join(2), Leave(9)):
        refusal(game, bad)
        assert game == three(turn(1, "ones"))


def test_playing_on_leaves_the_game_before_it_alone() -> None:
    before = three(turn(1, "ones"))
    after = before.after(turn(2, "ones"))
    assert (before.mover, after.mover) == (2, 3)
    assert before == three(turn(1, "ones"))


def test_a_refusal_in_a_replay_names_the_entry() -> None:
    with pytest.raises(Refused) as caught:
        three(turn(1, "ones"), turn(2, "ones"), turn(3, "sevens"))
    assert caught.value.place == Place("turn", 3)
    assert caught.value.reason == "unknown_box"


def test_an_entry_is_judged_by_its_dice_or_by_its_points() -> None:
    sheet = three().sheet(1)
    assert judge_turn(sheet, turn(1, "fours", "44421")).points == 12
    assert judge_turn(sheet, paper(1, "fours", 16)).points == 16
    with pytest.raises(Refused):
        judge_turn(sheet, paper(1, "fours", 13))


# --- skip, leave, join ------------------------------------------------------------------------------


def test_a_skip_passes_the_turn_on_and_keeps_the_boxes_open() -> None:
    game = three(turn(1, "ones"), Skip(2))
    assert game.mover == 3
    assert boxes(game, 2) == {}


def test_only_the_player_to_move_can_be_skipped() -> None:
    assert refusal(three(), Skip(2)).reason == "not_to_move"


def test_who_was_skipped_plays_on_until_the_sheet_is_full() -> None:
    entries = all_full(2)
    game = replay(YAHTZEE, ["Ana", "Ben"], [paper(1, "ones", 0), Skip(2)])
    for entry in entries:
        if entry.seat == 1 and entry.box != "ones":
            game = game.after(entry).after(Skip(2))
    assert game.mover == 2
    assert not game.finished
    game = game.after(paper(2, "ones", 0))
    assert game.mover == 2


def test_alone_a_skip_changes_nothing() -> None:
    assert replay(YAHTZEE, ["Ana"], [Skip(1)]).mover == 1


def test_who_leaves_is_passed_over_from_then_on() -> None:
    game = three(turn(1, "ones"), Leave(2))
    assert game.mover == 3
    assert game.sheet(2).left
    assert game.after(turn(3, "ones")).mover == 1


def test_leaving_out_of_turn_does_not_move_the_turn() -> None:
    game = three(turn(1, "ones"), Leave(1))
    assert game.mover == 2
    assert game.after(turn(2, "ones")).after(turn(3, "ones")).mover == 2


def test_the_first_player_may_leave_before_the_first_turn() -> None:
    assert three(Leave(1)).mover == 2


def test_who_left_cannot_play_be_skipped_or_leave_again() -> None:
    game = three(Leave(1))
    assert refusal(game, turn(1, "ones")).reason == "not_to_move"
    assert refusal(game, Skip(1)).reason == "not_to_move"
    refused = refusal(game, Leave(1))
    assert (refused.reason, refused.facts) == ("not_at_table", {"player": "Ana"})


def test_when_all_have_left_the_game_is_finished() -> None:
    game = three(*(Leave(seat) for seat in (1, 2, 3)))
    assert game.finished
    assert game.ranks == {1: 1, 2: 1, 3: 1}


def test_a_late_player_waits_and_then_follows_the_last_turn() -> None:
    waiting = three(turn(1, "ones"), late=(3,))
    assert waiting.seats == (1, 2)
    assert waiting.waiting == {3}
    assert waiting.after(turn(2, "ones")).mover == 1
    joined = waiting.after(turn(2, "ones")).after(Join(3))
    assert joined.mover == 3
    assert joined.seats == (1, 2, 3)


def test_a_late_player_has_no_turn_before_joining() -> None:
    game = three(turn(1, "ones"), turn(2, "ones"), late=(3,))
    assert refusal(game, turn(3, "ones")).reason == "not_to_move"
    assert refusal(game, Leave(3)).reason == "not_at_table"


def test_nobody_joins_twice_or_from_the_start() -> None:
    game = three(Join(3), late=(3,))
    for seat, name in ((3, "Cleo"), (1, "Ana")):
        refused = refusal(game, Join(seat))
        assert (refused.reason, refused.facts) == ("already_at_table", {"player": name})


def test_who_waits_has_no_rank() -> None:
    assert three(turn(1, "chance"), late=(3,)).ranks == {1: 1, 2: 2}


# --- the end ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESET_IDS)
def test_the_game_ends_when_every_sheet_is_full(ruleset: str) -> None:
    entries = all_full(2, ruleset=ruleset)
    almost = replay(RULESETS[ruleset], ["Ana", "Ben"], entries[:-1])
    assert (almost.mover, almost.finished) == (2, False)
    game = almost.after(entries[-1])
    assert (game.mover, game.finished) == (None, True)
    with pytest.raises(Refused, match="game_finished"):
        _ = game.mover_sheet


@pytest.mark.parametrize("entry", [paper(1, "ones", 0), Skip(1), Leave(1), Join(1)])
def test_nothing_follows_the_end(entry: Entry) -> None:
    game = replay(YAHTZEE, ["Ana", "Ben"], all_full(2))
    assert refusal(game, entry).reason == "game_finished"


def test_the_game_ends_without_those_who_left() -> None:
    entries = [entry for entry in all_full(2) if entry.seat == 1]
    game = replay(YAHTZEE, ["Ana", "Ben"], [Leave(2), *entries])
    assert game.finished


def test_full_sheets_are_passed_over_while_a_late_player_fills_up() -> None:
    entries = [entry for entry in all_full(2) if entry.seat == 1]
    game = replay(YAHTZEE, ["Ana", "Ben"], [*entries[:-1], Join(2), Skip(2), entries[-1]], late=[2])
    for box in ("ones", "twos"):
        assert game.mover == 2
        game = game.after(paper(2, box, 0))
    assert game.mover == 2


def test_the_mover_s_sheet_is_that_of_the_player_to_move() -> None:
    game = three(turn(1, "fours", "44421"))
    assert game.mover_sheet == game.sheet(2)


# --- rounds -----------------------------------------------------------------------------------------


def test_the_round_goes_on_when_everybody_has_filled_a_box() -> None:
    game = three()
    assert game.round == 1
    game = game.after(turn(1, "ones")).after(turn(2, "ones"))
    assert game.round == 1
    assert game.after(turn(3, "ones")).round == 2


def test_a_skip_does_not_count_as_a_round() -> None:
    assert three(turn(1, "ones"), turn(2, "ones"), Skip(3)).round == 1


def test_those_who_left_do_not_hold_the_round_up() -> None:
    assert three(turn(1, "ones"), turn(2, "ones"), Leave(3)).round == 2


def test_who_comes_late_does_not_set_the_round_back() -> None:
    game = three(turn(1, "ones"), turn(2, "ones"), turn(1, "twos"), late=(3,))
    assert game.round == 2
    joined = game.after(Join(3))
    assert joined.round == 2
    assert joined.after(turn(2, "twos")).after(turn(3, "ones")).round == 3


def test_when_those_of_the_start_have_left_the_late_ones_count_the_rounds() -> None:
    game = three(turn(1, "ones"), turn(2, "ones"), Join(3), Leave(1), Leave(2), late=(3,))
    assert game.round == 1
    assert game.after(turn(3, "ones")).round == 2


@pytest.mark.parametrize("ruleset", RULESET_IDS)
def test_the_last_round_is_the_number_of_boxes(ruleset: str) -> None:
    game = replay(RULESETS[ruleset], ["Ana"], all_full(1, ruleset=ruleset))
    assert game.round == {"yahtzee": 13, "yacht": 12, "yatzy": 15, "forced_yatzy": 15}[ruleset]


# --- ranks ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ones", "ranks"),
    [
        ((4, 3, 3, 1), [1, 2, 2, 4]),
        ((1, 3, 3, 4), [4, 2, 2, 1]),
        ((3, 3, 3, 3), [1, 1, 1, 1]),
        ((2, 2, 1, 1), [1, 1, 3, 3]),
        ((1, 2, 3, 4), [4, 3, 2, 1]),
        ((2, 2, 2, 5), [2, 2, 2, 1]),
    ],
)
def test_a_shared_rank_leaves_a_gap(ones: tuple[int, ...], ranks: list[int]) -> None:
    names = ["Ana", "Ben", "Cleo", "Dov"]
    game = replay(YAHTZEE, names, all_full(4, dict(enumerate(ones, 1))))
    assert list(game.ranks.values()) == ranks


def test_who_left_ranks_after_all_who_stayed_whatever_the_total() -> None:
    game = three(turn(1, "yahtzee", "66666"), turn(2, "ones", "12346"), Leave(1))
    assert game.ranks == {1: 3, 2: 1, 3: 2}


def test_those_who_left_are_ranked_among_themselves_by_total() -> None:
    game = three(turn(1, "ones"), turn(2, "yahtzee", "66666"), Leave(1), Leave(2))
    assert game.ranks == {3: 1, 2: 2, 1: 3}


# --- players ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "most"), [("yahtzee", 6), ("yacht", 6)])
def test_six_may_play_and_a_seventh_is_refused(ruleset: str, most: int) -> None:
    for count in range(1, most + 1):
        check_players(RULESETS[ruleset], ["x"] * count)
    with pytest.raises(Refused) as caught:
        check_players(RULESETS[ruleset], ["x"] * (most + 1))
    assert caught.value.reason == "too_many_players"
    assert caught.value.facts["most"] == most


@pytest.mark.parametrize("ruleset", ["yatzy", "forced_yatzy"])
def test_yatzy_has_no_upper_limit_of_players(ruleset: str) -> None:
    check_players(RULESETS[ruleset], ["x"])
    check_players(RULESETS[ruleset], ["x"] * 500)


@pytest.mark.parametrize("ruleset", RULESET_IDS)
def test_nobody_is_no_game(ruleset: str) -> None:
    with pytest.raises(Refused) as caught:
        check_players(RULESETS[ruleset], [])
    assert caught.value.reason == "no_players"


# --- the highest total ------------------------------------------------------------------------------


def test_a_yahtzee_and_twelve_extra_ones_make_1575() -> None:
    entries = [turn(1, "yahtzee", "66666")]
    entries += [turn(1, box, str(face) * 5) for face, box in enumerate(BOXES["yahtzee"][:6], 1)]
    lower = [box for box in BOXES["yahtzee"][6:] if box != "yahtzee"]
    entries += [turn(1, box, "66666") for box in lower]
    game = replay(YAHTZEE, ["Ana"], entries)
    assert game.finished
    assert game.sheet(1).extras == 12
    assert game.sheet(1).total == 1575


def test_no_sheet_can_hold_more_than_1575() -> None:
    # Each box at its most, the upper bonus, and an extra Yahtzee in each round after the first.
    most = sum(max(box.possible(5) | YAHTZEE.again.paid(box, 5)) for box in YAHTZEE.boxes)
    assert most + 35 + 100 * (YAHTZEE.rounds - 1) == 1575


@quick(60)
@given(stories(["yahtzee"], whole=True, most=1))
def test_no_yahtzee_game_goes_beyond_1575(story: Story) -> None:
    assert 5 <= story.game.sheet(1).total <= 1575


# --- properties -------------------------------------------------------------------------------------


@quick(100)
@given(stories())
def test_a_legal_game_stands_as_it_was_kept_by_hand(story: Story) -> None:
    game, pad = story.game, story.pad
    assert game.mover == pad.mover
    assert game.last == pad.last
    assert game.finished == (pad.mover is None)
    assert game.waiting == pad.waiting
    for seat in range(1, len(story.players) + 1):
        assert boxes(game, seat) == pad.filled[seat - 1]
        assert game.sheet(seat).extras == pad.extras[seat - 1]
        assert game.sheet(seat).left == (seat in pad.left)
        assert game.sheet(seat).total == pad.total(seat)


@quick(40)
@given(stories(whole=True, most=3))
def test_a_whole_game_is_finished_with_every_sheet_full(story: Story) -> None:
    game = story.game
    assert game.finished
    assert all(sheet.full for sheet in game.sheets)
    assert game.round == len(BOXES[story.ruleset])


@quick(100)
@given(stories())
def test_ranks_count_those_who_did_better(story: Story) -> None:
    game, pad = story.game, story.pad
    stayed = [seat for seat in game.seats if seat not in pad.left]
    for seat, rank in game.ranks.items():
        better = [other for other in stayed if seat in pad.left or pad.total(other) > pad.total(seat)]
        if seat in pad.left:
            better += [other for other in pad.left if pad.total(other) > pad.total(seat)]
        assert rank == 1 + len(better)


@quick(60)
@given(stories())
def test_playing_entry_by_entry_is_the_same_as_replaying(story: Story) -> None:
    game = replay(RULESETS[story.ruleset], story.players, (), story.late)
    for entry in story.entries:
        game = game.after(entry)
    assert game == story.game
