"""Compiling functions, once for each computer."""

from collections.abc import Callable
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile a function, free of the interpreter's lock; the outcome is cached on disk.

    The cache notices changes of the function's own file only: what it calls has to stand in the same file. Where
    nothing can be written, it is compiled in every process.
    """
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
    made: Any
    try:
        made = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # no place for a cache
        made = numba.njit(**options)(function)
    return made  # type: ignore[no-any-return] # a compiled function is called as the plain one is
