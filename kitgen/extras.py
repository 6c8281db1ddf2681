"""Libraries that only some work needs: what ``pip install kitgen`` leaves out, and what to say when it is missing.

Printing, finding, checking and the paper machine need none of them. Whoever begins work that does calls ``need``
first, so that nobody waits for an answer that cannot come; the command line turns the refusal into one line.
"""

from importlib.util import find_spec

from kitgen.errors import KitgenError

#: From the name that a library is imported by to the extra of pyproject.toml that brings it.
EXTRA_OF = {
    "numba": "lab",
    "numpy": "lab",
    "scipy": "lab",
    "dask": "lab",
    "pyarrow": "lab",
    "matplotlib": "lab",
    "fontTools": "laser",
    "shapely": "laser",
    "cv2": "camera",
    "distributed": "cluster",
    "textual": "play",
    "starlette": "web",
    "uvicorn": "web",
}


class MissingExtraError(KitgenError):
    """Work that needs libraries which are not installed, with the command that installs them.

    >>> print(MissingExtraError("kitgen exact", "lab"))
    kitgen exact needs more than is installed: python -m pip install 'kitgen[lab]'
    """

    def __init__(self, what: str, extra: str) -> None:
        self.what, self.extra = what, extra
        super().__init__(f"{what} needs more than is installed: python -m pip install 'kitgen[{extra}]'")


def installed(*modules: str) -> bool:
    """Return whether all of some libraries can be imported, without importing any.

    Args:
        modules: their names, as they are imported.

    >>> installed("json"), installed("json", "no_such_library")
    (True, False)
    """
    return all(_found(module) for module in modules)


def need(what: str, *modules: str) -> None:
    """Refuse work whose libraries are not installed, before any of it is done.

    Args:
        what: the work, as a user asks for it, to begin the sentence: ``kitgen exact``, ``--plot``.
        modules: the libraries, as they are imported; each is in ``EXTRA_OF``.

    Raises:
        MissingExtraError: one of them cannot be imported.

    >>> need("kitgen print")
    """
    for module in modules:
        if not _found(module):
            raise MissingExtraError(what, EXTRA_OF[module])


def explained(error: ModuleNotFoundError) -> MissingExtraError | None:
    """Return a failed import in words that help, or None when no extra would mend it.

    >>> print(explained(ModuleNotFoundError(name="scipy.sparse")))
    this needs more than is installed: python -m pip install 'kitgen[lab]'
    >>> explained(ModuleNotFoundError(name="nowhere")) is None
    True
    """
    extra = EXTRA_OF.get((error.name or "").partition(".")[0])
    return None if extra is None else MissingExtraError("this", extra)


def _found(module: str) -> bool:
    """Return whether a library can be imported."""
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # something in between forbids it
        return False
