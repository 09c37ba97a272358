# make play   sets up what is needed, then opens the table in the browser
# make check  sets up what is needed, then runs the checks that find most, in two minutes once the rules are compiled
# make test   sets up what is needed, then runs all checks
# make wheel  builds what is installed elsewhere, pages included, in dist/
# make docs   builds the documentation as a site, in build/docs/site
# make terminal GAME=hellas, make fuzz GAME=hellas   a game in the terminal; a long search for mistakes in its rules
# Everything is installed into .venv and web/node_modules; nothing else on the machine is changed, but for a Chromium that
# root gets from apt where the browser tests find none and npm has none for the machine.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
CLIENT := petteia/server/client/index.html
NPM = PATH="$$(cat $(VENV)/node):$$PATH" npm --prefix web

# What takes longest to compile comes first: two are compiled at a time.
GAMES := peloponnes_card poseidon peloponnes hellas
GAME ?= peloponnes

.PHONY: play check test style-and-types compiled docs needs terminal client wheel screenshots bench fuzz clean

play: $(VENV)/ready $(CLIENT)
	@$(BIN)/petteia serve

terminal: $(VENV)/ready
	@$(BIN)/petteia play $(GAME) --seats you,greedy,greedy

client: $(CLIENT)

wheel: $(VENV)/ready $(CLIENT)
	@$(BIN)/python -m pip install -q -c constraints.txt hatchling
	@$(BIN)/hatchling build -t wheel -d dist

# What the tests are is listed in tests/check.txt.
check: $(VENV)/ready-dev style-and-types compiled
	@echo "== the tests that find most"
	@$(BIN)/python -m pytest -n 2 --dist worksteal -q @tests/check.txt

test: needs $(CLIENT) style-and-types compiled
	@echo "== tests"
	@CHROMIUM="$$(cat $(VENV)/chromium)" $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder -q --durations=40
	@echo "== clauses without a test"
	@for game in $(GAMES); do $(BIN)/petteia rules $$game --coverage --json > $(VENV)/coverage.json || exit 1; done; echo none
	@echo "== fuzzing"
	@$(BIN)/petteia fuzz peloponnes --games 5000 --seed 1
	@$(BIN)/petteia fuzz peloponnes_card --games 500 --seed 1
	@$(BIN)/petteia fuzz hellas --games 2000 --seed 1
	@$(BIN)/petteia fuzz poseidon --games 100 --seed 1

style-and-types: $(VENV)/ready-dev web/src/lib/schema.d.ts web/src/lib/told.d.ts
	@echo "== style"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports --no-logo --no-cache
	@echo "== types"
	@$(BIN)/mypy petteia
	@$(NPM) run --silent check
	@$(NPM) run --silent test

compiled: $(VENV)/ready-dev
	@echo "== compiling (once for each version of the sources)"
	@printf '%s\n' $(GAMES) | xargs -P 2 -n 1 $(BIN)/python scripts/compile.py

screenshots: needs $(CLIENT)
	@CHROMIUM="$$(cat $(VENV)/chromium)" $(BIN)/python tests/browser/screenshots.py

# Built anew each time: what was left from before would hide a page that is gone.
docs: $(VENV)/ready-docs web/node_modules/.package-lock.json
	@$(BIN)/python scripts/docs.py
	@$(BIN)/zensical build --clean --strict
	@echo "build/docs/site/index.html"

bench: $(VENV)/ready-dev
	@$(BIN)/python -m pip install -q -c constraints.txt -e ".[bench]"
	@$(BIN)/petteia bench

fuzz: $(VENV)/ready
	@$(BIN)/petteia fuzz $(GAME) --games 1000000

clean:
	rm -rf $(VENV) build dist .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis web/node_modules petteia/server/client

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Petteia needs Python 3.11 or newer: install it, or say which: make PYTHON=python3.12 …"; exit 1; }
	@echo "== setting up $(VENV)"
	@$(PYTHON) -m venv $(VENV) \
	  || { echo "Python's venv module is missing: install it (on Debian and Ubuntu: apt install python3-venv)"; exit 1; }
	@touch $@

$(VENV)/ready: $(VENV)/made pyproject.toml constraints.txt
	@echo "== installing petteia"
	@$(BIN)/python -m pip install -q -c constraints.txt -e ".[server]"
	@touch $@

$(VENV)/ready-dev: $(VENV)/made pyproject.toml constraints.txt
	@echo "== installing petteia and what its checks need"
	@$(BIN)/python -m pip install -q -c constraints.txt -e ".[dev]"
	@touch $@ $(VENV)/ready

$(VENV)/ready-docs: $(VENV)/made pyproject.toml constraints.txt
	@echo "== installing what the documentation is built with"
	@$(BIN)/python -m pip install -q -c constraints.txt -e ".[docs]"
	@touch $@

# -- the browser's pages -----------------------------------------------------------------------------------------------

$(VENV)/node: $(VENV)/made
	@scripts/node.sh $(VENV) > $@.part && mv $@.part $@

# Not `npm ci`: it insists on the builds for all other platforms, which not every registry holds in the same version.
web/node_modules/.package-lock.json: web/package.json web/package-lock.json $(VENV)/node
	@echo "== installing what the browser's pages are built with"
	@$(NPM) install --silent --no-save --no-audit --no-fund
	@touch $@

# Typed from the server's own schema.
web/src/lib/schema.d.ts: $(wildcard petteia/server/*.py petteia/server/*/*.py) web/node_modules/.package-lock.json
	@test -e $(VENV)/ready || $(MAKE) --no-print-directory $(VENV)/ready
	@$(BIN)/python -m petteia.server.openapi web/schema.json
	@$(NPM) run --silent types > $(VENV)/types.log || { cat $(VENV)/types.log; exit 1; }

# Typed from the games' own records, and from what they declare to tell their pages besides.
web/src/lib/told.d.ts: petteia/server/typescript.py petteia/pages.py \
  $(wildcard petteia/engine/*.py petteia/games/*/*.py petteia/games/*/show/*.py)
	@test -e $(VENV)/ready || $(MAKE) --no-print-directory $(VENV)/ready
	@$(BIN)/python -m petteia.server.typescript $@

$(CLIENT): $(shell find web/src web/public web/index.html web/vite.config.ts -type f 2>/dev/null) \
  web/src/lib/schema.d.ts web/src/lib/told.d.ts
	@echo "== building the browser's pages"
	@$(NPM) run --silent build -- --logLevel warn

# Looked at each time: what was there yesterday may be gone.
needs: $(VENV)/ready-dev $(VENV)/node
	@$(BIN)/python scripts/needs.py > $(VENV)/chromium
