"""Optional libraries, which only some work needs, and how to install them.

Printing, finding, checking and the paper machine need none. Other work calls ``need`` before it
begins.
"""

from importlib.util import find_spec

from kitgen.errors import KitgenError

#: From the import name of a library to the extra of pyproject.toml that brings it.
EXTRA_OF = {
    **dict.fromkeys(("numba", "numpy", "scipy", "dask", "pyarrow", "matplotlib"), "lab"),
    **dict.fromkeys(("fontTools", "shapely"), "laser"),
    **dict.fromkeys(("starlette", "uvicorn"), "web"),
    **dict.fromkeys(("gymnasium", "pandas", "pettingzoo"), "rl"),
    "cv2": "camera",
    "distributed": "cluster",
    "textual": "play",
    "python_calamine": "workbook",
}


class MissingExtraError(KitgenError):
    """Work that needs missing libraries (``what``), and the extra that installs them.

    >>> str(MissingExtraError("kitgen exact", "lab")).partition(":")[0]
    'kitgen exact needs more than is installed'
    """

    def __init__(self, what: str, extra: str) -> None:
        from kitgen.installing.installation import install_command  # noqa: PLC0415 - hints are rare, and every command loads this

        self.what = what
        self.extra = extra
        super().__init__(f"{what} needs more than is installed: {install_command(extra)}")

    @property
    def elsewhere(self) -> str:
        """The message without the command, which names a folder of this computer, for reports and
        visitors of a site.

        >>> MissingExtraError("kitgen exact", "lab").elsewhere
        "kitgen exact needs the extra 'lab', which is not installed"
        """
        return f"{self.what} needs the extra {self.extra!r}, which is not installed"


def installed(*modules: str) -> bool:
    """Return whether all of some libraries can be imported, without importing any.

    >>> installed("json"), installed("json", "no_such_library")
    (True, False)
    """
    return all(map(_found, modules))


def need(what: str, *modules: str) -> None:
    """Raise MissingExtraError unless all ``modules`` for some work, such as ``kitgen exact`` or
    ``--plot``, are there.

    >>> need("kitgen print")
    """
    for module in modules:
        if not _found(module):
            raise MissingExtraError(what, EXTRA_OF[module])


def explained(error: ModuleNotFoundError) -> MissingExtraError | None:
    """Return a helpful error for a failed import, or None when no extra would fix it.

    >>> explained(ModuleNotFoundError(name="scipy.sparse")).extra
    'lab'
    >>> explained(ModuleNotFoundError(name="nowhere")) is None
    True
    """
    extra = EXTRA_OF.get((error.name or "").partition(".")[0])
    return None if extra is None else MissingExtraError("this", extra)


def _found(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # an import hook forbids it
        return False
