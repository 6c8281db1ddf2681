"""Compiling functions with Numba, once for each computer.

Compiled code is kept on disk. For Numba's own cache it is stale only when the function's own file
changes, although constants and functions of other files are built into it. Here the key is every
source that can affect a kernel.

Assigning or making a whole array, and recursive functions without a type, take Numba seconds to
compile; the kernels here avoid them. Import this module only when a kernel is needed, because Numba
takes a while to load.
"""

import hashlib
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

import numba
from numba.core import event

from kitgen.compiling import compile_progress

if TYPE_CHECKING:
    from numba.core.typing.templates import Signature

F = TypeVar("F", bound=Callable[..., Any])
#: An import at the top of a module. Imports inside functions are not built into their kernels.
_IMPORT = re.compile(r"^(?:from\s+([\w.]+)\s+import\s+(\([^)]*\)|.*)|import\s+(.*))$", re.MULTILINE)


@overload
def compiled(function: F, /) -> F: ...


@overload
def compiled(*signatures: "Signature") -> Callable[[F], F]: ...


def compiled(*signatures: Any) -> Any:
    """Return a compiled function, free of the interpreter's lock, and keep it on disk for the next
    process.

    Division by zero gives infinity or, for whole numbers, zero, as in NumPy. Packages with games of
    their own use this decorator, too; their sources count like kitgen's own.

    Args:
        signatures: the types (``numba.types``) to compile for on import, needed by kernels that are
            passed to other kernels; none, also without parentheses, to compile at each first use of
            new types.

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
    kernel: Any = numba.njit(nogil=True, error_model="numpy")(function)
    if kernel is function:  # compiling is off, by NUMBA_DISABLE_JIT
        return kernel
    source = digest(function.__module__)
    if source is not None:
        with suppress(ImportError):  # a Numba with other internals: each process compiles again
            # Late, as a Numba with other internals lacks what this imports.
            from kitgen.compiling.disk_cache import keep  # noqa: PLC0415

            keep(kernel, function, source)
    _progress.kernels.add(kernel)
    for signature in signatures:
        kernel.compile(signature)
    if signatures:
        kernel.disable_compile()
    return kernel


class _Progress(event.Listener):
    def __init__(self) -> None:
        self.kernels: set[Any] = set()
        self._under_way: list[Any] = []
        self._done: set[Any] = set()
        self._total = 0

    def on_start(self, event: Any) -> None:
        # Numba compiles one kernel at a time, and within it those that it calls.
        kernel = event.data["dispatcher"]
        if kernel in self.kernels:
            if not self._under_way:
                self._total = len(self._done | self._needed(kernel))
            self._under_way.append(kernel)
            compile_progress.report(len(self._done), self._total)

    def on_end(self, event: Any) -> None:
        kernel = event.data["dispatcher"]
        if kernel in self.kernels:
            self._under_way.remove(kernel)
            self._done.add(kernel)
            if self._under_way:
                compile_progress.report(len(self._done), self._total)
            else:
                compile_progress.report(0, 0)

    def _needed(self, kernel: Any) -> set[Any]:
        """Return a kernel and those that it calls, directly or not, and that are not compiled."""
        needed = {kernel}
        waiting = [kernel]
        while waiting:
            function = waiting.pop().py_func
            called = [function.__globals__.get(name) for name in function.__code__.co_names]
            for other in self.kernels:
                if other in needed or other.overloads:
                    continue
                if any(value is other for value in called):
                    needed.add(other)
                    waiting.append(other)
        return needed


_progress = _Progress()
event.register("numba:compile", _progress)  # type: ignore[no-untyped-call] # as everywhere in Numba


def digest(module: str) -> bytes | None:
    """Return a digest of a module and all modules of its package and of kitgen that it imports,
    directly or indirectly.

    None when its own source cannot be read.
    """
    if _source(module) is None:
        return None
    packages = {"kitgen", module.partition(".")[0]}
    met = {module}
    waiting = [module]
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
    spec = getattr(sys.modules.get(module), "__spec__", None)
    if spec is None:
        return None
    with suppress(OSError, ImportError, UnicodeDecodeError):
        if hasattr(spec.loader, "get_source"):
            text: str | None = spec.loader.get_source(module)
            return text
        if spec.has_location and spec.origin.endswith(
            ".py"
        ):  # a loader without get_source, as that of pytest
            return Path(spec.origin).read_text(encoding="utf-8")
    return None


@cache
def _imported(module: str) -> tuple[str, ...]:
    names: list[str] = []
    for origin, listed, plain in _IMPORT.findall(_source(module) or ""):
        words = re.findall(r"[\w.]+", listed or plain)
        names += [origin, *(f"{origin}.{word}" for word in words)] if origin else words
    return tuple(name for name in names if name in sys.modules)
