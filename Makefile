# One word a job. `make run` and `make test` are all a newcomer needs; both work on a fresh machine.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: run test quick check coverage bench fuzz kill pictures sample wheel clean

run: $(VENV)/installed
	$(BIN)/hsi-uq-app

test: $(VENV)/installed-test
	$(BIN)/python -m pytest -n auto

quick: $(VENV)/installed-test
	$(BIN)/python -m pytest -n auto -m "not slow and not real_data and not real_window"

check: $(VENV)/installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

coverage: $(VENV)/installed-test
	$(BIN)/python -m pytest -n auto --cov=hsi_uq_app --cov-report=term:skip-covered

bench: $(VENV)/installed-test
	$(BIN)/python -m benchmarks

fuzz: $(VENV)/installed-test
	HSI_UQ_FUZZ_EXAMPLES=100000 $(BIN)/python -m pytest -k fuzz

kill: $(VENV)/installed-test
	$(BIN)/python -m tests.publishing.kills 200

pictures: $(VENV)/installed
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python docs/make_suburb_pictures.py

sample: $(VENV)/installed
	$(BIN)/python sample_scenes/make_sample.py

wheel: $(VENV)/installed-test
	$(BIN)/python -m build --wheel

clean:
	rm -rf $(VENV) build dist *.egg-info

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python pyproject.toml setup.py
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/installed-test: $(VENV)/bin/python pyproject.toml setup.py
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[test]"
	touch $@ $(VENV)/installed
