"""Sheets to be marked, which a camera reads: a log with a row of bubbles for each game, a count
sheet for each box.
"""

from kitgen.forms.form import STARTS, Form
from kitgen.forms.places import Moves, counts_add_up, form_codes, make_form
from kitgen.paper.form_picture import ON_SIGN, VOID_SIGN, draw_form
from kitgen.paper.job import Job
from kitgen.paper.marks.scene import Scene
from kitgen.paper.spoken_game import result_letters


def sheets(job: Job) -> list[Scene]:
    """Return the sheets, each with as many games as fit."""
    forms = (make_form(job.kit, code) for code in form_codes(job.kit, "log-marks", job.page.name))
    return [draw_form(job, form, job.texts("log-marks.title"), _steps(job, form)) for form in forms]


def _steps(job: Job, form: Form) -> list[str]:
    """Return how to mark a sheet, as far as its rows have fields."""
    texts = job.texts
    fields = {bubble.field for bubble in form.example}
    steps = []
    if "reply" not in fields:
        steps.append(texts("log-marks.how.box"))
    else:
        steps.append(texts("log-marks.how.move" if "move" in fields else "log-marks.how.reply"))
        if Moves(job.kit).paired:
            steps.append(texts("log-marks.paired"))
        if job.kit.choices.forced == "skip":
            steps.append(texts("log-marks.forced"))
    if "starts" in fields:
        machine, opponent = (texts(f"form.letter.{key}") for key in STARTS)
        steps.append(texts("log-marks.starts", machine=machine, opponent=opponent))
    steps.append(result_letters(job))
    if "on" in fields:
        steps.append(texts("log-marks.longer", sign=ON_SIGN))
    steps.append(texts("log-marks.void", sign=VOID_SIGN))
    steps.append(texts("form.camera"))
    return steps


def count_marks(job: Job) -> list[Scene]:
    """Return the count sheets, each with as many boxes as fit."""
    texts = job.texts
    title = texts("count-marks.title")
    steps = [texts("count-marks.how"), texts("count-marks.none")]
    if counts_add_up(job.kit):
        steps.append(texts("count-marks.sum"))
    steps += [texts("count-marks.void", sign=VOID_SIGN), texts("form.camera")]
    codes = form_codes(job.kit, "count-marks", job.page.name)
    return [draw_form(job, make_form(job.kit, code), title, steps) for code in codes]
