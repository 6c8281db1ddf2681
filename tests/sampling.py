"""Some of many cases that are alike: the suite tries these, and ``.ci/run`` a sixty-fourth of the
others, too.

Whoever changes a line waits for the suite. Where a test is tried over all kits, languages, papers
and sizes, a few of them, each value with ever others, find nearly all that the whole product finds.
A whole test is marked with ``every`` where it takes seconds, mostly where a quicker one tries
nearly the same.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import product

import pytest

#: Whether this run tries the suite's own cases alone; ``conftest.py`` sets it before a test is
#: read.
suite_alone = False

#: Where this says ``all``, as ``.ci/run`` does, Hypothesis tries all examples.
EXAMPLES = "KITGEN_EXAMPLES"


def examples(number: int) -> int:
    """Return how many examples of a test Hypothesis tries, of so many; ``pytest -m every``, a test
    that is named, and ``.ci/run`` try them all.
    """
    if suite_alone and os.environ.get(EXAMPLES) != "all":
        return (number + 3) // 4
    return number


def _drawn(cases: Iterable[tuple[Sequence[object], str | None, bool]]) -> list[object]:
    """Return all cases, or, which is quicker, those of the suite where it alone is tried."""
    return [
        pytest.param(*values, id=name, marks=[] if in_suite else [pytest.mark.every])
        for values, name, in_suite in cases
        if in_suite or not suite_alone
    ]


def few(*axes: Iterable[object], one_in: int) -> list[object]:
    """Return all cases of one axis or the product of several, for ``parametrize``: most marked with
    ``every``.

    Args:
        axes: the values of each argument of the test.
        one_in: of so many cases the suite tries one: where the numbers of its values, added up, can
            be divided so.
    """
    cases = [[*enumerate(axis)] for axis in axes]
    numbered = (zip(*case, strict=True) for case in product(*cases))
    return _drawn((values, None, not sum(numbers) % one_in) for numbers, values in numbered)


def sample(
    cases: Iterable[Sequence[object]] | Mapping[str, Sequence[object]], *, one_in: int
) -> list[object]:
    """Return cases of several arguments each, for ``parametrize``: all but one in so many marked
    with ``every``.

    Args:
        cases: the values of all arguments of each; by what it is called, if it has a name.
        one_in: of so many cases the suite tries one, the first among them.
    """
    named = cases.items() if isinstance(cases, Mapping) else ((None, case) for case in cases)
    return _drawn(
        (values, name, not number % one_in) for number, (name, values) in enumerate(named)
    )
