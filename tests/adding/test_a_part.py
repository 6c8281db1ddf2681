"""A printed part that was added is led to all that it needs (docs/adding-a-part.md)."""

import ast
import re
from copy import copy
from functools import cache
from importlib import import_module

import pytest
from cyrillic_texts import COUNTED, CYRILLIC, write_cyrillic
from gaps import ENGLISH, gap, named, needs_text, page, rows
from places import ROOT

from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish
from kitgen.paper import declared
from kitgen.paper.declared import DECLARED, PART_OPTIONS, Declared
from kitgen.paper.job import Job
from kitgen.paper.marks.scene import Text
from kitgen.paper.parts import PARTS, load_part
from kitgen.paper.stock import read_stock
from kitgen.papers import PAGES
from kitgen.reading.templates import USUAL_LANGUAGE, Templates, shipped
from kitgen.reading.texts import Texts
from kitgen.record.rows import lost_game

#: The parts that a first lesson prints are described where their use is; all others in this table.
MAKERS = "docs/makers.md"
BEYOND = [name for name, part in PARTS.items() if not part.usual]


BLOCKS = {name: block for name, block in vars(declared).items() if isinstance(block, Declared)}
MODULES = sorted(
    path.stem
    for path in (ROOT / "kitgen" / "paper" / "parts").glob("*.py")
    if path.stem != "__init__"
)


@pytest.mark.parametrize("name", BLOCKS)
def test_a_block_is_among_the_declared_parts(name):
    if BLOCKS[name] not in DECLARED:
        gap("kitgen/paper/declared.py", f"add {name} to DECLARED")


@pytest.mark.parametrize("module", MODULES)
def test_a_module_draws_a_part(module):
    if module not in {(part.file or name).replace("-", "_") for name, part in PARTS.items()}:
        gap(
            "kitgen/paper/declared.py",
            f"add the block of the part that kitgen/paper/parts/{module}.py draws",
        )


@pytest.mark.parametrize("module", MODULES)
def test_the_title_of_a_page_is_a_text(module):
    file = f"kitgen/paper/parts/{module}.py"
    for node in ast.walk(ast.parse(page(file))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "new_page":
            for word in node.args:
                if isinstance(word, ast.Constant) and isinstance(word.value, str):
                    gap(
                        file,
                        f"line {node.lineno}: take the title {word.value!r} from job.texts, in "
                        "every language",
                    )


@pytest.fixture(scope="module")
def cyrillic_job(tmp_path_factory):
    """A function that makes the print run of a part with texts that have no Latin letters, which
    are read once.
    """
    cyrillic = Templates(write_cyrillic(tmp_path_factory.mktemp("templates")))
    texts = Texts(CYRILLIC, cyrillic)
    stock = read_stock("matchbox", cyrillic)

    @cache
    def kit_and_game(name, express):
        kit = build_kit(name, Wish(language=CYRILLIC, express=express), cyrillic)
        return kit, lost_game(kit)

    def job_of(part):
        kit, game = kit_and_game("her" if part in OF_HER else "ladder", part == "always")
        return Job(
            kit,
            PAGES["a4"],
            stock,
            copy(texts),
            kit.command,
            templates=cyrillic,
            parts=(part,),
            lost_game=game,
        )

    return job_of


#: Parts with no page for the ladder.
OF_HER = ("always", "finder", "questions", "route", "sweets")
#: Parts that can be printed of a new machine, without an option, and in any language: not each has
#: a Braille.
PRINTABLE = [
    name for name, part in PARTS.items() if not (part.needs or part.past or name == "tactile")
]


@pytest.mark.parametrize("name", PRINTABLE)
def test_no_word_of_a_part_is_in_code(name, cyrillic_job):
    """Texts are in other letters here: a word in Latin letters is data, such as the kit's name,
    or comes from code.
    """
    job = cyrillic_job(name)
    kit = job.kit
    sheets = load_part(name).sheets(job)
    assert sheets
    data = {*words_in(" ".join((kit.title, kit.game.name, kit.command, *PARTS))), *COUNTED}
    for sheet in sheets:
        for mark in sheet.scene.marks:
            if isinstance(mark, Text) and (
                own := [word for word in words_in(mark.text) if word not in data]
            ):
                file = f"kitgen/paper/parts/{(PARTS[name].file or name).replace('-', '_')}.py"
                gap(
                    file,
                    f"{own[0]!r} of {mark.text!r} is a word in code; take it from job.texts, in "
                    "every language",
                )


def words_in(text):
    """Return the words in Latin letters; signs such as a box's are shorter."""
    return re.findall(r"[A-Za-z]{3,}", text)


@pytest.mark.parametrize("name", PARTS)
def test_the_name_of_a_part_is_not_that_of_other_texts(name):
    """A file of texts whose keys are tables alone, such as that of the colours, is read by
    something else.
    """
    path = shipped() / "texts" / USUAL_LANGUAGE / f"{name}.toml"
    keys = (
        [line for line in path.read_text(encoding="utf-8").splitlines() if "=" in line]
        if path.is_file()
        else []
    )
    first = keys[0] if keys else ""
    if ENGLISH.title_key(name) is None and "{" in first:
        gap(
            "kitgen/paper/declared.py",
            f"{name!r} is the name of a file of other texts; give the part another name",
        )


@pytest.mark.parametrize("name", PARTS)
def test_a_part_has_a_function_that_draws_it(name):
    own = name.replace("-", "_")
    module = PARTS[name].file or own
    function = own if PARTS[name].file else "sheets"
    file = f"kitgen/paper/parts/{module}.py"
    if not (ROOT / file).is_file():
        gap(
            file,
            f"add the file, with a function {function}(job), or name another part's in "
            "`file` in PARTS",
        )
    if not hasattr(import_module(f"kitgen.paper.parts.{module}"), function):
        gap(file, f"add a function {function}(job), which draws the part {name!r}")


@pytest.mark.parametrize("name", PARTS)
def test_what_a_part_names_is_there(name):
    part = PARTS[name]
    file = f"kitgen/paper/parts/{(part.file or name).replace('-', '_')}.py"
    module = import_module(file.removesuffix(".py").replace("/", "."))
    for function in filter(None, (part.when, part.work)):
        if not callable(getattr(module, function, None)):
            gap(
                file,
                f"add the function {function}, which the part {name!r} names, or "
                "leave it out there",
            )
    for other in filter(None, (part.instead_of, *part.lesson_needs, *part.lesson_uses)):
        if other not in PARTS:
            gap("kitgen/paper/declared.py", f"the part {name!r} names {other!r}, which is no part")


@pytest.mark.parametrize("name", PARTS)
def test_a_part_is_described_in_the_list_of_parts(name):
    needs_text(f"parts.{name}", "a few words for `kitgen parts`")


@pytest.mark.parametrize("name", PARTS)
def test_a_part_has_a_title(name):
    if ENGLISH.title_key(name) is None:
        needs_text(f"{name}.title", "the title of its sheet")


@pytest.mark.parametrize("name", PARTS)
def test_the_pages_of_a_part_are_kept_as_text(name):
    file = f"tests/golden/part-{name}.txt"
    if not (ROOT / file).is_file():
        test = (
            f"tests/paper/test_golden_parts.py::test_the_pages_of_each_part_look_as_before[{name}]"
        )
        gap(file, f"is missing; `python -m pytest --rewrite-golden '{test}'` writes it; look at it")


@pytest.mark.parametrize("name", BEYOND)
def test_the_docs_tell_of_a_part_and_its_settings(name):
    told = {words[0]: row for row in rows(page(MAKERS)) if (words := named(row[0]))}
    settings = [
        one.offer.setting
        for one in PART_OPTIONS
        if one.offer.setting and one.key in PARTS[name].reads
    ]
    if name not in told:
        gap(MAKERS, f"add to the table of parts: | `{name}` | … | {listed(settings)} |")
    if missing := [setting for setting in settings if setting not in named(told[name][-1])]:
        gap(MAKERS, f"add to the row of `{name}` what it can be set to: {listed(missing)}")


def listed(settings: list[str]) -> str:
    """Return settings as the cell of a table names them."""
    return ", ".join(f"`{setting}`" for setting in settings)
