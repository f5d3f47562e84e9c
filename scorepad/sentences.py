"""A sentence for every refusal: English here, translated by the web, with bare ids in a terminal."""

from __future__ import annotations

from scorepad.rules import Place, Refused, Told


def N_(sentence: str) -> str:  # noqa: N802 (gettext's name for "translate later")
    """Marks a sentence for translation; it is translated where it is shown."""
    return sentence


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802
    """Marks a sentence that has another form for other numbers, for translation where it is shown."""
    return one, many


SENTENCES: dict[str, str] = {
    # dice
    "dice_face": N_("“{sign}” is not a die: use 1 to 6"),
    "dice_count": N_("a roll is {need} dice here, not {count}"),
    "no_first_roll": N_("this rule set marks no first rolls"),
    # boxes
    "no_box": N_("choose a box"),
    "unknown_box": N_("this game has no box “{box}”"),
    "no_column": N_("choose a column"),
    "unknown_column": N_("this sheet has columns 1 to {most}, and no column {column}"),
    "box_filled": N_("{box} is filled already"),
    "out_of_order": N_("boxes go from top to bottom: {must} is next"),
    "joker_upper": N_("Joker: {must} is open and must be used"),
    "joker_lower": N_("Joker: a box of the lower section is open and must be used"),
    "impossible_points": N_("no roll pays {points} in {box}"),
    "no_extra": N_("{points} in {box} bring no bonus"),
    "dice_or_points": N_("enter either the dice or the points"),
    "bad_points": N_("points are a whole number, 0 or more"),
    # dice from a photo
    "no_photo": N_("this is no photo: choose one as phones take them, a JPEG or PNG file"),
    "photo_heic": N_(
        "the pad can’t read HEIC photos: set the phone’s camera to “Most compatible”,"
        " or send the photo as a JPEG file"
    ),
    "photo_heavy": N_("this photo is too big: at most {megabytes} MB can be read"),
    "photo_large": N_("this photo is too large: at most {megapixels} megapixels can be read"),
    "photo_broken": N_("this photo is damaged or did not come whole: take it again"),
    "photo_many": N_("{count} dice are chosen, and a roll is {need} here: choose – for what is none of them"),
    "photos_wait": N_("the pad is reading other photos just now: try again in a moment"),
    # turns and players
    "game_finished": N_("the game is finished"),
    "not_to_move": N_("it is {mover}’s turn, not {player}’s"),
    "unknown_player": N_("there is no such player in this game"),
    "team_empty": N_("a team needs at least one player"),
    "in_two_teams": N_("{player} is in two teams"),
    "in_no_team": N_("{player} is in no team"),
    "bad_clock": N_("a turn clock counts from 0 to {most} seconds"),
    "no_coach": N_(
        "the coach can’t judge this sheet: it knows those of one column and five dice, without cards,"
        " on which a first roll is like any other"
    ),
    "coach_needs_numpy": N_(
        "the coach has not learned this sheet yet, and needs numpy for that:"
        " run pip install -r requirements-coach.txt"
    ),
    "lesson_unsaved": N_(
        "what the coach learns can’t be kept in {folder}: see whether that disk has room"
        " and may be written, then try again"
    ),
    "lesson_broken_off": N_(
        "learning this sheet was broken off: try again when the machine of the pad has less to do"
    ),
    "many_lessons": N_("the coach is learning other sheets: try again once they are done"),
    "review_early": N_("the game is not finished: a review looks back on all of it"),
    "rolls_left": N_("say how many rolls are left: 0, 1 or 2"),
    "nobody_called": N_("nobody here is called {player}"),
    "not_a_player": N_("{player} is not one of the players"),
    "not_at_table": N_("{player} is not in the game"),
    "already_at_table": N_("{player} is in the game already"),
    "no_players": N_("a game needs at least one player"),
    "too_many_players": N_("this game is for at most {most} players"),
    "too_many_seats": N_("the pad seats at most {most} players"),
    "late_not_last": N_("{player} joins late, so must be listed after those who started"),
    "bad_team": N_("choose a team from the list"),
    "bad_starter": N_("choose who starts: at random, the first, or one of the players"),
    "unknown_ruleset": N_("there is no rule set “{ruleset}”"),
    "no_ruleset": N_("choose a rule set"),
    "unknown_option": N_("{ruleset} has no option “{option}”"),
    "no_house_rules": N_("these are the sheet’s own rules: change something first"),
    "rules_known": N_("other house rules are called {name} already"),
    "too_many_rules": N_("at most {most} house rules can be kept: delete some first"),
    "bad_bonus": N_("a bonus is 0 to 999 points, and comes at a sum of 1 to 999"),
    "option_value": N_("the option “{option}” has no such value"),
    "too_few_players": N_("this game needs at least {least} players"),
    # cards
    "no_cards": N_("this rule set has no cards"),
    "no_claim": N_("there is no bonus to claim with this roll"),
    "cards_used": N_("all {most} action cards of this player are played"),
    "card_kind": N_("there is no action card “{kind}”"),
    "card_die": N_("say which die the card changes, from 1 to 6 into 1 to 6"),
    "card_die_same": N_("the card must change the die into another number"),
    "card_die_missing": N_("the card made a {face}, but none is among the dice"),
    "card_self": N_("the card takes points off somebody else"),
    "card_nobody": N_("say who loses the points"),
    "card_points": N_("a card’s points are a whole number, 1 or more"),
    "card_many_points": N_("a card’s points are at most {most}"),
    "card_nameless": N_("give the card a name"),
    "card_factor": N_("a card doubles or triples a box"),
    "add_or_multiply": N_("a score card either adds points or multiplies a box"),
    "card_after_roll_off": N_("the roll-off is entered already: take it back first"),
    "no_such_card": N_("that card is no longer there"),
    "roll_off_early": N_("a roll-off is for a finished game"),
    "roll_off_late": N_("nobody has to roll any more"),
    "roll_off_others": N_("everyone tied for first place rolls, and nobody else"),
    "roll_off_face": N_("each of them rolls one die, 1 to 6"),
    # photos
    "photo_needs": N_(
        "reading dice from photos needs numpy and Pillow: run pip install -r requirements-photo.txt"
    ),
    # names and texts
    "name_blank": N_("a name needs at least one letter"),
    "name_long": N_("a name can have at most {most} letters"),
    "name_twice": N_("“{player}” is already in: give each player a different name"),
    "name_twice_as": N_("“{player}” is already in as “{known}”: give each player a different name"),
    "name_known": N_("someone else is already called {player}"),
    "one_person": N_("{player} and {other} are one person here: let that person sit at the table once"),
    "merged_with_itself": N_("choose two names to merge"),
    "both_in_one_game": N_(
        "{player} and {other} sat in the same game on {day}, so they are two people (games together: {count})"
    ),
    "not_merged": N_("that name is a person of its own already"),
    "name_merged": N_(
        "{player} is merged into this name: separate the two, then merge them the other way round"
    ),
    "renamed_since": N_("this person is called {player} now: look again before anything is erased"),
    "merged_since": N_(
        "names were merged or separated since that was asked: look again before anything is erased"
    ),
    "unprintable": N_("{field} has a character that can’t be shown"),
    "text_long": N_("{field} can have at most {most} characters"),
    # requests
    "bad_seen": N_("the page sent no number for the last entry it knows: load it again"),
    "nothing_to_undo": N_("there is nothing to undo"),
    "nothing_to_redo": N_("there is nothing to redo"),
    "nothing_changed": N_("this is what the sheet says already"),
    "no_turn": N_("that turn can’t be corrected"),
    "same_player": N_("both are entries of the same player"),
    "bad_order": N_("the players can’t be put in this order"),
    "order_played": N_("{player} has played already, so that seat stays as it is"),
    "stale": N_("someone else saved first: look at the sheet, then enter again"),
    "bad_date": N_("a date is a day of the calendar, such as 2026-11-29"),
    "dates_turned": N_("the first day is after the last"),
    "paper_empty": N_("a number is missing: every box holds one, 0 too"),
    "paper_turns": N_(
        "filled boxes: {count}, turns played: {need};"
        " turns go from left to right, and the winner’s is the last"
    ),
    "paper_won": N_("no box here wins at once"),
    "paper_after": N_("{box} holds points only where {must} does"),
    "paper_extras": N_("{count} such bonuses don’t fit these boxes"),
    "short_pin": N_("SCOREPAD_PIN has fewer than {least} characters: choose a longer PIN"),
    "bad_setting": N_("there is no such setting"),
    "bad_page": N_("there is no such page"),
    # the file
    "bad_pad_name": N_(
        "SCOREPAD_NAME is a name of small letters, figures and hyphens, such as scorepad, not “{value}”"
    ),
    "bad_cache": N_("SCOREPAD_CACHE is a whole number of megabytes, not “{value}”"),
    "no_place": N_("the games can’t be kept there: {error}"),
    "database_in_use": N_("another pad is using {file}: stop that one first"),
    "second_name": N_(
        "{file} has a second name (a hard link), under which another pad could write to it at the same time:"
        " delete the other name, or put a copy in its place"
    ),
    "split_process": N_(
        "this process was split off from the one that holds {file}: let one process serve the pad"
        " (gunicorn: one worker, no --preload)"
    ),
    "pad_stopped": N_("the pad is being stopped: try again once it runs"),
    "no_database": N_("there are no games at {file} yet"),
    "file_exists": N_("{file} is there already: choose another name"),
    "not_writable": N_("{file} can’t be written"),
    "not_a_database": N_(
        "{file} is not an intact database of the pad: name another file, or put a backup in its place"
    ),
    "foreign_database": N_("{file} belongs to another program: name another file by SCOREPAD_DB"),
    "is_folder": N_("{file} is a folder: name a file in it by SCOREPAD_DB"),
    "emptied_database": N_(
        "{file} is empty, and a pad was here before:"
        " put a backup in its place, or delete the file to begin anew"
    ),
    "damaged_database": N_(
        "{file} is damaged: stop the pad, put a backup in its place and keep this file aside"
    ),
    "spoilt_copies": N_(
        "what is kept for lists and figures is not what the games say:"
        " stop the pad, run python app.py check --rebuild, then start it again"
    ),
    "broken_log": N_(
        "{log}, which holds the last entries, is damaged:"
        " put a backup in place of {file}, or move {log} away to go on without them"
    ),
    "foreign_log": N_(
        "{log} does not belong to {file}:"
        " put the file back that was there before, or move {log} away to go on without its entries"
    ),
    "log_alone": N_(
        "{log} holds entries, but {file} is not there: put it back, or move {log} away to begin anew"
    ),
    "no_migration": N_(
        "{file} can’t be brought to the form of this version ({error}):"
        " it is as it was; go on with the version before"
    ),
    "no_room": N_("there is no room left for {file}: make room on that disk, then try again"),
    "no_right_to_read": N_("{file} can’t be read: give the account that runs the pad the right to read it"),
    "no_right_to_write": N_(
        "{file} can only be read: give the account that runs the pad the right to write it"
    ),
    "no_right_in_folder": N_(
        "nothing can be written in {folder}: give the account that runs the pad the right to write there"
    ),
    "read_only_disk": N_(
        "the disk of {file} can only be read: mount it for writing;"
        " where that fails, copy the games elsewhere"
    ),
    "file_locked": N_("another program is holding {file}: close it there, then try again"),
    "pad_busy": N_("the pad is saving something else just now: try again in a moment"),
    "disk_trouble": N_(
        "{file} can’t be read or written ({error}): see whether that disk has room and is in order"
    ),
    "file_gone": N_("{file} was moved or deleted while the pad was running: put it back, then try again"),
    "file_swapped": N_("another file was put in place of {file}: stop the pad, then start it again"),
    "log_gone": N_(
        "{log}, which holds the last entries, was moved or deleted while the pad was running:"
        " stop the pad, then start it again"
    ),
    "no_folder": N_("there is no folder {folder}: is its disk missing?"),
    "no_room_for_copy": N_("{folder} has no room for a copy of the games: free {size} MB there"),
    "no_copy_first": N_(
        "this version changes the form of {file}, and no copy of it can be kept in {folder} first:"
        " make room there and let the pad write, or name another folder in SCOREPAD_BACKUPS"
    ),
    "newer_database": N_(
        "{file} was written by a newer version of the pad ({migration}):"
        " update this one, or put a backup in place"
    ),
    "broken_secret": N_(
        "{file} holds no key to sign cookies with: delete it, and a new one is made (PINs are asked again)"
    ),
    # the record
    "not_json": N_("this is not a Scorepad record: it isn’t JSON"),
    "too_deep": N_("this is nested too deeply to be a Scorepad record"),
    "no_record": N_("this is not a Scorepad record"),
    "game_long": N_("one game can have at most {most} MB of text"),
    "is_bundle": N_("this is a bundle of games, not one game"),
    "other_version": N_("only version {version} of a Scorepad record can be read"),
    "key_twice": N_("the key “{key}” appears twice"),
    "key_missing": N_("the key “{key}” is missing"),
    "key_type": N_("the key “{key}” has a value of the wrong kind"),
    "unknown_key": N_("the key “{key}” is unknown"),
    "key_elsewhere": N_("the key “{key}” does not belong to this rule set"),
    "extra_with_dice": N_("“extra_yahtzee” goes with points; the dice tell it by themselves"),
    "bad_time": N_("a time looks like 2026-11-29T18:05:00Z"),
    "far_time": N_("{time} can’t be the time of a game"),
    # games from elsewhere, and the check
    "nothing_sent": N_("choose a file or paste the text of a Scorepad record"),
    "upload_gone": N_("the file is no longer here: choose it again"),
    "other_content": N_("the game of {players} is here already, with other entries"),
    "pad_running": N_("the pad is running: open its page /import, or stop it first"),
    "results_differ": N_("what lists show of it is not what the game says"),
    "figures_differ": N_("what is summed up of the results is not what they come to: run check --rebuild"),
    "unreadable_game": N_("this game can’t be read"),
    "loose_rows": N_("{count} rows speak of a game or a player that is not there"),
}

PLACES: dict[str, str] = {
    "game": N_("game {number}"),
    "turn": N_("turn {number}"),
    "score card": N_("score card {number}"),
    "roll-off": N_("roll-off {number}"),
    "options": N_("options"),
    "rules_name": N_("name of the rules"),
}
"""Where in a record or a bundle something was refused."""

HEADINGS: dict[str, str] = {
    "id": N_("Identity"),
    "ruleset": N_("Rules"),
    "started_at": N_("Started"),
    "finished_at": N_("Finished"),
    "note": N_("Note"),
    "seat": N_("Seat"),
    "player": N_("Player"),
    "total": N_("Total"),
    "rank": N_("Rank"),
    "roll_off": N_("Roll-off"),
    "roll_offs": N_("Roll-off"),
    "column_total": N_("Column total"),
    "upper": N_("Upper total"),
    "upper_total": N_("Upper total"),
    "upper_bonus": N_("Upper bonus"),
    "lower": N_("Lower total"),
    "extra_yahtzees": N_("Extra Yahtzees"),
    "extra_points": N_("Extra Yahtzees"),
    "score_cards": N_("Score cards"),
    "penalties": N_("Reductions"),
    "left": N_("Left early"),
    "turn": N_("Turn"),
    "kind": N_("Kind"),
    "dice": N_("Dice"),
    "box": N_("Box"),
    "points": N_("Points"),
    "extra": N_("Bonus"),
    "action_card": N_("Action card"),
    "first_roll": N_("First roll"),
    "options": N_("House rules"),
    "rules_name": N_("Name of the house rules"),
}
"""What the columns and rows of the tables for spreadsheets are called."""


def plain(told: Told) -> str:
    """What is told in English with ids as they are, after its places where it has some.

    For a terminal: one line, whatever the record said.
    """
    sentence = SENTENCES[told.reason].format(**told.facts)
    if isinstance(told, Refused) and told.places:
        sentence = f"{', '.join(map(_plain_place, told.places))}: {sentence}"
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in sentence)


def _plain_place(place: Place) -> str:
    said = f" ({', '.join(place.said)})" if place.said else ""
    return f"{place}{said}"
