"""What an argument becomes when it is handed on: numbers, paths and lists of other libraries are
Python's own then; and what is refused in it, however deep.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal

import numpy as np
import pytest

from kitgen.front_door import _Misfit, fitted

Number = Annotated[int, "a number"]


@pytest.mark.parametrize(
    ("kind", "value", "becomes"),
    [
        (int, np.int64(3), 3),
        (float, 3, 3.0),
        (float, np.int64(3), 3.0),
        (float, 0.5, 0.5),
        (Number, np.int64(3), 3),
        (Number | None, np.int64(3), 3),
        (Number | None, None, None),
        (Sequence[Number], (np.int64(3),), [3]),
        (Annotated[Sequence[int], "some"], np.array([1, 2]), [1, 2]),
        (Sequence[int], (), []),
        (Iterable[float], iter([1, 2]), [1.0, 2.0]),
        (Collection[str], ("a", "b"), ["a", "b"]),
        (Mapping[str, float], {"a": 1, "b": 2}, {"a": 1.0, "b": 2.0}),
        (Mapping[str, Sequence[int]], {"a": (1,)}, {"a": [1]}),
        (int | str, "3", "3"),
        (str | int, 3, 3),
        (Path | None, PurePosixPath("a"), Path("a")),
        (str | Path, Path("a"), Path("a")),
        (Literal["a", "b"], "c", "c"),
        (Literal["a"] | None, None, None),
        (Any, np, np),
        (object, None, None),
        (Callable[[int], int], len, len),
        (list[int], ["a"], ["a"]),
    ],
)
def test_an_argument_is_handed_on_as_pythons_own(kind, value, becomes):
    found = fitted(value, kind)
    assert found == becomes
    assert type(found) is type(becomes)
    if isinstance(becomes, list):
        assert [*map(type, found)] == [*map(type, becomes)]
    if isinstance(becomes, dict):
        assert [*map(type, found.values())] == [*map(type, becomes.values())]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Number, "3"),
        (Number, True),
        (Number | None, "3"),
        (Sequence[Number], [1, "3"]),
        (Annotated[Sequence[int], "some"], "12"),
        (Mapping[str, Sequence[int]], {"a": [1], "b": ["1"]}),
        (Literal["a"] | None, 1),
        (int | float, "3"),
        (list[int], (1,)),
        (int, None),
        (str, None),
    ],
)
def test_what_does_not_fit_is_refused_however_deep(kind, value):
    with pytest.raises(_Misfit):
        fitted(value, kind)
