"""Finds the Chromium that the browser tests drive, or installs one: `python -m tests.browser.chromium`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

SHELL = "chromium-headless-shell"
"""Chromium without the windows around it: it starts and draws in about half the time."""
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
PACKAGES = ("chromium", SHELL, "fonts-dejavu-core", "fonts-noto-core")
FLAGS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update")


def find() -> str | None:
    """The path of a Chromium: that of CHROMIUM, the system's, or Playwright's own; None without one."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    for name in NAMES:
        if found := shutil.which(name):
            return found
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def by_apt() -> bool:
    """Whether this is root on a system that has apt-get."""
    return bool(shutil.which("apt-get")) and hasattr(os, "geteuid") and os.geteuid() == 0


def install() -> None:
    """By apt-get where that may be used, else Playwright's own."""
    if by_apt():
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        subprocess.run(
            ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES],
            check=True,
            env=quiet,
            stdout=subprocess.DEVNULL,
        )
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


if __name__ == "__main__":
    if find() is None or (by_apt() and not shutil.which(SHELL) and "CHROMIUM" not in os.environ):
        install()
    if find() is None:
        sys.exit("The browser tests need a Chromium: install one, or name it in CHROMIUM.")
