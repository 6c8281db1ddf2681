"""What the tests of ``kitgen play`` share."""

from contextlib import ExitStack, closing

import pytest


@pytest.fixture
def seated():
    """A function that returns a host as it is, and closes it when the test is over."""
    with ExitStack() as hosts:
        yield lambda host: hosts.enter_context(closing(host))
