"""The other pages: find a position, check a file, try machines out. Each is a form, and what came of it."""

from collections.abc import Sequence

from kitgen.check.pdf.limits import LARGEST_FILE, MB
from kitgen.serve.bounds import MOST_GAMES
from kitgen.serve.site.form import KitForm
from kitgen.serve.site.labels import kit_title, texts_in
from kitgen.serve.site.markup import Child, Element, tag
from kitgen.serve.site.pages import Sight, page
from kitgen.serve.work.finding import LONGEST, POSITION
from kitgen.serve.work.trying import ASKED, OPPONENTS
from kitgen.serve.work.verifying import FILE, TABLES


def find_page(shown: Sight, result: Child) -> str:
    """Return the page that finds a position."""
    texts = texts_in(shown.language)
    field = tag(
        "input", id=POSITION, name=POSITION, value=shown.more.get(POSITION, "")[:LONGEST], maxlength=str(LONGEST),
        aria_describedby="hint-position", autocomplete="off", spellcheck="false",
    )  # fmt: skip
    asked = [
        tag("label", texts("serve.position"), for_=POSITION),
        field,
        tag("span", texts("serve.position_hint"), class_="quiet", id="hint-position"),
    ]
    form = _form(shown, "/find", [tag("div", asked, class_="field wide")], texts("serve.find_do"))
    return page(shown, "find", tag("p", texts("serve.find_lead")), _kit_line(shown), form, result)


def simulate_page(shown: Sight, result: Child) -> str:
    """Return the page that tries machines out."""
    texts = texts_in(shown.language)
    said = ASKED | dict(shown.more)
    options = [
        tag("option", texts(f"serve.who.{who}"), value=who, selected=who == said["against"]) for who in OPPONENTS
    ]
    fields = [_field("against", texts("serve.against"), tag("select", options, id="against", name="against"))]
    for key, label in (("games", "number_games"), ("machines", "number_machines"), ("seed", "seed")):
        number = tag("input", id=key, name=key, value=said[key][:9], inputmode="numeric", maxlength="9")
        fields.append(_field(key, texts(f"serve.{label}"), number))
    form = _form(shown, "/simulate", fields, texts("serve.try_do"))
    hint = texts("serve.try_hint", most=f"{MOST_GAMES:,}".replace(",", " "))
    lead = tag("p", texts("serve.try_lead"), " ", tag("span", hint, class_="quiet"))
    return page(shown, "try", lead, _kit_line(shown), form, result)


def verify_page(shown: Sight, result: Child) -> str:
    """Return the page that checks a file."""
    texts, kit = texts_in(shown.language), KitForm(shown.language, shown.said)
    chosen = tag(
        "input", type="file", id=FILE, name=FILE, required=True, accept=",".join((".pdf", *TABLES)),
        aria_describedby="hint-file",
    )  # fmt: skip
    machine = tag("div", kit.kit(any_language=False), class_="fields")
    hint = tag("span", texts("serve.file_hint", megabytes=LARGEST_FILE // MB), class_="quiet", id="hint-file")
    form = tag(
        "form",
        tag("div", tag("label", texts("serve.file"), for_=FILE), chosen, hint, class_="field drop", id="drop"),
        tag("details", tag("summary", texts("serve.table_of")), machine, open=True),
        tag("div", tag("button", texts("serve.verify_do"), class_="main"), class_="fields buttons"),
        action=f"/verify?lang={shown.language}", method="post", enctype="multipart/form-data",
    )  # fmt: skip
    return page(shown, "verify", tag("p", texts("serve.verify_lead")), form, result)


def _form(shown: Sight, path: str, fields: Sequence[Element], button: str) -> Element:
    """Return a form that asks something of the kit."""
    hidden = KitForm(shown.language, shown.said).hidden()
    return tag(
        "form",
        hidden,
        tag("div", fields, class_="fields"),
        tag("div", tag("button", button, class_="main"), class_="fields buttons"),
        action=path,
        method="get",
    )


def _field(name: str, label: str, control: Element) -> Element:
    """Return a field below its label."""
    return tag("div", tag("label", label, for_=name), control, class_="field")


def _kit_line(shown: Sight) -> Element:
    """Return which kit it is about, and the way to choose another."""
    texts = texts_in(shown.language)
    title = kit_title(shown.said.get("kit", "her"), shown.language)
    return tag("p", texts("serve.chosen", title=title), " · ", tag("a", texts("serve.change"), href=f"/?{shown.query}"))
