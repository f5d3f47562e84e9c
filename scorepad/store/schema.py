"""The form of the file: its tables, and the migrations that bring an older file up to date."""

from __future__ import annotations

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

_TABLES = (
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        watch_key TEXT NOT NULL UNIQUE,
        uid TEXT NOT NULL UNIQUE,
        ruleset TEXT NOT NULL,
        note TEXT NOT NULL DEFAULT '',
        started_at TEXT NOT NULL,
        finished_at TEXT,
        deleted_at TEXT
    ) STRICT""",
    """CREATE TABLE players (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        folded TEXT NOT NULL UNIQUE,
        merged_into INTEGER REFERENCES players(id),
        archived_at TEXT
    ) STRICT""",
    """CREATE TABLE seats (
        game INTEGER NOT NULL REFERENCES games(id),
        seat INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES players(id),
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE events (
        game INTEGER NOT NULL REFERENCES games(id),
        number INTEGER NOT NULL,
        kind TEXT NOT NULL,
        seat INTEGER,
        dice TEXT,
        points INTEGER,
        box TEXT,
        more TEXT,
        of INTEGER,
        at TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE results (
        game INTEGER NOT NULL REFERENCES games(id),
        seat INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES players(id),
        ruleset TEXT NOT NULL,
        finished_at TEXT NOT NULL,
        total INTEGER NOT NULL,
        rank INTEGER NOT NULL,
        upper INTEGER NOT NULL,
        bonus INTEGER NOT NULL,
        extras INTEGER NOT NULL,
        boxes TEXT NOT NULL,
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX games_by_finish ON games(finished_at, id) WHERE deleted_at IS NULL",
    "CREATE INDEX seats_by_player ON seats(player, game)",
    "CREATE INDEX results_by_player ON results(player, ruleset, total)",
)


def m001_tables(db: Database) -> None:
    for statement in _TABLES:
        db.execute(statement)


def m002_lists(db: Database) -> None:
    """What lists are sorted and filtered by."""
    db.execute("CREATE INDEX games_by_ruleset ON games(ruleset, finished_at, id) WHERE deleted_at IS NULL")
    db.execute("CREATE INDEX games_with_note ON games(finished_at, id) WHERE note != ''")
    db.execute("CREATE INDEX winners ON results(total, game) WHERE rank = 1")


def m003_beginnings(db: Database) -> None:
    """A game has its beginning in columns of its own: events alone change what stands.

    `note`, `started_at`, `finished_at` and `deleted_at` stay as copies of what the events fold to, for lists
    and their indexes. A finish that an older file knows is told as that of the last entry, and a game that
    lies in the bin without an event gets one. What was changed beside a game gets a kind of its own.
    """
    for column in ("first_note TEXT", "first_start TEXT", "finish TEXT", "finish_of INTEGER"):
        db.execute(f"ALTER TABLE games ADD COLUMN {column}")
    db.execute("UPDATE games SET first_note = note, first_start = started_at, finish = finished_at")
    db.execute(
        "UPDATE games SET finish_of = (SELECT max(number) FROM events WHERE game = games.id"
        " AND kind IN ('turn', 'skip', 'leave', 'join')) WHERE finish IS NOT NULL"
    )
    for kind, columns in (("edit", ("note", "started_at")), ("rename", ("player", "name"))):
        one, two = (_said(kind, place, column) for place, column in enumerate(columns, 1))
        more = f"json_object('{columns[0]}', {one}, '{columns[1]}', {two})"
        db.execute(
            f"UPDATE events SET kind = '{kind}', more = {more}"  # noqa: S608
            f" WHERE kind = 'note' AND json_valid(more) AND json_extract(more, '$.said[0]') = '{kind}'"
        )
    # A note that says nothing changes nothing: it says what stands.
    db.execute(
        "UPDATE events SET kind = 'edit', more = (SELECT json_object('note', note, 'started_at', started_at)"
        " FROM games WHERE id = game) WHERE kind = 'note' AND more IS NULL"
    )
    db.execute(
        "INSERT INTO events (game, number, kind, at) SELECT id,"
        " 1 + coalesce((SELECT max(number) FROM events WHERE game = games.id), 0), 'throw_away', deleted_at"
        " FROM games WHERE deleted_at IS NOT NULL"
    )


def _said(kind: str, place: int, column: str) -> str:
    """The SQL of what an older event said there; the id of a person is a number."""
    told = f"json_extract(more, '$.said[{place}]')"
    return f"CAST({told} AS INTEGER)" if (kind, column) == ("rename", "player") else told


def m004_house_rules(db: Database) -> None:
    """Games have house rules; a household keeps some under a name.

    `options` is the text by which two games are played alike, empty for a sheet's own rules: what stands,
    a copy; `first_options` is how the game began, as with notes. Those that are dropped can be brought back
    until their name is wanted for others.
    """
    for column in ("options", "rules_name", "first_options", "first_rules_name"):
        db.execute(f"ALTER TABLE games ADD COLUMN {column} TEXT NOT NULL DEFAULT ''")
    db.execute("ALTER TABLE results ADD COLUMN options TEXT NOT NULL DEFAULT ''")
    db.execute("DROP INDEX results_by_player")
    db.execute("CREATE INDEX results_by_player ON results(player, ruleset, options, total)")
    db.execute("DROP INDEX games_by_ruleset")
    db.execute(
        "CREATE INDEX games_by_rules ON games(ruleset, options, finished_at, id) WHERE deleted_at IS NULL"
    )
    db.execute(
        "CREATE TABLE house_rules (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,"
        " folded TEXT NOT NULL UNIQUE, ruleset TEXT NOT NULL, options TEXT NOT NULL, dropped_at TEXT) STRICT"
    )


def m005_tries(db: Database) -> None:
    """Wrong PINs by a mark of the address they came from; `at` counts the seconds that the pad ran."""
    db.execute(
        "CREATE TABLE tries (mark TEXT PRIMARY KEY, wrong REAL NOT NULL, at REAL NOT NULL,"
        " known INTEGER NOT NULL, wall REAL NOT NULL) STRICT, WITHOUT ROWID"
    )


def m006_touched(db: Database) -> None:
    """Which game was touched last is told by a number that counts up: a machine may begin in 1970.

    A finish that such a machine stamped before its start is told as the start (`rules.story`); here are the
    copies of it.
    """
    db.execute("ALTER TABLE games ADD COLUMN touched INTEGER NOT NULL DEFAULT 0")
    db.execute(
        "UPDATE games SET touched = place FROM (SELECT id AS game, row_number() OVER (ORDER BY"
        " coalesce((SELECT at FROM events WHERE game = games.id ORDER BY number DESC LIMIT 1), started_at),"
        " id) AS place FROM games) WHERE id = game"
    )
    db.execute("CREATE INDEX games_by_touch ON games(touched)")
    early = "SELECT id FROM games WHERE finish IS NULL AND finished_at < started_at"
    started = "(SELECT started_at FROM games WHERE id = game)"
    db.execute(f"UPDATE results SET finished_at = {started} WHERE game IN ({early})")  # noqa: S608
    db.execute(f"UPDATE games SET finished_at = started_at WHERE id IN ({early})")  # noqa: S608


_FIGURES = (
    """CREATE TABLE tallies (
        player INTEGER NOT NULL REFERENCES players(id),
        ruleset TEXT NOT NULL,
        options TEXT NOT NULL,
        games INTEGER NOT NULL,
        company INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        shared INTEGER NOT NULL,
        total INTEGER NOT NULL,
        bonuses INTEGER NOT NULL,
        alike INTEGER NOT NULL,
        extras INTEGER NOT NULL,
        PRIMARY KEY (player, ruleset, options)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE spreads (
        ruleset TEXT NOT NULL,
        options TEXT NOT NULL,
        player INTEGER NOT NULL REFERENCES players(id),
        cell TEXT NOT NULL,
        points INTEGER NOT NULL,
        sheets INTEGER NOT NULL,
        PRIMARY KEY (ruleset, options, player, cell, points)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE meetings (
        player INTEGER NOT NULL REFERENCES players(id),
        ruleset TEXT NOT NULL,
        options TEXT NOT NULL,
        other INTEGER NOT NULL REFERENCES players(id),
        games INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        draws INTEGER NOT NULL,
        difference INTEGER NOT NULL,
        PRIMARY KEY (player, ruleset, options, other)
    ) STRICT, WITHOUT ROWID""",
    "CREATE TABLE copies (form INTEGER NOT NULL) STRICT",
    "CREATE TABLE erasures (at TEXT NOT NULL) STRICT",
    "CREATE INDEX results_by_day ON results(player, ruleset, options, finished_at)",
    "CREATE INDEX results_by_rules ON results(ruleset, options, total)",
    "CREATE INDEX most_alike ON results(ruleset, options, alike + extras) WHERE alike + extras > 1",
    "CREATE INDEX uppers ON results(ruleset, options, upper) WHERE bonus > 0",
    "CREATE INDEX comebacks ON results(ruleset, options, behind) WHERE behind > 0",
    "CREATE INDEX margins ON results(ruleset, options, margin) WHERE margin IS NOT NULL",
    "CREATE INDEX runs ON results(ruleset, options, run) WHERE run > 1",
    "CREATE INDEX runs_of ON results(player, ruleset, options, run) WHERE run > 0",
    "CREATE INDEX games_by_evening ON games(ruleset, options, evening) WHERE evening IS NOT NULL",
)


def m007_figures(db: Database) -> None:
    """What the pages about people and records ask is kept beside the results, and who stands for whom.

    `stands` is the person that the row stands for after merging, empty for itself. What a result knows
    besides is told by `results.Result`; `run` is which win of a run it is. Of results there are `tallies`,
    `spreads` (how often a player wrote which points in a cell; the cell '' is the total) and `meetings` of
    two players. Games know the first finish of their `evening`. `copies` has the form of all that.
    `erasures` tells when names were erased, as long as the file was not written anew since.
    """
    db.execute("ALTER TABLE players ADD COLUMN stands INTEGER REFERENCES players(id)")
    db.execute("UPDATE players SET stands = merged_into")
    for column in ("stayed", "company", "won", "shared", "alike", "behind", "round", "run"):
        db.execute(f"ALTER TABLE results ADD COLUMN {column} INTEGER NOT NULL DEFAULT 0")
    db.execute("ALTER TABLE results ADD COLUMN margin INTEGER")
    db.execute("ALTER TABLE games ADD COLUMN evening TEXT")
    for statement in _FIGURES:
        db.execute(statement)


def m008_hints(db: Database) -> None:
    """A result knows whether the coach was asked, `spreads` on how many sheets; no older file has any."""
    for table in ("results", "spreads"):
        db.execute(f"ALTER TABLE {table} ADD COLUMN hinted INTEGER NOT NULL DEFAULT 0")


def m009_tables(db: Database) -> None:
    """Games may have teams, hidden totals and a turn clock from the start; results know the team and how long
    a turn took.

    `first_teams` is JSON, by places at the start, empty without teams. Of a result, `team` counts from 1 (0
    without teams), `team_total` and `team_rank` are those of the whole team; `pace` is how many seconds the
    player's turns took, by their median, 0 where nobody knows.
    """
    db.execute("ALTER TABLE games ADD COLUMN first_teams TEXT NOT NULL DEFAULT ''")
    for column in ("first_suspense", "first_clock"):
        db.execute(f"ALTER TABLE games ADD COLUMN {column} INTEGER NOT NULL DEFAULT 0")
    for column in ("team", "team_total", "team_rank", "pace"):
        db.execute(f"ALTER TABLE results ADD COLUMN {column} INTEGER NOT NULL DEFAULT 0")
    db.execute("CREATE INDEX teams ON results(ruleset, options, team_total, game) WHERE team > 0")
    db.execute("CREATE INDEX teams_of ON results(player, won) WHERE team > 0")


_STEPS = (
    m001_tables,
    m002_lists,
    m003_beginnings,
    m004_house_rules,
    m005_tries,
    m006_touched,
    m007_figures,
    m008_hints,
    m009_tables,
)
KNOWN = frozenset(step.__name__ for step in _STEPS)
"""The names of the migrations that this version knows."""

migrations = Migrations("scorepad")
for _step in _STEPS:
    migrations()(_step)
