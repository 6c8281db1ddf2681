"""The one way to compile a function: by Numba, once for each computer.

What is compiled is kept on disk. Numba's own cache is stale only when the function's own file changes, although the
constants and the functions of other files are built into what it keeps. Here it is keyed by all sources that can
reach into a kernel: those of its module, of the modules that this one imports, and so on (``kept.py``).

Import this module only when a kernel is needed; Numba takes a while to load.
"""

import hashlib
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

import numba

if TYPE_CHECKING:
    from numba.core.typing.templates import Signature

F = TypeVar("F", bound=Callable[..., Any])

#: An import at the top of a module. What is imported inside of functions is not built into their kernels.
_IMPORT = re.compile(r"^(?:from\s+([\w.]+)\s+import\s+(\([^)]*\)|.*)|import\s+(.*))$", re.MULTILINE)


@overload
def compiled(function: F, /) -> F: ...


@overload
def compiled(*signatures: "Signature") -> Callable[[F], F]: ...


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
        with suppress(ImportError):  # a Numba that is made otherwise inside: each process compiles anew
            from kitgen.kept import keep  # noqa: PLC0415 - as above

            keep(kernel, function, source)
    for signature in signatures:
        kernel.compile(signature)
    if signatures:
        kernel.disable_compile()
    return kernel


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
    if spec is None:
        return None
    with suppress(OSError, ImportError, UnicodeDecodeError):
        if hasattr(spec.loader, "get_source"):
            text: str | None = spec.loader.get_source(module)
            return text
        if spec.has_location and spec.origin.endswith(".py"):  # a loader that does not say, as that of pytest
            return Path(spec.origin).read_text(encoding="utf-8")
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
