"""Compiled functions on disk: the only file that uses Numba's internals.

Numba has no public way to decide when a kept function is stale (its ``cache=True`` only looks at
the function's own file), nor to read one without preparing to compile. Used here beyond its
documented interface:

- ``FunctionCache`` and, of its ``_cache_file``, the ``_source_stamp``; a dispatcher's ``_cache``
- ``_load_overload`` with ``_guard_against_spurious_io_errors``, and ``rtsys``, the run time that
  counts references

They are the same from Numba 0.60 to 0.68. If one of the former is missing, nothing is kept, and
each process compiles again; if one of the latter is, kept code is read in Numba's own way, slower
by the time to load Numba.
"""

import pickle
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from numba.core.caching import FunctionCache
from numba.core.runtime import nrt

#: Exceptions when a file of kept code is cut short, damaged or from another version.
_DAMAGE = (
    OSError,
    EOFError,
    pickle.UnpicklingError,
    ValueError,
    TypeError,
    AttributeError,
    ImportError,
    LookupError,
)
#: Numba's run time, which counts references.
_RUN_TIME: Any = getattr(nrt, "rtsys", None)
#: Whether kept code can be read without preparing Numba to compile.
_QUICK = _RUN_TIME is not None and all(
    hasattr(FunctionCache, name) for name in ("_load_overload", "_guard_against_spurious_io_errors")
)


def keep(kernel: Any, function: Callable[..., Any], stamp: bytes) -> None:
    """Keep compiled code of a function on disk and use kept code with the same stamp.

    Nothing is kept where no folder is writable, or this Numba has other internals.
    """
    with suppress(RuntimeError, AttributeError):
        kernel._cache = _Cache(function, stamp)  # noqa: SLF001 - what cache=True does, with a stamp of our own


class _Cache(FunctionCache):
    def __init__(self, function: Callable[..., Any], stamp: bytes) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call] # as everywhere in Numba
        self._cache_file._source_stamp  # noqa: B018, SLF001 - raises if the attribute is gone
        self._cache_file._source_stamp = stamp  # noqa: SLF001 - instead of the digest of the function's own file

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        # Numba's own method prepares the context for compiling first, which takes as long again as
        # loading Numba. Kept code is machine code already, and needs only the run time that counts
        # references.
        try:
            if not _QUICK:
                return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
            _RUN_TIME.initialize(target_context)
            with self._guard_against_spurious_io_errors():
                return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except _DAMAGE:
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        except _DAMAGE:
            with suppress(OSError):  # the index cannot be read, or the disk is full: begin again
                self.flush()  # type: ignore[no-untyped-call]
