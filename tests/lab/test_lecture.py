"""The lecture in examples/ runs from its first cell to its last, and prints what stands in it."""

import io
import json
from contextlib import redirect_stdout

import pytest
from counting import some
from places import ROOT

NOTEBOOK = ROOT / "examples" / "lecture.ipynb"


@pytest.mark.every
def test_the_lecture_runs_and_prints_what_it_shows(request):
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    names: dict = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(some(cells, 9), 1):
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)  # noqa: S102 - our own notebook
        text = printed.getvalue().splitlines(keepends=True)
        if request.config.getoption("--rewrite-golden"):
            outputs = [{"name": "stdout", "output_type": "stream", "text": text}] if text else []
            cell |= {"execution_count": number, "outputs": outputs}
        assert text == [line for output in cell["outputs"] for line in output["text"]], f"cell {number}"
    if request.config.getoption("--rewrite-golden"):
        NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
