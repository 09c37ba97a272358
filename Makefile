# make play   sets up what is needed, then opens a table
# make test   sets up what is needed, then runs all checks
# Everything is installed into .venv; nothing else on the machine is changed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)

.PHONY: play test check bench fuzz clean

play: $(VENV)/ready
	@$(BIN)/petteia play peloponnes --seats you,greedy,greedy

test: $(VENV)/ready-dev
	@echo "== style"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@echo "== types"
	@$(BIN)/mypy petteia
	@echo "== compiling (once for each version of the sources)"
	@$(BIN)/petteia simulate peloponnes --games 1 --json > $(VENV)/first.json
	@echo "== tests"
	@$(BIN)/python -m pytest -n 2 --dist loadfile -q
	@echo "== clauses without a test"
	@$(BIN)/petteia rules peloponnes --coverage --json > $(VENV)/coverage.json && echo none
	@echo "== fuzzing"
	@$(BIN)/petteia fuzz peloponnes --games 20000 --seed 1

bench: $(VENV)/ready-dev
	@$(BIN)/python -m pip install -q -c constraints.txt -e ".[bench]"
	@$(BIN)/petteia bench

fuzz: $(VENV)/ready
	@$(BIN)/petteia fuzz peloponnes --games 1000000

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Petteia needs Python 3.11 or newer: install it, or say which: make PYTHON=python3.12 …"; exit 1; }
	@echo "== setting up $(VENV)"
	@$(PYTHON) -m venv $(VENV) \
	  || { echo "Python's venv module is missing: install it (on Debian and Ubuntu: apt install python3-venv)"; exit 1; }
	@touch $@

$(VENV)/ready: $(VENV)/made pyproject.toml constraints.txt
	@echo "== installing petteia"
	@$(BIN)/python -m pip install -q -c constraints.txt -e .
	@touch $@

$(VENV)/ready-dev: $(VENV)/made pyproject.toml constraints.txt
	@echo "== installing petteia and what its checks need"
	@$(BIN)/python -m pip install -q -c constraints.txt -e ".[dev]"
	@touch $@ $(VENV)/ready
