# make play   set up what is needed and play in the terminal
# make test   set up what is needed and run all tests
# make check  ruff, mypy --strict, and all tests
PYTHON ?= python3
BIN := .venv/bin
LIGHT := .venv/.light
READY := .venv/.ready

.PHONY: help setup debian-venv play test check lint types bench clean

help:
	@sed -n 's/^# make/make/p' Makefile

setup: $(READY)

# Enough to play; the tools of the trade come with `make setup` and `make test`.
$(LIGHT): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "skipbo needs Python 3.11 or newer; try: make setup PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || $(MAKE) --no-print-directory debian-venv
	@echo "Setting up .venv (once)..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $(LIGHT)

$(READY): $(LIGHT)
	@echo "Installing what tests and checks need (once; a minute or two)..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY)

# Debian keeps this part of Python in a package of its own.
debian-venv:
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && apt-get install -y -qq python3-venv; \
	else \
		echo "Python's venv is missing; on Debian or Ubuntu: sudo apt-get install python3-venv"; \
		exit 1; \
	fi

play: $(LIGHT)
	@$(BIN)/skipbo play

test: $(READY)
	@$(BIN)/python -m pytest

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(READY)
	@$(BIN)/mypy

check: lint types test

bench: $(READY)
	@$(BIN)/skipbo bench

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis dist build
	find src tests -name __pycache__ -prune -exec rm -rf {} +
