"""Compiled functions on disk: the one file that leans on what is inside Numba.

Numba has no public way to say when a kept function is stale (its ``cache=True`` looks at the function's own file
alone), nor to read one without making itself ready to compile. What is used here beyond its documented interface:

- ``FunctionCache`` and, of its ``_cache_file``, the ``_source_stamp``; a dispatcher's ``_cache``
- ``_load_overload`` with ``_guard_against_spurious_io_errors``, and ``rtsys``, the run time that counts references

All of it is the same from Numba 0.60 to 0.68. ``keep`` looks before it leaps: where one of the former is gone, nothing
is kept, and each process compiles anew; where one of the latter is, what is kept is read by Numba's own way, slower by
as long as loading Numba takes. Nothing stale is taken either way.
"""

import pickle
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from numba.core.caching import FunctionCache
from numba.core.runtime import nrt

#: What reading a kept kernel may raise when its file is cut short, damaged or written by another version.
_DAMAGE = (
    OSError, EOFError, pickle.UnpicklingError, ValueError, TypeError, AttributeError, ImportError, LookupError,
)  # fmt: skip
#: Numba's run time, which counts references.
_RUN_TIME: Any = getattr(nrt, "rtsys", None)
#: Whether kernels can be read without making Numba ready to compile.
_QUICK = _RUN_TIME is not None and all(
    hasattr(FunctionCache, name) for name in ("_load_overload", "_guard_against_spurious_io_errors")
)


def keep(kernel: Any, function: Callable[..., Any], stamp: bytes) -> None:
    """Keep on disk what is compiled of a function, and take from there what has been kept, where that can be.

    It cannot where no folder can be written to, or this Numba is not made as expected.

    Args:
        kernel: Numba's dispatcher for the function.
        function: the function.
        stamp: what is kept under another stamp is stale.
    """
    with suppress(RuntimeError, AttributeError):
        kernel._cache = _Cache(function, stamp)  # noqa: SLF001 - what cache=True does, with a stamp of our own


class _Cache(FunctionCache):
    """Numba's cache of one function, stale as soon as its stamp changes; it never breaks a run."""

    def __init__(self, function: Callable[..., Any], stamp: bytes) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call] # as everywhere in Numba
        self._cache_file._source_stamp  # noqa: B018, SLF001 - refuses to set what nobody would look at
        self._cache_file._source_stamp = stamp  # noqa: SLF001 - in place of the digest of the function's own file

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return a kept kernel, or None when there is none that can be read.

        Numba's own method makes the context ready to compile first, which takes as long again as loading Numba. What
        is kept is machine code already, and asks only for the run time that counts references; whoever compiles
        makes the context ready anyhow.
        """
        try:
            if not _QUICK:
                return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
            _RUN_TIME.initialize(target_context)
            with self._guard_against_spurious_io_errors():
                return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except _DAMAGE:
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a kernel, if there is room."""
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        except _DAMAGE:
            with suppress(OSError):  # the list of what is kept cannot be read, or there is no room: begin it anew
                self.flush()  # type: ignore[no-untyped-call]
