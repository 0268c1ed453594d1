"""What all tests share: the --long option, hypothesis profiles, and which Parvis is under test."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import parvis

pytest_plugins = ["tests.clauses"]

# Quick runs are the same every time; long ones look for what nobody has thought of.
# Neither looks at the clock: a busy machine is no fault of the code.
ANY_PACE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", ANY_PACE, max_examples=20, derandomize=True)
settings.register_profile("long", ANY_PACE, max_examples=200, print_blob=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests marked long as well")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if config.getoption("--long") else "quick")
    meant = os.environ.get("PARVIS_TESTS")
    if meant and meant != under_test():
        raise pytest.UsageError(f"these tests are meant for {meant} code, {which_parvis()}")


def pytest_report_header() -> str:
    return which_parvis()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    skip = pytest.mark.skip(reason="long: runs with --long")
    for item in items:
        if item.get_closest_marker("long"):  # keywords would hold the names of folders too
            item.add_marker(skip)


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Whether this is a long run: for tests that do more of the same then."""
    return bool(request.config.getoption("--long"))


def under_test() -> str:
    return "compiled" if parvis.COMPILED else "interpreted"


def which_parvis() -> str:
    return f"parvis: {under_test()}, from {Path(parvis.__file__).parent}"
