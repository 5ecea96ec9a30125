# One command to play, one to test, one to check. `make help` lists them.
# Paths are relative throughout, so a folder with spaces in its name works.

PYTHON ?= python3
BIN := .venv/bin
PYTEST_ARGS ?= -n 2

# What a later step runs with its own settings must not come from outside by accident. Nor that Python
# keeps nothing of what it compiled: each of the many programs that a test starts would compile it again.
unexport DJANGO_SETTINGS_MODULE PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play sign-ins fonts messages pictures docs-pictures test test-all fuzz secrecy chaos bench audit check check-types check-rest format requirements clean
.SILENT:

help: ## List these commands
	sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 24

play: .venv/.play .venv/.fonts .venv/.messages ## Run the whole site here until Ctrl-C (PORT=8001 for another port)
	exec $(BIN)/python manage.py up

sign-ins: .venv/.play ## Print the names and passwords of the demo table again, while it runs
	exec $(BIN)/python manage.py demo

# tests/README.md says what is in which, and why.
test: .venv/.dev .venv/.fonts .venv/.messages ## Run the tests of every day
	sh tests/ensure_chromium.sh
	exec $(BIN)/python -m tests $(PYTEST_ARGS)

test-all: .venv/.dev .venv/.fonts .venv/.messages ## Run every test, in its own time; nothing is tried again (SHUFFLE=7)
	sh tests/ensure_chromium.sh
	SHUFFLE=$(or $(SHUFFLE),new) exec $(BIN)/python -m pytest $(PYTEST_ARGS)

pictures: .venv/.dev .venv/.fonts .venv/.messages ## Write a picture of every kind of page to var/pictures, at three widths in both themes
	sh tests/ensure_chromium.sh
	PICTURES=var/pictures exec $(BIN)/python -m pytest tests/browser/test_every_page.py -k no_page_shuts -n 0

docs-pictures: .venv/.dev .venv/.fonts .venv/.messages ## Photograph the pages that the documentation shows, to docs/pictures
	sh tests/ensure_chromium.sh
	exec $(BIN)/python -m tests.browser.docs_pictures

fuzz: .venv/.dev .venv/.messages ## Send nonsense to every page, API address and socket for ten minutes (FUZZ=3600 seconds, FUZZ_SEED=7)
	FUZZ=$(or $(FUZZ),600) exec $(BIN)/python -m pytest tests/fuzz -n 0 --durations=0 --durations-min=60

secrecy: .venv/.dev .venv/.messages ## Vary what one power keeps secret, in scenes by chance, for ten minutes (SECRECY=60 minutes, SECRECY_SEED=7)
	SECRECY=$(or $(SECRECY),10) exec $(BIN)/python -m pytest tests/secrecy/at_length.py -n 0 --durations=0 --durations-min=60

chaos: .venv/.dev .venv/.messages ## Kill processes at random for two minutes under 10,000 submissions, then at every step
	$(BIN)/python -m tests.faults.chaos $(CHAOS_ARGS)
	CHAOS=1 $(BIN)/python -m pytest tests/faults -n 0

bench: .venv/.dev .venv/.fonts .venv/.messages ## Measure the real stack and print one table (QUICK=1 for a short form, ONLY=push,orders for parts)
	exec $(BIN)/python -m benchmarks $(if $(QUICK),--quick) $(if $(ONLY),--only $(ONLY))

audit: .venv/.audit ## Ask an advisory service whether anything that is pinned has a known weakness
	exec $(BIN)/python -m tests.audit

check: .venv/.dev ## Lint, types, import contracts, frozen revisions, migrations, templates, translations
	$(MAKE) --no-print-directory -j 2 check-types check-rest

# The types take longer than all the rest together, and one core.
check-types: .venv/.dev
	$(BIN)/mypy

check-rest: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python manage.py freeze --check --settings config.settings.test
	$(BIN)/python manage.py check --settings config.settings.test
	$(BIN)/python -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run --settings config.settings.test
	$(BIN)/python manage.py check_templates --settings config.settings.test
	$(BIN)/python manage.py check_translations --settings config.settings.test

fonts: .venv/.play ## Make the typefaces of the pages from their packages, unless they are there
	$(BIN)/python manage.py fonts --settings config.settings.test

messages: .venv/.dev ## Bring every translation file to the texts that are marked now, and compile them
	$(BIN)/python manage.py translations --extract --settings config.settings.test

format: .venv/.dev ## Put the code into shape
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

requirements: .venv/.python ## Compile requirements/*.in anew, with the newest versions they allow
	$(BIN)/python -m pip install --quiet --disable-pip-version-check pip-tools
	cd requirements && for name in base play dev audit; do \
	  { echo "# Compiled from $$name.in by \`make requirements\`. Change that file, not this one."; \
	    ../$(BIN)/python -m piptools compile --quiet --upgrade --strip-extras --no-header \
	      --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
	      --output-file - $$name.in; } > $$name.new && mv $$name.new $$name.txt || exit 1; \
	done

clean: ## Remove what the tools made; var/ with your data stays
	rm -rf .venv staticfiles .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache var/test
	find . -name __pycache__ -prune -exec rm -rf {} +
	find . -path '*/locale/*' -name '*.mo' -exec rm -f {} +

# The environment is made once and again when a requirements file has changed. Playing
# needs less than testing; an environment that can test can also play.
.venv/.play: requirements/play.txt
	$(MAKE) --no-print-directory .venv/.python
	echo "Installing what Chancellery runs on (once)..."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/play.txt
	touch $@

.venv/.dev: requirements/dev.txt requirements/play.txt
	$(MAKE) --no-print-directory .venv/.python
	echo "Installing what its tests need too (once)..."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/dev.txt
	touch .venv/.play $@

.venv/.audit: requirements/audit.txt
	$(MAKE) --no-print-directory .venv/.dev
	echo "Installing what asks about weaknesses (once)..."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/audit.txt
	touch $@

# Cut down from the packages they come in, whenever those or what is kept of them has changed.
.venv/.fonts: requirements/base.txt frontend/fonts/building.py
	$(MAKE) --no-print-directory .venv/.play
	$(BIN)/python manage.py fonts --settings config.settings.test
	touch $@

# What programs read of the translations, whenever one of those has changed.
.venv/.messages: config/messages/compiling.py $(wildcard */locale/*/LC_MESSAGES/*.po rules/*/locale/*/LC_MESSAGES/*.po)
	$(MAKE) --no-print-directory .venv/.play
	$(BIN)/python manage.py translations --settings config.settings.test
	touch $@

.venv/.python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Chancellery needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12 play")'
	$(PYTHON) -m venv .venv || { rm -rf .venv; echo "Python could not make an environment. On Debian: apt-get install python3-venv" >&2; exit 1; }
	touch $@
