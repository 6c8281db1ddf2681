"""What mkdocstrings is told on the way: examples in docstrings are code, though no heading says
so.
"""

from typing import Any

import griffe

from docs.site.reference import fenced


class Doctests(griffe.Extension):
    """Changes the docstring of every object that is shown."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Fence the examples of one object."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
