"""Scorepad: a score pad for physical dice."""
