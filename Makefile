# Everything sets itself up: it needs Python 3.11 or newer, and make.
PYTHON ?= python3
BIN := .venv/bin
ARGS ?=

.PHONY: help setup run test check format clean

help: ## what there is to make
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1|/' | column -t -s '|' 2>/dev/null \
	  || grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST)

setup: .venv/serves ## make .venv with what the pad needs

run: .venv/serves ## serve the pad and print the address for the phones (ARGS="--port 8000")
	@$(BIN)/python app.py serve $(ARGS)

test: .venv/tests check ## check, then run every test (ARGS="tests/rules" for some)
	@$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

check: .venv/tests ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/tests ## put every line in its form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## take away .venv and what tests left (never the games)
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Scorepad needs Python 3.11 or newer; $(PYTHON) is older or missing (try: make PYTHON=python3.12 run)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "This Python has no venv. On Debian, Ubuntu or Raspberry Pi OS: sudo apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/serves: requirements.txt | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

.venv/tests: requirements.txt requirements-dev.txt | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@ .venv/serves
