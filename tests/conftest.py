"""What all tests share."""

from __future__ import annotations

import pathlib
import signal
import sys
import threading
from collections.abc import Iterator

import pytest
from hypothesis import settings

# Test folders are no packages; their helpers (playthrough.py, sample_games.py) are imported by name.
sys.path.extend(str(pathlib.Path(__file__).parent / folder) for folder in ("golden", "arena", "draws"))

import fixed_draws

# A shell that starts the tests in the background has them ignore Ctrl-C, and what they start would inherit that.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)

# -- no test draws without a fixed seed --------------------------------------------------------------------------------

settings.register_profile("fixed", derandomize=True, database=None, deadline=None)
settings.load_profile("fixed")
fixed_draws.open_book()
fixed_draws.install()


def pytest_unconfigure() -> None:
    fixed_draws.close_book()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    with fixed_draws.drawing_for(item.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest) -> Iterator[None]:
    """What several tests share is the same for them, whichever asks for it first."""
    if fixturedef.scope == "function":
        return (yield)
    with fixed_draws.drawing_for(f"{fixturedef.baseid}::{fixturedef.argname} {getattr(request, 'param', '')}"):
        return (yield)
