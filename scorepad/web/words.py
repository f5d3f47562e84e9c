"""The reader's language: sentences, names of boxes and rule sets, figures, dates; bound once a request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_date, format_time
from babel.support import Translations
from flask import Flask, current_app, g, request
from flask_babel import Babel, get_locale, get_translations
from markupsafe import Markup, escape
from wcwidth import iter_graphemes

from scorepad.rules.cards import CHANGE_DIE, EXTRA_ROLL, REDUCE_OPPONENT, ActionCard, ScoreCard
from scorepad.rules.dice import Dice
from scorepad.rules.refusal import Place, Refused
from scorepad.rules.sheet import EXTRA_YAHTZEE, Target
from scorepad.sentences import N_, PLACES, SENTENCES
from scorepad.stats import Line


def NP_(context: str, name: str) -> tuple[str, str]:  # noqa: N802 (as N_, with a context)
    """Marks a name for translation where the same English word has several uses."""
    return context, name


TRANSLATIONS = Path(__file__).parent.parent / "translations"
SOURCE = "en"
LANGUAGES = (
    SOURCE,
    *sorted(folder.name for folder in TRANSLATIONS.iterdir() if (folder / "LC_MESSAGES").is_dir()),
)
"""English, and every language that has a catalogue beside this package."""

_ZERO = {"arabext": "\u06f0", "arab": "\u0660", "deva": "\u0966", "beng": "\u09e6"}
"""CLDR's numbering systems that are not ours → their zero."""

RULESETS = {
    "yahtzee": (NP_("rule set", "Yahtzee"), N_("13 boxes, bonus 35 at 63, Jokers and +100")),
    "yatzy": (NP_("rule set", "Yatzy"), N_("15 boxes with pairs, bonus 50 at 63")),
    "forced_yatzy": (NP_("rule set", "Forced Yatzy"), N_("Yatzy, filled from top to bottom")),
    "yacht": (NP_("rule set", "Yacht"), N_("12 boxes, no bonus, no Joker")),
    "free_for_all": (NP_("rule set", "Yahtzee Free for All"), N_("Yahtzee with action and score cards")),
}
"""Rule set → its name, and one line of what it is."""

BOXES = {
    "ones": N_("Ones"),
    "twos": N_("Twos"),
    "threes": N_("Threes"),
    "fours": N_("Fours"),
    "fives": N_("Fives"),
    "sixes": N_("Sixes"),
    "one_pair": N_("One pair"),
    "two_pairs": N_("Two pairs"),
    "three_of_a_kind": N_("Three of a kind"),
    "four_of_a_kind": N_("Four of a kind"),
    "full_house": N_("Full house"),
    "small_straight": N_("Small straight"),
    "large_straight": N_("Large straight"),
    "chance": N_("Chance"),
    "yahtzee": N_("Yahtzee"),
    "yacht": N_("Yacht"),
    "yatzy": N_("Yatzy"),
}

FREE_FOR_ALL_BOXES = {
    "small_straight": NP_("Free for All", "Small straight"),
    "large_straight": NP_("Free for All", "Large straight"),
}
"""Boxes that some languages call otherwise in Free for All."""

SHORT_BOXES = {
    "three_of_a_kind": NP_("short box", "3 of a kind"),
    "four_of_a_kind": NP_("short box", "4 of a kind"),
    "small_straight": NP_("short box", "S. straight"),
    "large_straight": NP_("short box", "L. straight"),
}
"""What a box is called where its name has no room."""

SHORT_FREE_FOR_ALL = {
    "small_straight": NP_("short box in Free for All", "S. straight"),
    "large_straight": NP_("short box in Free for All", "L. straight"),
}

SHORT_RULESETS = {"free_for_all": NP_("short rule set", "Free for All")}

FIELDS = {"name": N_("the name"), "note": N_("the note"), "id": N_("the identity")}

_BOX_FACTS = frozenset(("box", "must"))


OWN_NAME = NP_("what this language calls itself", "English")

_HAPPENED = {
    "skip": N_("{name} was skipped"),
    "leave": N_("{name} went home"),
    "join": N_("{name} came to the table"),
}


def isolated(text: str) -> Markup:
    """A name or another foreign text, kept from turning the line around it (`<bdi>`)."""
    return Markup(f"<bdi>{escape(text)}</bdi>")  # noqa: S704


class Words:
    """Everything said in one language: made once, then shared by all its readers."""

    def __init__(self, locale: Locale, translations: NullTranslations) -> None:
        self.locale = locale
        self.language = str(locale)
        self.direction = locale.text_direction
        self._translations = translations
        zero = ord(_ZERO.get(locale.default_numbering_system, "0"))
        self._digits = {ord("0") + digit: zero + digit for digit in range(10)}
        self._said: dict[str, Markup] = {}
        self._named: dict[tuple[str, str], Markup] = {}

    def __call__(self, sentence: str, **facts: object) -> Markup:
        """The sentence in this language; ints as figures, texts escaped and isolated, markup as it is."""
        said = self._said.get(sentence)
        if said is None:
            said = self._said[sentence] = escape(self._translations.gettext(sentence))
        return self._filled(said, facts) if facts else said

    def line(self, sentence: str, **facts: object) -> str:
        """The sentence without markup, for a terminal."""
        return self(sentence, **facts).striptags()

    def plural(self, one: str, many: str, count: int, **facts: object) -> Markup:
        """The form of the sentence that this language uses for `count`, shown as `{count}`."""
        said = escape(self._translations.ngettext(one, many, count))
        return self._filled(said, facts | {"count": count})

    def _filled(self, said: Markup, facts: Mapping[str, object]) -> Markup:
        # Each fact is safe by itself; Markup's own format would escape them again, ten times slower.
        shown = {key: self._fact(fact) for key, fact in facts.items()}
        return Markup(str(said).format(**shown))  # noqa: S704

    def _fact(self, fact: object) -> str:
        if isinstance(fact, Markup):
            return fact
        return self.number(fact) if isinstance(fact, int) else isolated(str(fact))

    def named(self, context_and_name: tuple[str, str]) -> Markup:
        """A name marked by NP_, in this language."""
        said = self._named.get(context_and_name)
        if said is None:
            said = self._named[context_and_name] = escape(self._translations.pgettext(*context_and_name))
        return said

    def number(self, value: int) -> str:
        """A figure as this language writes it, with a real minus."""
        digits = str(abs(value)).translate(self._digits)
        return f"\N{MINUS SIGN}{digits}" if value < 0 else digits

    def roll(self, dice: Dice) -> str:
        """A roll as its five figures."""
        return "".join(map(self.number, dice.faces))

    @staticmethod
    def short_name(name: str, longest: int) -> str:
        """The name, cut between two signs as people see them where it is longer than there is room."""
        signs = list(iter_graphemes(name))
        return name if len(signs) <= longest else "".join(signs[: longest - 1]) + "…"

    @property
    def figures(self) -> str:
        """The ten digits as this language writes them, for figures that the page itself makes."""
        return "".join(map(self.number, range(10)))

    def box(self, box: str, ruleset: str = "") -> Markup:
        """The name of a box, in that rule set; an id that is none comes back isolated."""
        if ruleset == "free_for_all" and box in FREE_FOR_ALL_BOXES:
            return self.named(FREE_FOR_ALL_BOXES[box])
        return self(BOXES[box]) if box in BOXES else isolated(box)

    def short_box(self, box: str, ruleset: str = "") -> Markup:
        """The name of a box where room is short."""
        if box in SHORT_BOXES and not (ruleset == "free_for_all" and box in FREE_FOR_ALL_BOXES):
            return self.named(SHORT_BOXES[box])
        return self.named(SHORT_FREE_FOR_ALL[box]) if box in SHORT_BOXES else self.box(box, ruleset)

    def offer(self, box: str, points: int, extra: int, ruleset: str = "") -> Markup:
        """What a screen reader says of an offered box."""
        if extra:
            offered = N_("{box}, {points} +{extra} points")
            return self(offered, box=self.box(box, ruleset), points=points, extra=extra)
        return self.plural(
            "{box}, {count} point", "{box}, {count} points", points, box=self.box(box, ruleset)
        )

    @staticmethod
    def strong(text: Markup) -> Markup:
        """Words that stand out within a sentence."""
        return Markup("<b>{}</b>").format(text)

    @staticmethod
    def accented(name: str) -> Markup:
        """The name of the player to move, in the accent, within a sentence."""
        return Markup('<bdi class="accent">{}</bdi>').format(name)

    def claim(self, box: str, ruleset: str = "") -> Markup:
        """What a screen reader says of claiming a bonus with a zero in that box."""
        return self(
            N_("{box}: {zero} +{extra}, claim the bonus"),
            box=self.box(box, ruleset),
            zero=0,
            extra=EXTRA_YAHTZEE,
        )

    def happened(self, kind: str, name: str) -> Markup:
        """What an entry that is no turn was."""
        return self(_HAPPENED[kind], name=name)

    def action_card(self, card: ActionCard, players: Sequence[str]) -> Markup:
        """What an action card did, in a few words."""
        if card.kind == CHANGE_DIE:
            return self(N_("a die changed from {old} to {new}"), old=card.old, new=card.new)
        if card.kind == EXTRA_ROLL:
            return self(N_("an extra roll"))
        if card.kind == REDUCE_OPPONENT:
            return self(N_("{points} off {name}"), points=card.points, name=players[card.seat - 1])
        return isolated(card.name)

    @staticmethod
    def card_fields(card: ActionCard, players: Sequence[str]) -> dict[str, str | int]:
        """The fields of a form that play that card again."""
        fields: dict[str, str | int] = {
            "card_kind": card.kind,
            "card_from": card.old,
            "card_to": card.new,
            "card_player": players[card.seat - 1] if card.seat else "",
            "card_points": card.points,
            "card_name": card.name,
        }
        return {name: value for name, value in fields.items() if value}

    def card_query(self, card: ActionCard, players: Sequence[str]) -> str:
        """The same as a part of an address."""
        return urlencode(self.card_fields(card, players))

    def score_card(self, card: ScoreCard, ruleset: str = "") -> Markup:
        """What a score card says."""
        if card.by:
            return self(N_("{box} × {by}"), box=self.box(card.box, ruleset), by=card.by)
        return self(N_("+{points}"), points=card.add)

    def points(self, target: Target) -> Markup:
        """What a turn brought, its bonus beside it."""
        points = self.number(target.points)
        return isolated(f"{points} +{self.number(target.extra)}") if target.extra else isolated(points)

    def difference(self, value: int) -> Markup:
        """A figure with its sign, kept together in a line of either direction."""
        return isolated(f"+{self.number(value)}" if value > 0 else self.number(value))

    @property
    def comma(self) -> Markup:
        """What stands between the items of a row."""
        return self(N_(", "))

    @property
    def arrow(self) -> str:
        """An arrow in the direction of reading."""
        return "\N{LEFTWARDS ARROW}" if self.direction == "rtl" else "\N{RIGHTWARDS ARROW}"

    def join(self, names: Iterable[str]) -> Markup:
        """Names in a row: A, B and C."""
        *most, last = map(isolated, names)
        if not most:
            return last
        return self(N_("{names} and {last}"), names=self.comma.join(most), last=last)

    def ruleset(self, ruleset: str) -> Markup:
        """The name of a rule set."""
        return self.named(RULESETS[ruleset][0])

    def short_ruleset(self, ruleset: str) -> Markup:
        """The name of a rule set where its whole name has no room."""
        return self.named(SHORT_RULESETS[ruleset]) if ruleset in SHORT_RULESETS else self.ruleset(ruleset)

    def about_ruleset(self, ruleset: str) -> Markup:
        """One line of what a rule set is."""
        return self(RULESETS[ruleset][1])

    def refusal(self, refused: Refused) -> Markup:
        """The reason of a refusal as a sentence."""
        sentence = escape(self._translations.gettext(SENTENCES[refused.reason]))
        said = self._filled(sentence, self._facts(refused.facts))
        said = said[:1].upper() + said[1:]
        return said if said.endswith((".", "!", "?", "؟")) else said + "."

    def refusal_at(self, refused: Refused) -> Markup:
        """The reason of a refusal after its places in a record: Game 3, turn 25 (Ana, …): …"""
        if not refused.places:
            return self.refusal(refused)
        where = Markup(", ").join(map(self._place, refused.places))
        said = self.refusal(refused)
        return Markup("{}: {}").format(where[:1].upper() + where[1:], said)

    def _place(self, place: Place) -> Markup:
        where = self(PLACES[place.kind], number=place.number)
        said = [self.box(word) if word in BOXES else isolated(word) for word in place.said]
        return Markup("{} ({})").format(where, Markup(", ").join(said)) if said else where

    def _facts(self, facts: Mapping[str, str | int]) -> dict[str, object]:
        shown: dict[str, object] = dict(facts)
        for key in _BOX_FACTS & facts.keys():
            shown[key] = self.box(str(facts[key]))
        if "field" in facts:
            shown["field"] = self(FIELDS[str(facts["field"])])
        return shown

    def date(self, moment: str) -> str:
        """The day of a stored moment, in the viewer's zone."""
        return format_date(_local(moment), "medium", self.locale).translate(self._digits)

    def day(self, moment: str) -> Markup:
        """The day of a stored moment as an element that a script may tell in another calendar."""
        return Markup('<time datetime="{}" data-day>{}</time>').format(moment, self.date(moment))

    @staticmethod
    def iso_day(moment: str) -> str:
        """The day of a stored moment in the viewer's zone, as a date field wants it."""
        return f"{_local(moment):%Y-%m-%d}"

    def day_and_month(self, moment: str) -> tuple[str, str]:
        """The day's number and the short month of a stored moment."""
        local = _local(moment)
        return self.number(local.day), format_date(local, "LLL", self.locale)

    def by_month(self, lines: Sequence[Line]) -> list[tuple[str, list[Line]]]:
        """Lines in their order, under the name of their month in the viewer's zone."""
        groups: list[tuple[str, list[Line]]] = []
        for line in lines:
            month = format_date(_local(line.finished_at), "LLLL y", self.locale).translate(self._digits)
            if not groups or groups[-1][0] != month:
                groups.append((month, []))
            groups[-1][1].append(line)
        return groups

    def time(self, moment: str) -> str:
        """The time of day of a stored moment, in the viewer's zone."""
        return format_time(_local(moment), "short", locale=self.locale).translate(self._digits)


def zone() -> tzinfo | None:
    """The viewer's zone, by the cookie `zone`; None where it names none: the host's."""
    name = request.cookies.get("zone", "")
    try:
        return ZoneInfo(name) if name else None
    except (LookupError, ValueError, OSError):
        return None


def read_day(text: str) -> datetime:
    """The beginning of a day of the viewer's zone, from `2026-11-29`. Raises Refused `bad_date`.

    Years stay within what every zone can tell.
    """
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=zone())
    except ValueError:
        raise Refused("bad_date") from None
    if not 1900 <= day.year <= 2999 or len(text) != 10:
        raise Refused("bad_date")
    return day if day.tzinfo else day.astimezone()


def utc(moment: datetime) -> str:
    """A moment as the store writes it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _local(moment: str) -> datetime:
    """A stored moment in the viewer's zone."""
    return datetime.fromisoformat(moment).astimezone(zone())


def words() -> Words:
    """The words of this request's reader."""
    if "words" not in g:
        shelf: dict[str, Words] = current_app.extensions["scorepad.words"]
        locale = get_locale() or Locale("en")
        if str(locale) not in shelf:
            shelf[str(locale)] = Words(locale, get_translations())
        g.words = shelf[str(locale)]
    found: Words = g.words
    return found


def words_of_terminal(environment: Mapping[str, str]) -> Words:
    """The words of whoever runs the pad, by the terminal's language; English where it is none of ours."""
    wish = (environment.get("LC_ALL") or environment.get("LANG") or "").partition("_")[0]
    code = wish if wish in LANGUAGES else SOURCE
    return Words(Locale.parse(code), Translations.load(str(TRANSLATIONS), [code]))


def language() -> str:
    """The language that the reader chose, else the first that the browser wishes for and the pad has."""
    chosen = request.cookies.get("language", "")
    wishes = [chosen, *(wish.partition("-")[0].lower() for wish in request.accept_languages.values())]
    return next((wish for wish in wishes if wish in LANGUAGES), SOURCE)


def language_names() -> list[tuple[str, str]]:
    """Every language and what it calls itself: a sentence of its catalogue, as any other."""
    return [(code, _own_name(code)) for code in LANGUAGES]


def _own_name(code: str) -> str:
    # CLDR knows it too, but would keep a megabyte of each language that nobody may read.
    if code == SOURCE:
        return OWN_NAME[1]
    with (TRANSLATIONS / code / "LC_MESSAGES" / "messages.mo").open("rb") as catalogue:
        return GNUTranslations(catalogue).pgettext(*OWN_NAME)


def install(app: Flask) -> None:
    """Languages for the app; `_`, `plural`, `words` and `number` for its templates."""
    app.extensions["scorepad.words"] = {}
    Babel(
        app,
        locale_selector=language,
        default_translation_directories=str(TRANSLATIONS),
        configure_jinja=False,
    )
    names = language_names()

    @app.context_processor
    def _words() -> dict[str, object]:
        _ = words()
        return {
            "_": _,
            "plural": _.plural,
            "words": _,
            "comma": _.comma,
            "number": _.number,
            "isolated": isolated,
            "languages": names,
        }
