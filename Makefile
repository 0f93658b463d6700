# `make test` checks everything; `make demo` shows what it is for. Python 3.11 or newer is enough for both.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check --no-input
UV_VERSION := 0.13.9
LOCK := .venv-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-annotate --no-header --no-emit-index-url --no-emit-find-links $(LOCK_FLAGS)

# A demo needs no development tools; once they are there it uses the same environment.
# So it does on a server, whose driver is one of these tools: make demo DB=postgresql://user@host/database
SETUP := $(if $(wildcard .venv/.dev)$(filter postgresql%,$(DB)),.venv/.dev,.venv/.runtime)

.PHONY: demo test bench faults fuzz lint format types mypy pyright imports pytest wheel lock clean

demo: $(SETUP)
	$(BIN)/python -m tenmatsu.tools.demo $(if $(DB),'$(DB)')

# The libraries that are compared with stand in an environment of their own.
bench: .venv-bench/.ready
	.venv-bench/bin/python -W ignore -m tenmatsu.tools.bench --write docs/benchmarks.md

# What docs/reliability.md lists, many times over; the long version of what `make test` tries.
faults: .venv/.dev
	FAULTS=long $(BIN)/pytest --timeout 7200 tests/engine/store/test_crowds.py tests/engine/store/test_kills.py \
		tests/engine/store/test_networks.py tests/engine/store/test_silence.py tests/engine/store/test_cut_files.py \
		tests/engine/store/test_flipped_bytes.py tests/engine/store/test_full_disks.py \
		tests/engine/store/test_full_servers.py tests/engine/store/test_other_programs.py

# Each target for SECONDS; what breaks one is left in build/fuzz (docs/bad-input.md).
SECONDS ?= 120
fuzz: .venv/.dev
	mkdir -p build/fuzz
	for target in notation figures script log bent_log shown_log command game maps; do \
		$(BIN)/python tests/fuzz/fuzz.py $$target build/fuzz 0 $(SECONDS) || exit 1; \
	done

# pytest runs last, also the packaging check; it ends with what did not run.
test: lint types imports pytest

lint: .venv/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check

format: .venv/.dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

types: mypy pyright

mypy: .venv/.dev
	$(BIN)/mypy
	$(BIN)/mypy tests

pyright: .venv/.dev
	$(BIN)/pyright

imports: .venv/.dev
	$(BIN)/lint-imports --no-logo

pytest: .venv/.dev
	$(BIN)/pytest $(PYTEST_FLAGS)

wheel: .venv/.dev
	rm -rf build dist
	$(BIN)/python -m build --wheel --no-isolation
	rm -rf build

# Newest releases: make lock LOCK_FLAGS=--upgrade
lock: .venv-lock/.uv-$(UV_VERSION)
	$(LOCK) pyproject.toml --output-file requirements.lock
	$(LOCK) pyproject.toml --extra dev --constraint requirements.lock --output-file requirements-dev.lock
	$(LOCK) pyproject.toml --extra bench --constraint requirements-dev.lock --output-file requirements-bench.lock
	echo 'setuptools>=77' | $(LOCK) - --constraint requirements-dev.lock --output-file requirements-build.lock
	! grep -n '://' requirements*.lock

clean:
	rm -rf .venv .venv-lock .venv-bench build dist *.egg-info .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find events engine projections systems migrations tools tests -name __pycache__ -prune -exec rm -rf {} +

.venv/.dev: requirements-dev.lock pyproject.toml setup.py
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) install --require-hashes -r requirements-dev.lock
	$(PIP) install --no-deps --no-build-isolation -e .
	touch $@

.venv-bench/.ready: requirements-bench.lock requirements-build.lock pyproject.toml setup.py
	test -x .venv-bench/bin/python || $(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip --quiet --quiet --disable-pip-version-check --no-input install \
		--require-hashes -r requirements-bench.lock -r requirements-build.lock
	.venv-bench/bin/python -m pip --quiet --quiet --disable-pip-version-check --no-input install \
		--no-deps --no-build-isolation -e .
	touch $@

.venv/.runtime: requirements.lock requirements-build.lock pyproject.toml setup.py
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) install --require-hashes -r requirements.lock -r requirements-build.lock
	$(PIP) install --no-deps --no-build-isolation -e .
	touch $@

.venv-lock/.uv-$(UV_VERSION):
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip --quiet --quiet --disable-pip-version-check install uv==$(UV_VERSION)
	touch $@
