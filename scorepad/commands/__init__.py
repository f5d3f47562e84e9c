"""What `python app.py` does: it serves the pad, or does what the first word says.

A command is loaded when it is called, so that those on records wait for neither web nor database.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pkgutil import resolve_name

import click

from scorepad.commands.terminal import INTERRUPTED, REFUSED, complain, complain_of
from scorepad.rules import Told

PROGRAM = "app.py"
_HELP = ("-h", "--help")
_COMMANDS = {
    "serve": "serve:serve",
    "score": "records:score",
    "options": "records:options",
    "expect": "coach:expect",
    "import": "games_in:import_games",
    "export": "games_out:export_games",
    "stats": "stats:stats",
    "review": "coach:review",
    "advise": "coach:advise",
    "read-dice": "photo:read_dice",
    "check": "check:check",
    "backup": "copies:backup",
    "restore": "copies:restore",
}
"""What is typed → the module and its command."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = resolve_name(f"{__name__}.{_COMMANDS[cmd_name]}")
        return command


_PAD = _Commands(
    help="A score pad for physical dice. Without a command it serves the pad to the phones on this network.",
    context_settings={"help_option_names": list(_HELP)},
)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit code: 0 done, 1 refused, 2 not readable or not understood.

    130 where Ctrl-C ended it, as shells have it.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or (words[0].startswith("-") and words[0] not in _HELP):
        words.insert(0, "serve")
    try:
        return _run(words)
    except click.UsageError as error:
        return _mistyped(error)
    except click.ClickException as error:
        return complain(error.format_message(), error.exit_code)
    except Told as told:
        return complain_of(told)
    except BrokenPipeError:  # the reader has seen enough
        return REFUSED
    except OSError as error:
        return complain(f"what is needed can’t be read or written: {error}", REFUSED)
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(words: list[str]) -> int:
    # Not by click's own main, which would say a word about each broken pipe and each Ctrl-C.
    try:
        with _PAD.make_context(PROGRAM, words) as context:
            code: int = _PAD.invoke(context)
    except click.exceptions.Exit as done:  # after --help
        return done.exit_code
    return code


def _mistyped(error: click.UsageError) -> int:
    context = error.ctx or click.Context(_PAD, info_name=PROGRAM)
    complain(" ".join(context.get_usage().split()), error.exit_code)
    return complain(f"{context.command_path}: error: {error.format_message()}", error.exit_code)
