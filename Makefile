# Everything that is done with the project, each by one word. `make` alone lists them.

VENV  := .venv
BIN   := $(VENV)/bin
STAMP := $(VENV)/.installed
BENCH_STAMP := $(VENV)/.installed-bench
SOLVER_STAMP := $(VENV)/solver/.installed
CLUSTER_STAMP := $(VENV)/.installed-cluster
# What `make ladder`, `make web` and `bessemer compare` keep: not ours to remove.
PLAYED := bessemer-data bessemer-web bessemer-compare
DOCUMENTS := *.md docs clients/kits/*/README.md
SCRIPTS := "clients/bessemer/web/**/*.js" "tests/web/**/*.js" "clients/kits/**/*.ts"
FAST := $(VENV)/fast
FAST_STAMP := $(FAST)/.installed
# Once there is machine code it is what plays, and it is never older than the sources.
PLAYS := $(if $(wildcard $(FAST_STAMP)),$(FAST),$(VENV))
# uv installs all packages; pip only brings uv.
INSTALL := tools/uv.sh pip install --python
PINNED := $(INSTALL) $(BIN)/python --constraints constraints.txt --build-constraints constraints.txt

# The first Python that is new enough; looked for only when there is something to set up.
IS_NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -I -c '$(IS_NEW_ENOUGH)' 2>/dev/null && { echo $$python; break; }; done)

# The environment is ours alone, whatever the caller's shell has active.
unexport VIRTUAL_ENV PYTHONHOME PYTHONPATH PYTHONOPTIMIZE PYTHONWARNINGS MYPYPATH
unexport PIP_USER PIP_TARGET PIP_PREFIX PIP_REQUIRE_VIRTUALENV UV_PYTHON UV_SYSTEM_PYTHON UV_TARGET UV_PREFIX

# The stamp holds the folder's name: an environment that was moved, or whose Python is gone, or
# whose installation was cut short, is built again; any other is only brought up to date.
USABLE := $(shell $(BIN)/python -I -c '' 2>/dev/null \
	&& [ "$$(cat $(STAMP) 2>/dev/null)" = "$(CURDIR)" ] && echo yes)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup fast wheel solver cluster ladder web test check format bench pages proto pictures mutants pythons pins clean $(if $(USABLE),,$(STAMP))

help: ## list these targets
	@echo "make TARGET [ARGS='...']"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-10s %s\n", $$1, $$2 }'

setup: $(STAMP) ## prepare .venv with the command `bessemer` in it
	@echo "$(VENV) is ready: $(BIN)/bessemer --help"

fast: $(FAST_STAMP) ## a faster referee, .venv/fast/bin/bessemer, for make ladder, web and bench too (needs a C compiler)
	@echo "$(FAST)/bin/bessemer runs machine code of the sources as they are now."

wheel: $(STAMP) ## build what users install, in dist: a wheel with machine code, and a pure one
	@rm -rf dist
	@HATCH_BUILD_HOOK_ENABLE_CUSTOM=true $(BIN)/python -m hatchling build --target wheel >/dev/null
	@$(BIN)/python -m hatchling build --target wheel >/dev/null
	@ls -1 dist

solver: $(SOLVER_STAMP) ## the solver that the planner's tests compare with, apart from .venv's own packages

cluster: $(CLUSTER_STAMP) ## add Ray to .venv: bessemer ladder run --cluster, and its tests

ladder: $(PLAYS)/.installed ## play rated matches: bessemer ladder run $(ARGS)
	@$(PLAYS)/bin/bessemer ladder run $(ARGS)

web: $(PLAYS)/.installed ## play, and watch ladders of all games, in a browser: bessemer web --play $(ARGS)
	@$(PLAYS)/bin/bessemer web --play --data bessemer-web $(ARGS)

test: check ## all checks, then all tests: pytest $(ARGS)
	@$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

check: $(STAMP) ## format, lint, types, imports, scripts of the pages, proto
	@echo "ruff format"
	@$(BIN)/ruff format --check --quiet . || { echo "Run make format." >&2; exit 1; }
	@echo "mdformat"
	@$(BIN)/mdformat --check $(DOCUMENTS) || { echo "Run make format." >&2; exit 1; }
	@echo "ruff check"
	@$(BIN)/ruff check --quiet .
	@echo "mypy"
	@$(BIN)/mypy --no-error-summary
	@echo "import-linter"
	@said=$$($(BIN)/lint-imports --no-logo --no-cache 2>&1) || { echo "$$said"; exit 1; }
	@echo "scripts of the pages"
	@if command -v npm >/dev/null; then \
		packages=$$($(BIN)/python -m tools.node_packages) || exit 1; \
		"$$packages/.bin/prettier" --check --log-level warn $(SCRIPTS) || { echo "Run make format." >&2; exit 1; }; \
		"$$packages/.bin/tsc" -p tsconfig.json && \
		{ said=$$(node --test tests/web/scripts 2>&1) || { echo "$$said"; exit 1; }; }; \
	else echo "  not checked: npm is not installed."; fi
	@echo "buf lint"
	@BUF_CACHE_DIR=$(VENV)/buf-cache $(BIN)/buf lint
	@echo "buf breaking"
	@BUF_CACHE_DIR=$(VENV)/buf-cache $(BIN)/buf breaking --against proto/baseline.binpb \
		|| { echo "Clients that speak the API of proto/baseline.binpb would break: add fields, do not change them." >&2; exit 1; }
	@echo "generated code"
	@rm -rf $(VENV)/gen && tools/generate_proto.sh $(VENV)/gen && diff -r -x __pycache__ $(VENV)/gen proto/gen >/dev/null \
		|| { echo "proto/gen is not what proto/ says: run make proto." >&2; exit 1; }

format: $(STAMP) ## format code, scripts and documents, and fix what ruff can fix
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .
	@$(BIN)/mdformat $(DOCUMENTS)
	@if command -v npm >/dev/null; then \
		packages=$$($(BIN)/python -m tools.node_packages) && "$$packages/.bin/prettier" --write --log-level warn $(SCRIPTS); fi

bench: $(BENCH_STAMP) $(PLAYS)/.installed ## measure the engine: bessemer bench engine $(ARGS)
	@$(PLAYS)/bin/bessemer bench engine $(ARGS)

proto: $(STAMP) ## generate proto/gen and docs/errors.md from proto/bessemer
	@rm -rf proto/gen && tools/generate_proto.sh proto/gen
	@$(BIN)/python tools/error_page.py

pages: $(STAMP) ## generate docs/database.md from the schema of the database
	@$(BIN)/python -m tools.database_page

pictures: $(STAMP) ## draw the pictures of the README again (needs Chromium)
	@$(BIN)/python -m tools.pictures

mutants: $(STAMP) ## plant bugs in rules, matches or RPC and see whether tests find them
	@$(BIN)/python tools/mutants.py $(ARGS)

pythons: $(STAMP) ## run a quick part of the tests on every Python that is found here, from 3.11 on
	@$(BIN)/nox $(ARGS)

pins: $(STAMP) ## renew constraints.txt with the newest versions that pyproject.toml allows
	@set -e; trap 'rm -f constraints.txt.new' EXIT; \
	grep '^#' constraints.txt > constraints.txt.new; \
	printf '%s\n' hatchling editables | tools/uv.sh pip compile --quiet --universal --python-version 3.11 \
		--no-header --no-annotate --extra dev --extra bench --extra cluster pyproject.toml - >> constraints.txt.new; \
	mv constraints.txt.new constraints.txt; \
	echo "constraints.txt has $$(grep -c == constraints.txt) pins."

clean: ## remove .venv and everything else that was built; ladders, matches and tokens stay
	@rm -rf $(VENV) .nox build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
	@for folder in $(PLAYED); do [ ! -d $$folder ] || echo "Kept: $$folder, what was played. Remove it yourself."; done

# The stamp goes first and comes back last: an interrupted installation leaves none.
$(STAMP): pyproject.toml constraints.txt
	@python="$(PYTHON)"; "$${python:-python3}" -I -c '$(IS_NEW_ENOUGH)' 2>/dev/null || { \
		echo "Bessemer needs Python 3.11 or newer. Install it, or say where it is: make $(or $(MAKECMDGOALS),setup) PYTHON=/path/to/python3" >&2; \
		exit 1; }; \
	rm -f $@; \
	$(if $(USABLE),echo "Bringing $(VENV) up to date:",\
		echo "Setting up $(VENV): once, half a minute or, on a slow machine or line, a few." && \
		echo "Creating the environment with $$("$$python" --version)" && "$$python" -m venv --clear $(VENV)) || exit 1; \
	{ $(BIN)/python -m pip install -qq --no-input --disable-pip-version-check --constraint constraints.txt uv && \
		$(PINNED) -e '.[dev]'; } || { \
		echo "The packages could not be installed. They come from PyPI, or from the index that pip is configured for: see above." >&2; \
		exit 1; }; \
	echo "$(CURDIR)" > $@

$(BENCH_STAMP): $(STAMP)
	@rm -f $@
	@echo "Adding what the benchmarks compare with:"
	@$(PINNED) -e '.[bench]'
	@touch $@

$(CLUSTER_STAMP): $(STAMP)
	@rm -f $@
	@echo "Adding Ray:"
	@$(PINNED) -e '.[cluster]'
	@touch $@

# An environment with the wheel and, by a path, the packages of .venv and the benchmarks; not the sources.
SOURCES := $(shell find referee bots clients proto/gen tools/machine_code.py -type f ! -name '*.pyc')
$(FAST_STAMP): $(STAMP) $(SOURCES)
	@rm -f $@
	@command -v $${CC:-cc} >/dev/null || { echo "No C compiler (cc): everything works without, only slower." >&2; exit 1; }
	@echo "Compiling the hot path: a minute, or a few on a slow machine."
	@rm -rf $(VENV)/wheel
	@HATCH_BUILD_HOOK_ENABLE_CUSTOM=true $(BIN)/python -m hatchling build --target wheel --directory $(VENV)/wheel >/dev/null
	@$(BIN)/python -m venv --clear --without-pip $(FAST)
	@$(INSTALL) $(FAST)/bin/python --quiet --no-deps --no-index $(VENV)/wheel/*.whl
	@printf '%s\n' "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" $(CURDIR)/bench \
		> "$$($(FAST)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/packages.pth"
	@echo "$(CURDIR)" > $@

# In an environment of its own: it wants another protobuf than gRPC does.
$(SOLVER_STAMP): constraints-solver.txt $(STAMP)
	@echo "Setting up the solver:"
	@$(BIN)/python -m venv --clear --without-pip $(VENV)/solver
	@$(INSTALL) $(VENV)/solver/bin/python -r constraints-solver.txt
	@touch $@
