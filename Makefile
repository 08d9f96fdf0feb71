# make demo        run the main job, end to end
# make studio      open the studio in a browser
# make web         build the front end of pages from TypeScript (needs node)
# make quick       run the linter and the tests of the core (half a minute)
# make test        run the linter, the formatter, the type checker and the tests; long tests run some of their cases
# make test-all    the same with every case of every test, in browsers too, and kernels as shipped (before a release)
# make tools       install compilers, TeX and a browser for tests that are skipped without them (Debian, root; .ci/tools)
# make bench       benchmark against other libraries side by side
# make pages       run the documentation's code and update its output
# make site        build the documentation as web pages, in the folder site
# make wheel-test  run the README's first steps from a built wheel in an empty environment (minutes)
# make test-torch  test the PyTorch operations; installs PyTorch (gigabytes)
# make mutation    change the source at random and count what the tests notice (an hour; needs the package coverage)
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
RUN := $(BIN)/python
INSTALL := $(RUN) -m pip install --quiet --disable-pip-version-check --no-compile

unexport PYTHONDONTWRITEBYTECODE # tests start Python a hundred times; modules are compiled once

.PHONY: demo studio web quick test test-all tools test-torch bench pages site wheel-test mutation clean

$(VENV)/ready: requirements.lock pyproject.toml
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'dalembert needs Python 3.11 or newer; try make PYTHON=python3.12')"
	$(PYTHON) -m venv $(VENV)
	tr '\n' '\0' < requirements.lock | xargs -0 -P 4 -n 43 $(INSTALL) --no-deps # four at once; the next line adds what the lock omits
	$(INSTALL) --no-build-isolation --requirement requirements.lock --editable .
	touch $@

demo: $(VENV)/ready
	$(RUN) -m dalembert.cli.benchmark

studio: $(VENV)/ready
	$(RUN) -m dalembert studio

web:
	cd src/dalembert/studio/web && npm ci --no-audit --no-fund && npm run check && npm run build

test: $(VENV)/ready
	$(BIN)/ruff check src tests benchmarks tools
	$(BIN)/ruff format --check src tests benchmarks tools
	$(BIN)/mypy & types=$$!; $(RUN) -m pytest -n auto --dist worksteal; tests=$$?; wait $$types && exit $$tests

test-all: $(VENV)/ready
	$(BIN)/ruff check src tests benchmarks tools
	$(BIN)/ruff format --check src tests benchmarks tools
	$(BIN)/mypy
	$(RUN) -m pytest -n auto --dist loadfile --all

quick: $(VENV)/ready
	$(BIN)/ruff check src tests
	$(RUN) -m pytest -n auto tests/contract/test_surface.py tests/internal/finding tests/contract/unit/test_dynamics.py tests/internal/closed/test_equations.py tests/internal/robot/test_urdf.py tests/internal/robot/test_dh.py tests/internal/closed/test_prove.py tests/contract/laws/test_dynamics_laws.py tests/contract/lectures/test_equations_deluca.py tests/style/test_layers.py

tools:
	.ci/tools

test-torch: $(VENV)/ready
	$(RUN) -m pip install --quiet --disable-pip-version-check "torch>=2.4"
	$(RUN) -m pytest tests/pytorch

bench: $(VENV)/ready
	$(RUN) benchmarks/run.py

pages: $(VENV)/ready
	PYTHONPATH=tools $(RUN) -m handbook

site: $(VENV)/ready
	NO_MKDOCS_2_WARNING=1 $(RUN) -m mkdocs build --strict --site-dir site
	@echo "open site/index.html"

wheel-test: $(VENV)/ready
	$(RUN) tests/package/first_steps.py

mutation: $(VENV)/ready
	$(RUN) tests/mutation/mutate.py --known
	$(RUN) tests/mutation/mutate.py --record
	$(RUN) tests/mutation/mutate.py --count 20

clean:
	rm -rf $(VENV)
