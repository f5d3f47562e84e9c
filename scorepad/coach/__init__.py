"""The coach: what each choice was worth, exactly. It reads the rules, and nothing else.

Perfect solo play of a sheet is solved once, with numpy (`solver`), into a table of the points still to come
(`table`); looking up, and advice from it, need the standard library alone.
"""

from scorepad.coach.advise import BoxAdvice, KeepAdvice, advise_boxes, advise_keeps
from scorepad.coach.chance import Course, Outlook, Turning, chances, course
from scorepad.coach.keeps import ROLLS
from scorepad.coach.moments import BONUS, POINTS, ROOM, Moment, costliest
from scorepad.coach.review import PlayerReview, Review, TurnReview, player_review, review_of
from scorepad.coach.states import Offer, State, States, can_advise, states_of
from scorepad.coach.table import (
    Table,
    TableUnreadable,
    file_name,
    folder_beside,
    luckier_than,
    read_table,
    table_of,
    write_table,
)

__all__ = [
    "BONUS",
    "POINTS",
    "ROLLS",
    "ROOM",
    "BoxAdvice",
    "Course",
    "KeepAdvice",
    "Moment",
    "Offer",
    "Outlook",
    "PlayerReview",
    "Review",
    "State",
    "States",
    "Table",
    "TableUnreadable",
    "TurnReview",
    "Turning",
    "advise_boxes",
    "advise_keeps",
    "can_advise",
    "chances",
    "costliest",
    "course",
    "file_name",
    "folder_beside",
    "luckier_than",
    "player_review",
    "read_table",
    "review_of",
    "states_of",
    "table_of",
    "write_table",
]
