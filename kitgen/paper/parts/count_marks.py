"""Count sheet to be marked: a row of bubbles for the beads of each box, which a camera reads."""

from kitgen.forms.places import count_numbers, form_codes, make_form
from kitgen.paper.form_picture import VOID_SIGN, draw_form
from kitgen.paper.job import Job
from kitgen.paper.marks.scene import Scene

NAME = "count-marks"


def sheets(job: Job) -> list[Scene]:
    """Return the sheets, each with as many boxes as fit."""
    texts = job.texts
    title = texts(f"{NAME}.title")
    steps = [texts(f"{NAME}.how"), texts(f"{NAME}.none")]
    if len(count_numbers(job.kit)) > 2:
        steps.append(texts(f"{NAME}.sum"))
    steps += [texts(f"{NAME}.void", sign=VOID_SIGN), texts("form.camera")]
    codes = form_codes(job.kit, NAME, job.page.name)
    return [draw_form(job, make_form(job.kit, code), title, steps) for code in codes]
