# Everything sets itself up: it needs Python 3.11 or newer, and make.
PYTHON ?= python3
BIN := .venv/bin
ARGS ?=
OPTIONAL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all:
PHOTOS ?= ../shared/photos

.PHONY: help setup run test sweep soak check format audit bench shots tables photo-report photo-nets words clean

help: ## what there is to make
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1|/' | column -t -s '|' 2>/dev/null \
	  || grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST)

setup: .venv/serves ## make .venv with what the pad needs

run: .venv/serves ## serve the pad and print the address for the phones (ARGS="--port 8000")
	@$(BIN)/python app.py serve $(ARGS)

test: .venv/tests check ## check, then run every test (ARGS="tests/rules" for some)
	@$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m pytest -n 4 --dist worksteal $(ARGS)

sweep: .venv/tests ## every browser test with all its players, names, rule sets and origins; every sheet solved anew, more photos read
	@$(BIN)/python -m tests.browser.chromium
	SCOREPAD_TESTS=all $(BIN)/python -m pytest -n 3 --dist worksteal tests/browser tests/coach tests/photo tests/web/test_spoilt_copies.py $(ARGS)

check: .venv/tests ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/tests ## put every line in its form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

soak: .venv/tests ## kill the real server two hundred times while games are played, and more (ARGS="rounds --seed x")
	$(BIN)/python -m tests.soak $(ARGS)

bench: .venv/tests ## measure speed and size, as ratios in one run
	@$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench_scale
	$(BIN)/python -m tests.bench_tables
	$(BIN)/python -m tests.bench_import
	$(BIN)/python -m tests.bench_coach
	$(BIN)/python -m tests.bench_photo

shots: .venv/tests ## screenshots of every page, size and theme into shots/
	@$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m tests.browser.shots shots

audit: .venv/tests ## Lighthouse on home, pad and past sheets, at least 95 each (needs npm)
	@$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m tests.audit

tables: .venv/tests ## solve the sheets whose tables the coach travels with (some minutes)
	$(BIN)/python -m scorepad.coach.make

photo-report: .venv/tests ## how well dice are read: of the photographs in PHOTOS, and of 200 fresh renders
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m scorepad.photo.training.report $(PHOTOS)

photo-nets: .venv/tests ## teach the nets that read photos anew, with the photographs in PHOTOS (needs PyTorch, brings it)
	test -d .venv/teaching || $(BIN)/python -m venv .venv/teaching
	.venv/teaching/bin/python -m pip install --quiet --disable-pip-version-check -r scorepad/photo/training/requirements.txt
	.venv/teaching/bin/python -m scorepad.photo.training.learn $(PHOTOS) .venv/renders

CATALOGUES = scorepad/translations
words: .venv/tests ## collect the sentences, bring the catalogues up to date, compile them (LANGUAGE=sv adds one)
	$(BIN)/pybabel -q extract -F $(CATALOGUES)/mapping.toml -k N_ -k NP_:1c,2 -k NN_:1,2 -k plural:1,2 --no-location \
	  --sort-output --project Scorepad --omit-header -o $(CATALOGUES)/messages.pot .
	$(if $(LANGUAGE),$(BIN)/pybabel init -i $(CATALOGUES)/messages.pot -d $(CATALOGUES) -l $(LANGUAGE))
	$(BIN)/pybabel -q update -i $(CATALOGUES)/messages.pot -d $(CATALOGUES) -w 100 --no-fuzzy-matching \
	  --ignore-obsolete --ignore-pot-creation-date
	$(BIN)/pybabel -q compile -d $(CATALOGUES)

clean: ## take away .venv and what tests left (never the games)
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Scorepad needs Python 3.11 or newer; $(PYTHON) is older or missing (try: make PYTHON=python3.12 run)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "This Python has no venv. On Debian, Ubuntu or Raspberry Pi OS: sudo apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/serves: requirements.txt requirements-coach.txt requirements-photo.txt requirements-name.txt | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@$(OPTIONAL) -r requirements-coach.txt 2>/dev/null \
	  || echo "There is no numpy here: the pad runs without it, the coach knows the sheets alone that it travels with."
	@$(OPTIONAL) -r requirements-photo.txt 2>/dev/null \
	  || echo "There is no numpy or no Pillow here: the pad runs without, and reads no dice from photos."
	@$(OPTIONAL) -r requirements-name.txt 2>/dev/null \
	  || echo "There is no zeroconf here: the pad runs without, and phones find it by its address alone."
	@touch $@

.venv/tests: requirements.txt requirements-coach.txt requirements-photo.txt requirements-name.txt requirements-dev.txt | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@ .venv/serves
