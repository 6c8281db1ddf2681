"""The lecture in examples/ runs from its first cell to its last, and prints what stands in it."""

import base64
import io
import json
import subprocess
import sys
from contextlib import redirect_stdout

import pytest
from counting import at_least
from places import ROOT

NOTEBOOK = ROOT / "examples" / "lecture.ipynb"


def picture(figure) -> dict[str, object]:
    """Return a drawing as a notebook keeps it."""
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=70, metadata={"Software": None})
    return {
        "data": {"image/png": base64.b64encode(file.getvalue()).decode()},
        "metadata": {},
        "output_type": "display_data",
    }


@pytest.mark.every
def test_the_lecture_runs_and_prints_what_it_shows(request):
    from matplotlib import pyplot as plt  # noqa: PLC0415 - takes each process of the suite half a second

    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    names: dict = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(at_least(12, cells), 1):
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)  # noqa: S102 - our own notebook
        text = printed.getvalue().splitlines(keepends=True)
        drawn = [picture(figure) for figure in map(plt.figure, plt.get_fignums())]
        plt.close("all")
        if request.config.getoption("--rewrite-golden"):
            outputs = [{"name": "stdout", "output_type": "stream", "text": text}] if text else []
            cell |= {"execution_count": number, "outputs": outputs + drawn}
        kept = [output for output in cell["outputs"] if output["output_type"] == "stream"]
        assert text == [line for output in kept for line in output["text"]], f"cell {number}"
        assert len(cell["outputs"]) - len(kept) == len(drawn), f"cell {number} draws something else"
    if request.config.getoption("--rewrite-golden"):
        NOTEBOOK.write_text(
            json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )


@pytest.mark.every
def test_another_librarys_learner_learns_through_the_environment():
    """OpenSpiel's Q-learning wins more of its last games than of its first, and loses more than
    boxes do.
    """
    run = subprocess.run(
        [sys.executable, ROOT / "examples/open_spiel_q.py"],
        capture_output=True,
        text=True,
        check=True,
    )
    rows = [line.split() for line in run.stdout.splitlines()]
    shares = [
        (float(row[-2].rstrip("%")), float(row[-1].rstrip("%")))
        for row in rows
        if row[1:2] == ["to"]
    ]
    assert len(shares) == 6
    assert shares[0][0] + 10 < shares[-1][0]
    assert shares[-1][1] > 99
    assert rows[-1][:2] == ["games", "lost"]
    assert float(rows[-1][2]) > float(rows[-1][3])
    page = (ROOT / "docs" / "from-python.md").read_text(encoding="utf-8")
    for row in rows[2:]:
        assert f"| {' '.join(row[:-2])} | {row[-2]} | {row[-1]} |" in page
