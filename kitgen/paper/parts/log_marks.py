"""Log to be marked: a row of bubbles for each game, which a camera reads."""

from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.pictures.form import ON, VOID, draw_form
from kitgen.paper.wording import has_draws
from kitgen.record.forms.asked import Moves
from kitgen.record.forms.form import RESULTS, STARTS, Form
from kitgen.record.forms.make import form_codes, make_form

NAME = "log-marks"


def sheets(job: Job) -> list[Sheet]:
    """Return the sheets, each with as many games as fit."""
    title, pages = job.texts(f"{NAME}.title"), []
    for code in form_codes(job.kit, NAME, job.page.name):
        form = make_form(job.kit, code)
        pages.append(Sheet(draw_form(job, form, title, _said(job, form)), NAME, title))
    return pages


def _said(job: Job, form: Form) -> list[str]:
    """Return what to do, in sentences."""
    texts = job.texts
    fields = {bubble.field for bubble in form.example}
    way = "box" if "reply" not in fields else "move" if "move" in fields else "reply"
    said = [texts(f"{NAME}.how.{way}")]
    if way != "box" and Moves(job.kit).paired:
        said.append(texts(f"{NAME}.paired"))
    if way != "box" and job.kit.choices.forced == "skip":
        said.append(texts(f"{NAME}.forced"))
    if "starts" in fields:
        machine, opponent = (texts(f"form.letter.{one}") for one in STARTS)
        said.append(texts(f"{NAME}.starts", machine=machine, opponent=opponent))
    win, draw, loss = (texts(f"log.letter.{key}") for key in RESULTS)
    said.append(texts("log.result_draws" if has_draws(job.kit) else "log.result", win=win, draw=draw, loss=loss))
    if "on" in fields:
        said.append(texts(f"{NAME}.longer", sign=ON))
    return [*said, texts(f"{NAME}.void", sign=VOID), texts("form.camera")]
