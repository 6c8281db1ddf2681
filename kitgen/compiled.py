"""The one way to compile a function: by Numba, once for each computer.

What is compiled is kept on disk. Numba's own cache is stale only when the function's own file changes, although the
constants and the functions of other files are built into what it keeps. Here it is keyed by all sources that can
reach into a kernel: those of its module, of the modules that this one imports, and so on.

Import this module only when a kernel is needed; Numba takes a while to load.
"""

import hashlib
import pickle
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar, overload

import numba
from numba.core.caching import FunctionCache
from numba.core.runtime.nrt import rtsys
from numba.core.typing.templates import Signature

F = TypeVar("F", bound=Callable[..., Any])

#: An import at the top of a module. What is imported inside of functions is not built into their kernels.
_IMPORT = re.compile(r"^(?:from\s+([\w.]+)\s+import\s+(\([^)]*\)|.*)|import\s+(.*))$", re.MULTILINE)
#: What reading a kept kernel may raise when its file is cut short, damaged or written by another version.
_DAMAGE = (OSError, EOFError, pickle.UnpicklingError, ValueError, AttributeError, ImportError, IndexError)


@overload
def compiled(function: F, /) -> F: ...


@overload
def compiled(*signatures: Signature) -> Callable[[F], F]: ...


def compiled(*signatures: Any) -> Any:
    """Return a function compiled, free of the interpreter's lock, and kept on disk for the next process.

    Division by zero gives infinity or, of whole numbers, zero, as in NumPy. Where nothing can be kept, because no
    folder can be written to or the function was typed in, it is compiled anew in each process. Packages that bring
    games of their own use this decorator, too; their sources are watched as kitgen's own are.

    Args:
        signatures: the types (``numba.types``) to compile for when the module is imported, which kernels need that
            are handed to other kernels; none, also without parentheses, to compile at each first use of new types.

    >>> @compiled
    ... def double(number):
    ...     return 2 * number
    >>> double(21)
    42
    """
    if len(signatures) == 1 and callable(signatures[0]) and hasattr(signatures[0], "__code__"):
        return _compile(signatures[0], ())
    return lambda function: _compile(function, signatures)


def _compile(function: Any, signatures: tuple[Any, ...]) -> Any:
    """Return a function compiled by Numba, for these types or for any."""
    kernel: Any = numba.njit(nogil=True, error_model="numpy")(function)
    if kernel is function:  # compiling is switched off, by NUMBA_DISABLE_JIT
        return kernel
    source = digest(function.__module__)
    if source is not None:
        with suppress(RuntimeError):  # no folder to keep it in can be written to
            kernel._cache = _Cache(function, source)  # noqa: SLF001 - what cache=True does, with a key of our own
    for signature in signatures:
        kernel.compile(signature)
    if signatures:
        kernel.disable_compile()
    return kernel


class _Cache(FunctionCache):
    """Numba's cache of one function, stale as soon as one of the watched sources changes; it never breaks a run."""

    def __init__(self, function: Callable[..., Any], source: bytes) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call] # as everywhere in Numba
        self._cache_file._source_stamp = source  # noqa: SLF001 - in place of the digest of the function's own file

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return a kept kernel, or None when there is none that can be read.

        Numba's own method makes the context ready to compile first, which takes as long again as loading Numba. What
        is kept is machine code already, and asks only for the run time that counts references; whoever compiles
        makes the context ready anyhow.
        """
        rtsys.initialize(target_context)
        try:
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


def digest(module: str) -> bytes | None:
    """Return a digest of all sources that can reach into a kernel of a module; None when its own cannot be read.

    Watched are the modules of the same package and of kitgen that the module imports, directly or not.
    """
    if _source(module) is None:
        return None
    packages = {"kitgen", module.partition(".")[0]}
    met, waiting = {module}, [module]
    while waiting:
        for name in _imported(waiting.pop()):
            if name not in met and name.partition(".")[0] in packages:
                met.add(name)
                waiting.append(name)
    total = hashlib.sha256()
    for name in sorted(met):
        text = (_source(name) or "").encode()
        total.update(f"{name} {len(text)} ".encode() + text)
    return total.digest()


@cache
def _source(module: str) -> str | None:
    """Return the source of a loaded module, or None when it has none that can be read (one typed in, or run)."""
    spec = getattr(sys.modules.get(module), "__spec__", None)
    if spec is None or not hasattr(spec.loader, "get_source"):
        return None
    with suppress(OSError, ImportError):
        text: str | None = spec.loader.get_source(module)
        return text
    return None


@cache
def _imported(module: str) -> tuple[str, ...]:
    """Return the modules that a module imports at its top, as far as they are loaded."""

    def names() -> Iterator[str]:
        for origin, listed, plain in _IMPORT.findall(_source(module) or ""):
            words = re.findall(r"[\w.]+", listed or plain)
            yield from (f"{origin}.{word}" for word in words) if origin else words
            yield origin

    return tuple(name for name in names() if name in sys.modules)
