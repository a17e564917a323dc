# Two commands do everything: `make play` starts the local playground, `make test` checks the project.
# The environment in .venv is made here from the pinned lists in requirements/ and is never anybody else's.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --no-input install --quiet
RULES = $$($(PY) -c "from bot.rules import REGISTRY; print(*REGISTRY)")
HANDS ?= 20000
WORKERS ?= 2

export PIP_ROOT_USER_ACTION := ignore
export PYTHONNOUSERSITE := 1
unexport PYTHONPATH
unexport PYTHONHOME
unexport VIRTUAL_ENV

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play run test quick lint types venv bench soak assets clean

help: ## This list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.play ## The bot in a local page of the browser: no token, no network (ARGS="--bots 3")
	@$(PY) -m bot play $(ARGS)

run: $(VENV)/.run ## The bot against Discord, with the settings of .env
	@$(PY) -m bot run $(ARGS)

test: lint types ## Everything that checks the project (minutes)
	$(PY) -m pytest -n $(WORKERS) -m "not soak" $(ARGS)

quick: lint ## What can be checked in less than a minute
	$(PY) -m pytest -n $(WORKERS) -m "not slow and not soak" $(ARGS)

lint: $(VENV)/.dev ## ruff: faults and layout
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: $(VENV)/.dev ## mypy --strict
	$(PY) -m mypy bot tests $(wildcard bench)

venv: $(VENV)/.dev ## The environment for working on the project, in .venv

bench: $(VENV)/.bench ## The measurements of bench/, next to their peers
	@for file in bench/[a-z]*.py; do \
		echo "== $$file"; $(PY) -m bench.$$(basename $$file .py) $(ARGS) || exit 1; \
	done

soak: $(VENV)/.dev ## Hours: the soak tests, then HANDS hands of every rule set in processes that are killed
	$(PY) -m pytest -m soak --timeout 0 $(ARGS)
	@for rules in $(RULES); do \
		echo "== $$rules"; $(PY) -m tests.tables.soaked $$rules $(HANDS) || exit 1; \
	done

assets: $(VENV)/.dev ## Draws the tiles in assets/ anew
	$(PY) -m bot.render.art

clean: ## Removes the environment and all caches; keeps .env and var/
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; name one with: make PYTHON=python3.12 ..." >&2; exit 1; }
	@echo "Making $(VENV) (once) ..."
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.run: requirements/run.txt requirements/build.txt pyproject.toml | $(VENV)/.made
	@$(PIP) -r requirements/run.txt -r requirements/build.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.play: $(VENV)/.run requirements/play.txt
	@$(PIP) -r requirements/run.txt -r requirements/play.txt
	@touch $@

$(VENV)/.dev: $(VENV)/.play requirements/dev.txt
	@$(PIP) -r requirements/run.txt -r requirements/play.txt -r requirements/dev.txt
	@touch $@

$(VENV)/.bench: $(VENV)/.dev requirements/bench.txt
	@$(PIP) -r requirements/run.txt -r requirements/play.txt -r requirements/dev.txt -r requirements/bench.txt
	@touch $@
