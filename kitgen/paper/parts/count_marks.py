"""Count sheet to be marked: a row of bubbles for the beads of each box, which a camera reads."""

from kitgen.forms.places import count_numbers, form_codes, make_form
from kitgen.paper.form_picture import VOID_SIGN, draw_form
from kitgen.paper.job import Job
from kitgen.paper.marks.scene import Scene


def sheets(job: Job) -> list[Scene]:
    """Return the sheets, each with as many boxes as fit."""
    texts = job.texts
    title = texts("count-marks.title")
    steps = [texts("count-marks.how"), texts("count-marks.none")]
    if len(count_numbers(job.kit)) > 2:
        steps.append(texts("count-marks.sum"))
    steps += [texts("count-marks.void", sign=VOID_SIGN), texts("form.camera")]
    codes = form_codes(job.kit, "count-marks", job.page.name)
    return [draw_form(job, make_form(job.kit, code), title, steps) for code in codes]
