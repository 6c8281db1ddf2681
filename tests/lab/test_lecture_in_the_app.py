"""The lecture's own learners run in a Python without NumPy and Matplotlib, such as the app's,
and print the same.
"""

import io
import json
from contextlib import redirect_stdout
from unittest.mock import MagicMock

import pytest
from counting import at_least
from places import ROOT

NOTEBOOK = ROOT / "examples" / "lecture.ipynb"
#: What needs native libraries: cells with these are left to a Python that has them.
NATIVE = ("kitgen.simulate(", "kitgen.exact(", "kitgen.env(")
#: The first cell imports them, and drawings alone use them.
DRAWING = ("import numpy as np", "from matplotlib import pyplot as plt")


@pytest.mark.every
def test_the_learners_of_the_lecture_run_without_native_libraries():
    """From the boxes to Q-learning, exploration and the check of what was learned; only drawings
    are left out.
    """
    names: dict = {"np": MagicMock(), "plt": MagicMock()}
    cells = [
        cell
        for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code"
    ]
    plain = [cell for cell in cells if not any(word in "".join(cell["source"]) for word in NATIVE)]
    for number, cell in enumerate(at_least(7, plain), 1):
        source = "".join(cell["source"])
        for line in DRAWING:
            source = source.replace(line, "")
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(source, f"plain cell {number}", "exec"), names)  # noqa: S102 - our own notebook
        kept = [output for output in cell["outputs"] if output["output_type"] == "stream"]
        assert printed.getvalue() == "".join(line for output in kept for line in output["text"])
