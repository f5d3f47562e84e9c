"""Help: a page for every rule set, how the pad works, and a checker that tells what a roll pays.

Points are asked of the rules, never typed, so that no example can contradict the pad.
"""

from scorepad.web.help.pages import area

__all__ = ["area"]
