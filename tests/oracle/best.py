"""What stands best by each rule set and its options, told a second time from records and their scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.oracle.figures import Rules, Scored, Sheet, Told, evenings, in_time, rules_of, runs_of, sheets_of

Scorer = Callable[[Told], Told]
"""What says what `score` does."""


def records(games: Sequence[Scored], behind: Callable[[Told], tuple[int, int]]) -> dict[Rules, Told]:
    """What stands best by each rules, None where nothing does; `behind` says the `comeback` of a record."""
    every = {rules_of(record) for record, _ in in_time(games)}
    return {rules: _records_of(rules, games, behind) for rules in every}


def _records_of(rules: Rules, games: Sequence[Scored], behind: Callable[[Told], tuple[int, int]]) -> Told:
    every = [sheet for sheet in sheets_of(games) if sheet.rules == rules]
    names = {sheet.name for sheet in every}
    sheets = [sheet for sheet in every if not sheet.hinted]
    beaten = [sheet.total for sheet in sheets if sheet.company > 1 and not sheet.won]
    own = [
        (record, score)
        for record, score in in_time(games)
        if rules_of(record) == rules and "hints" not in record
    ]
    margins = [margin for _, score in own if (margin := victory(score)) is not None]
    comebacks = [behind(record) for record, _ in own]
    cells = [cell for sheet in sheets for cell in sheet.cells]
    played = [len([one for one in evening if rules_of(one) == rules]) for evening in evenings(games)]
    return {
        "totals": sorted((sheet.total for sheet in sheets), reverse=True),
        "alike": max((sheet.alike + sheet.extras for sheet in sheets), default=None),
        "upper": max((sheet.upper for sheet in sheets if sheet.bonus), default=None),
        "comeback": max((points for points, _ in comebacks), default=None),
        "closest": min(margins, default=None),
        "largest": max(margins, default=None),
        "loss": max(beaten, default=None),
        "run": max((_longest_run([s for s in every if s.name == name]) for name in names), default=None),
        "evening": max(played),
        "boxes": {box: max(points for other, points in cells if other == box) for box, _ in cells},
    }


def _longest_run(own: Sequence[Sheet]) -> int:
    """The longest that one came to without hints: wins that had some count, but are no record themselves."""
    with_others = [sheet for sheet in own if sheet.company > 1]
    runs = zip(with_others, runs_of(list(own))[1:], strict=True)
    return max((run for sheet, run in runs if not sheet.hinted), default=0)


def _decided(score: Told) -> tuple[Told, list[Told]] | None:
    """The one winner and the others who stayed, where points decided between them."""
    staying = [player for player in score["players"] if not player.get("left")]
    first = [player for player in staying if player["rank"] == 1]
    others = [player for player in staying if player["rank"] != 1]
    if len(first) != 1 or not others or "won_outright" in first[0]:
        return None
    return first[0], others


def victory(score: Told) -> int | None:
    """What the one winner had more than the next, None where that decided nothing."""
    decided = _decided(score)
    if decided is None:
        return None
    return int(decided[0]["total"] - max(other["total"] for other in decided[1])) or None


def comeback(record: Told, score: Told, scorer: Scorer) -> tuple[int, int]:
    """How far the one winner was behind the best other after as many turns, at most, and after which of them;
    (0, 0) where never, or where points were copied from paper.
    """
    decided = _decided(score)
    if decided is None or any("points" in turn for turn in record["turns"]):
        return 0, 0
    after = _totals(record, scorer)
    most, when = 0, 0
    for turns, own in enumerate(after[decided[0]["name"]], 1):
        reached = [after[other["name"]][:turns] for other in decided[1]]
        behind = max((totals[-1] for totals in reached if len(totals) == turns), default=own) - own
        if behind > most:
            most, when = behind, turns
    return most, when


def _totals(record: Told, scorer: Scorer) -> dict[str, list[int]]:
    """Player → the total after each of their turns, by the record as it would have been then."""
    found: dict[str, list[int]] = {name: [] for name in record["players"]}
    for count, turn in enumerate(record["turns"], 1):
        if "box" in turn:
            [then] = [p for p in scorer(_until(record, count))["players"] if p["name"] == turn["player"]]
            found[turn["player"]].append(then["total"])
    return found


_AT_THE_END = ("finished_at", "roll_offs", "score_cards")


def _until(record: Told, turns: int) -> Told:
    """The record after so many turns; score cards count from the start."""
    to_come = [turn["player"] for turn in record["turns"][turns:] if turn.get("join")]
    then = {key: value for key, value in record.items() if key not in _AT_THE_END}
    then["players"] = [name for name in record["players"] if name not in to_come]
    cards = [card for card in record.get("score_cards", []) if card["player"] not in to_come]
    return then | {"turns": record["turns"][:turns]} | ({"score_cards": cards} if cards else {})
