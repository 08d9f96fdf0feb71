# make demo    the main job, end to end
# make studio  the studio in a browser
# make web     the front end of pages, from TypeScript (developers; needs node)
# make test    linter, formatter, types, tests
# make tools   compilers, TeX and a browser for tests that are else skipped, from Debian's packages (root; .ci/tools)
# make bench   benchmarks against the rivals, side by side, and against what the core can do at all
# make pages   runs the documentation and writes into it what its code gives
# make wheel-test   the README's first steps from a built wheel in an empty environment (minutes)
# make test-torch   the operations for PyTorch, which it installs (gigabytes)
# make mutation     changes of the source that the tests must notice (an hour; needs the package coverage)
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
INSTALL := $(RUN) -m pip install --quiet --disable-pip-version-check --no-compile

unexport PYTHONDONTWRITEBYTECODE # tests start Python a hundred times: it compiles our modules once

.PHONY: demo studio web test tools test-torch bench pages wheel-test mutation clean

$(VENV)/ready: requirements.lock pyproject.toml
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'dalembert needs Python 3.11 or newer; try make PYTHON=python3.12')"
	$(PYTHON) -m venv $(VENV)
	tr '\n' '\0' < requirements.lock | xargs -0 -P 4 -n 43 $(INSTALL) --no-deps # four at once; the line below adds what a lock left out
	$(INSTALL) --no-build-isolation --requirement requirements.lock --editable .
	touch $@

demo: $(VENV)/ready
	$(RUN) -m dalembert.cli.demo

studio: $(VENV)/ready
	$(RUN) -m dalembert studio

web:
	cd src/dalembert/studio/web && npm ci --no-audit --no-fund && npm run check && npm run build

test: $(VENV)/ready
	$(VENV)/bin/ruff check src tests benchmarks tools
	$(VENV)/bin/ruff format --check src tests benchmarks tools
	$(VENV)/bin/mypy & types=$$!; $(RUN) -m pytest -n auto --dist worksteal; tests=$$?; wait $$types && exit $$tests

tools:
	.ci/tools

test-torch: $(VENV)/ready
	$(RUN) -m pip install --quiet --disable-pip-version-check "torch>=2.4"
	$(RUN) -m pytest tests/pytorch

bench: $(VENV)/ready
	$(RUN) benchmarks/run.py

pages: $(VENV)/ready
	PYTHONPATH=tools $(RUN) -m handbook

wheel-test: $(VENV)/ready
	$(RUN) tests/package/first_steps.py

mutation: $(VENV)/ready
	$(RUN) tests/mutation/mutate.py --known
	$(RUN) tests/mutation/mutate.py --record
	$(RUN) tests/mutation/mutate.py --count 20

clean:
	rm -rf $(VENV)
