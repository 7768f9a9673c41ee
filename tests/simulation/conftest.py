"""How many worlds are simulated, and what is said of them at the end."""

import pytest

IN_THE_WHOLE_SUITE = 60
REPORTS = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("simulation")
    group.addoption("--seeds", type=int, help=f"how many worlds to simulate ({IN_THE_WHOLE_SUITE} if not said)")
    group.addoption("--first-seed", type=int, help="the first of them (1 if not said)")
    group.addoption("--seed", type=int, help="simulate this world alone and print all that happens in it")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[REPORTS] = []


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--seed", None) is not None:
        items[:] = [item for item in items if "one_seed" in getattr(item, "fixturenames", ())]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for report in config.stash.get(REPORTS, []):
        terminalreporter.section("simulation")
        terminalreporter.write_line(report)


@pytest.fixture
def seeds(request: pytest.FixtureRequest) -> range:
    # The options are unknown when the whole suite runs: pytest then meets this file too late to ask it.
    first = request.config.getoption("--first-seed", None) or 1
    count = request.config.getoption("--seeds", None) or IN_THE_WHOLE_SUITE
    return range(first, first + count)


@pytest.fixture
def one_seed(request: pytest.FixtureRequest) -> int | None:
    seed: int | None = request.config.getoption("--seed", None)
    return seed


@pytest.fixture
def note(request: pytest.FixtureRequest) -> list[str]:
    """What is put in here is printed at the end of the run."""
    return request.config.stash.setdefault(REPORTS, [])
