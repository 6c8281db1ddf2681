"""``kitgen print``: print everything that a class needs to build and play a machine."""

import os
import re
import sys
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from kitgen.cli.options import (
    STOCK_NAME,
    KnownName,
    Word,
    kit_argument,
    kit_options,
    offered_option,
    options,
    options_as,
    output_option,
)
from kitgen.cli.sections import Command, section
from kitgen.cli.terminal import (
    ProgressDisplay,
    agree,
    echo_lines,
    is_default,
    json_option,
    note,
    progress_options,
    value_of,
    working,
    wrote_json,
)
from kitgen.errors import OutputError, TooLargeError, UsageError, command_line, many, quoted
from kitgen.paper.declared import DECLARED, PART_OPTIONS, SETTINGS
from kitgen.paper.job import parse_setting
from kitgen.paper.stock import DEFAULT_STOCK
from kitgen.papers import MANY_SHEETS, PAGES
from kitgen.reading.templates import Templates
from kitgen.reading.user_file import is_journal, is_lesson

# What help and completion need of kits is above; functions import the rest, which is slow to load.
if TYPE_CHECKING:
    from kitgen.kit.kit import Kit
    from kitgen.paper.document import Document
    from kitgen.press.lessons import LessonPrint
    from kitgen.press.print_run import Printed


#: What a teacher needs beside the machine: the guide, and boards on which pupils play each other.
LESSON_PARTS = ("guide", "class-set")


class PartSetting(click.ParamType):  # type: ignore[type-arg] # generic only in newer versions of click
    """A setting of a part: ``poster.size=a1``."""

    name = "setting"

    def convert(
        self, value: Any, _param: click.Parameter | None, _ctx: click.Context | None
    ) -> tuple[str, object]:
        """Return the field of ``PartOptions`` and its value."""
        return value if isinstance(value, tuple) else parse_setting(value)

    def shell_complete(
        self, _ctx: click.Context, _param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete a setting, or its value after the equals sign."""
        name, assigned, _ = incomplete.partition("=")
        words = [f"{setting}=" for setting in SETTINGS]
        if assigned:
            values = SETTINGS[name].words if name in SETTINGS else ()
            words = [f"{name}={value}" for value in values]
        return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def _given(settings: tuple[tuple[str, object], ...], **named: Any) -> dict[str, Any]:
    """Return the options for parts that are given: by ``--set``, or by an option of their own."""
    options = {key: value for key, value in named.items() if value is not None}
    for key, value in settings:
        if options.setdefault(key, value) != value:
            setting = next(name for name, option in SETTINGS.items() if option.key == key)
            raise UsageError(f"--set {setting} is given twice, with different values; omit one")
    return options


#: The options for parts; the command's function gets those that are given as ``options``, a dict.
part_options = options_as(
    "options",
    click.option(
        "--set",
        "settings",
        type=PartSetting(),
        multiple=True,
        metavar="PART.KEY=VALUE",
        help="A setting of a part, such as poster.size=a1 or cards.duplex=long; 'kitgen parts "
        "PART' lists them. May be repeated.",
    ),
    *(offered_option(option) for option in PART_OPTIONS if not option.offer.setting),
    make=_given,
)


# Pages as pictures, to look at before printing: files, or pictures in a terminal.

#: Dots per inch of a file.
FILE_DPI = 150
#: Dots per inch of a picture in a terminal.
TERMINAL_DPI = 80
#: The word for all pages.
ALL = "all"
#: A page, or a range of pages.
_PAGES = re.compile(r"\s*([0-9]{1,4})(?:\s*-\s*([0-9]{1,4}))?\s*")


def check_pages(text: str) -> str:
    """Return a text that names pages if it is well-formed."""
    if text.strip().lower() == ALL or all(map(_PAGES.fullmatch, text.split(","))):
        return text
    raise UsageError(
        f"pages {quoted(text)} are not like '1', '1,3-5' or '{ALL}'; KIT comes before --preview"
    )


def chosen_pages(text: str, count: int) -> list[int]:
    """Return the numbers of the pages that a text names, in its order, each once.

    >>> chosen_pages("2,4-5,4", 9), chosen_pages("all", 3)
    ([2, 4, 5], [1, 2, 3])
    """
    if check_pages(text).strip().lower() == ALL:
        return list(range(1, count + 1))
    pages: list[int] = []
    for piece in text.split(","):
        before, _, after = piece.partition("-")
        first = int(before)
        last = int(after or before)
        if not 1 <= first <= last <= count:
            raise UsageError(
                f"there is no page {piece.strip()}; this print has {many(count, 'page')}"
            )
        pages += range(first, last + 1)
    return list(dict.fromkeys(pages))


def _picture(document: "Document", page: int, dpi: int) -> bytes:
    """Return a page of a document, by its number from 1, as a PNG picture."""
    from kitgen.render.png import png_bytes

    return png_bytes(document.sheets[page - 1].scene, dpi)


def _write_pictures(
    folder: Path, kit: "Kit", document: "Document", pages: list[int], templates: Templates
) -> list[Path]:
    """Write pages of a document as PNG files in place of an earlier preview; return their paths."""
    from kitgen.kit.job_json import JOB_FILE, read_job
    from kitgen.kit.kit_json import KIT_FILE
    from kitgen.press.kit_folder import Run, made_in, write_folder
    from kitgen.sources.kit_sources import KIT_PDF

    _, own = made_in(folder)
    if not own.keys().isdisjoint([KIT_FILE, KIT_PDF]):
        raise OutputError(
            f"folder {quoted(folder)} holds a printed kit, not a preview; choose another with -o"
        )
    job = read_job(document.attachments[JOB_FILE], JOB_FILE)
    run = Run(
        page=job.page,
        stock=job.stock,
        templates=None if templates.own is None else str(templates.own),
        parts=tuple(part.name for part in job.parts),
        options={},
        svg=False,
    )
    digits = len(str(len(document.sheets)))
    files = {}
    for page in pages:
        part = document.sheets[page - 1].part
        files[f"page-{page:0{digits}}-{part}.png"] = _picture(document, page, FILE_DPI)
    write_folder(folder, kit, run, job.command, files, force=True)
    return [folder / name for name in files]


#: The most bytes per escape sequence of kitty's protocol.
CHUNK = 4096


def kitty(png: bytes) -> str:
    """Return the escape sequences that show a picture in kitty and compatible terminals.

    With ``q=2`` the terminal sends no answer, which the shell would read.
    """
    text = b64encode(png).decode()
    sequences = []
    for start in range(0, len(text), CHUNK):
        end = start + CHUNK
        keys = "a=T,f=100,q=2" if start == 0 else "q=2"
        more = 1 if end < len(text) else 0
        sequences.append(f"\x1b_G{keys},m={more};{text[start:end]}\x1b\\")
    return "".join(sequences)


def iterm2(png: bytes) -> str:
    """Return the escape sequence that shows a picture in iTerm2 and compatible terminals."""
    how = f"inline=1;size={len(png)};preserveAspectRatio=1"
    return f"\x1b]1337;File={how}:{b64encode(png).decode()}\x07"


def picture_writer(environment: Mapping[str, str]) -> Callable[[bytes], str] | None:
    """Return the function for pictures in a terminal, by its environment; None for no pictures.

    tmux and screen pass no pictures on, and no variable tells of Sixel.

    >>> picture_writer({"TERM": "xterm-256color"}) is None
    True
    """
    if not sys.stdout.isatty() or "TMUX" in environment or "STY" in environment:
        return None
    terminal = environment.get("TERM", "")
    program = environment.get("TERM_PROGRAM", "")
    if terminal in ("xterm-kitty", "xterm-ghostty"):
        return kitty
    if terminal.startswith("xterm") and program in ("iTerm.app", "WezTerm"):
        return iterm2
    return None


def _show_dry_run(
    printed: "Printed", report: dict[str, Any], command: str, templates: Templates
) -> None:
    kit = printed.kit
    beads = ", ".join(f"{row['name']} {row['to_buy']:,}" for row in report["to_buy"])
    click.echo(f"{kit.title} ({kit.short_hash})")
    click.echo(f"  {many(printed.sheets, 'sheet')}: {_parts_in_short(printed)}")
    click.echo(f"  {_machine_size(printed)}")
    echo_lines(f"  {line}" for line in _label_sheets(printed))
    if beads:
        click.echo(f"  to buy, {_purpose(report, printed.groups)}: {beads}")
    echo_lines(f"  {line}" for line in _own_beads(report))
    if report["minutes"]:
        click.echo(f"  to build: about {report['minutes']} minutes for four people")
    folders = Counter(name.partition("/")[0] for name in printed.files if "/" in name)
    files = [name for name in printed.files if "/" not in name]
    files += [f"{folder}/ with {many(count, 'file')}" for folder, count in folders.items()]
    click.echo(f"  files in {printed.folder}: {', '.join(files)}")
    click.echo(f"Nothing was written. To print it: {command}")
    _show_named_kits(kit, templates)


def _parts_in_short(printed: "Printed") -> str:
    """Return the pages of each part; those that each group of a class gets are named once."""
    for_all = []
    for_each_group = []
    times = Counter(f"{part.name} {part.pages}" for part in printed.parts)
    for pages, count in times.items():
        if count < max(2, printed.groups):
            for_all.append(pages)
        else:
            for_each_group.append(pages)
    clauses = []
    if for_all:
        clauses.append(", ".join(for_all))
    if for_each_group:
        clauses.append(f"for each of {printed.groups} groups {', '.join(for_each_group)}")
    return "; ".join(clauses)


def _machine_size(printed: "Printed") -> str:
    from kitgen.reading.texts import CARDS, CHIPS, CUPS, PROGRAM

    kit = printed.kit
    if printed.made_of == PROGRAM:
        return "a machine that a program keeps, without boxes and beads"
    words = {CARDS: ("card", "open field"), CUPS: ("cup", "chip"), CHIPS: ("box", "chip")}
    box, bead = words.get(printed.made_of, ("box", "bead"))
    return f"{many(len(kit.boxes), box)}, {many(kit.beads, bead)}"


def _label_sheets(printed: "Printed") -> Iterator[str]:
    for name, pages in printed.label_pages.items():
        if printed.one_a_page:
            yield f"pages {pages[0]} to {pages[-1]} on a roll of labels {name}, one on each"
            continue
        line = f"pages {pages[0]} to {pages[-1]} on sheets of labels {name}"
        if len(pages) == 1:
            line = f"page {pages[0]} on a sheet of labels {name}"
        if len(pages) < printed.sheets:
            line += ", all others on plain paper"
        yield line


def _own_beads(report: dict[str, Any]) -> Iterator[str]:
    """Yield for how many machines somebody's beads are enough, and how they are for more."""
    own = report["own_beads"]
    if own is None:
        return

    def listed(rows: list[dict[str, Any]]) -> str:
        return ", ".join(f"{row['name']} {row['beads']:,}" for row in rows)

    machines = many(own["machines"], "machine")
    yield (
        f"Your beads are enough for {machines} of this kit; one more lacks "
        f"{listed(own['lacking'])}."
    )
    if own["class_lacking"]:
        missing = listed(own["class_lacking"])
        yield f"For all groups of this class these are missing, spares included: {missing}."
    if own["most"] > own["machines"]:
        words = command_line("--beads", own["each"])
        yield (
            f"Shared out otherwise they are enough for {own['most']:,}: print the kit with {words}"
        )


def _purpose(report: dict[str, Any], groups: int) -> str:
    """Return what the beads to buy are for."""
    has_own_beads = any(row["hand"] is not None for row in report["to_buy"])
    additions = []
    if report["bank"]:
        additions.append(f"a bank for the first {many(report['bank']['games'], 'game')}")
    if groups or not has_own_beads:
        additions.append("some to spare")
    clauses = []
    if has_own_beads:
        clauses.append("besides those at hand")
    if additions:
        clauses.append(f"with {' and '.join(additions)}")
    return ", ".join(clauses)


@click.command(cls=Command, epilog="Example: kitgen print her --language it --stock 35x15")
@options(kit_argument(), kit_options)
@section(
    "Paper",
    options(
        click.option(
            "--page",
            type=Word("page", PAGES),
            help="The paper [default: A4, or that of the labels].",
        ),
        click.option(
            "--stock",
            "stock",
            default=DEFAULT_STOCK,
            show_default=True,
            metavar="STOCK|WxH|FILE",
            type=STOCK_NAME,
            help="The labels or cards: matchbox, poker, L7160 … or their size in mm.",
        ),
    ),
)
@section(
    "Parts",
    options(
        click.option(
            "--parts",
            metavar="A,B,…",
            help="What to print; 'kitgen parts' lists all parts.",
            type=KnownName(lambda _: [part.name for part in DECLARED], separated=True),
        ),
        part_options,
        click.option("--svg", is_flag=True, help="Also write each card as an SVG file."),
    ),
)
@section(
    "Output",
    options(
        output_option("DIR", "The folder [default: output/NAME]."),
        click.option(
            "--force", is_flag=True, help="Replace another kit that kitgen has printed there."
        ),
        click.option(
            "--dry-run", is_flag=True, help="Only count sheets, beads to buy, minutes and files."
        ),
        click.option(
            "--preview",
            is_flag=False,
            flag_value="1",
            metavar="[PAGES]",
            callback=lambda _context, _option, pages: None if pages is None else check_pages(pages),
            help="Only show pages, such as 1,3-5 or all [default: 1], in a terminal that shows "
            "pictures, or as PNG files.",
        ),
        json_option,
        click.option(
            "--yes",
            is_flag=True,
            help=f"Do not ask before printing more than {MANY_SHEETS} sheets.",
        ),
        progress_options,
    ),
)
def command(
    kit: str,
    output: Path | None,
    parts: str | None,
    choices: dict[str, Any],
    options: dict[str, Any],
    templates: Templates,
    *,
    page: str | None,
    stock: str,
    svg: bool,
    force: bool,
    dry_run: bool,
    preview: str | None,
    yes: bool,
) -> None:
    """Print a kit: labels, board, guides, or any other part.

    KIT is an edition such as her, a game with its board such as hexapawn:4x3 (4 wide, 3 high), or a
    path to a kit.json, a kit folder, a kit PDF or a journal; 'kitgen kits' lists the names.
    lesson:NAME prints everything for a lesson, and nothing else; 'kitgen lessons' lists them. A
    journal prints the machine as it is now: its boxes with their present beads, a report, and how
    to reset it.
    """
    from kitgen.kit.editions import TOLD_FILE
    from kitgen.press.print_run import make_document, print_kit

    if preview is not None and (dry_run or value_of("json")):
        raise UsageError("--preview only shows pages; omit --dry-run and --json")
    options |= {"page": page, "stock": stock, "parts": None if parts is None else parts.split(",")}
    wanted = _wanted(_group_named(kit, templates), choices, options, templates)
    file = Path(wanted.kit).name if wanted.kit.endswith(TOLD_FILE) else ""
    with working(f"making {wanted.kit}") as report:
        consent = _Consent(report, given=yes or dry_run)
        whole_kit = _make_kit(wanted, templates, report, consent)
        folder = output or _usual_folder(
            wanted,
            whole_kit,
            templates,
            previewed=preview is not None,
            of_class=wanted.kit != kit,
        )

        def drawing(what: str, done: int, total: int) -> None:
            report(f"drawing {what}", done, total)

        def approve(sheets: int, about: bool) -> None:
            if sheets > MANY_SHEETS:
                needed = f"more than {sheets} sheets" if about else f"{sheets} sheets"
                boxes = len(whole_kit.boxes)
                consent.ask(f"{whole_kit.name} has {boxes} boxes and needs {needed}")

        if preview is not None:
            document = make_document(
                whole_kit, templates=templates, report=drawing, **wanted.options
            )
            with report.paused():
                _show_preview(document, preview, whole_kit, templates, output, folder)
            return
        printed = print_kit(
            whole_kit,
            folder,
            svg=svg,
            force=force,
            write=not dry_run,
            templates=templates,
            approve=approve,
            report=drawing,
            file=file,
            **wanted.options,
        )
    begins = None if wanted.lesson is None else wanted.lesson.file.begins
    _show(printed, _command_here(printed.command, kit), templates, begins)


def _command_here(command: str, kit: str) -> str:
    """Return a command that prints the same again from the working folder; ``kit`` as typed.

    On sheets it names a file without its folder, which is nobody else's business.
    """
    name = Path(kit).name
    if name == kit:
        return command  # nothing is left out, and the journals' room is not loaded
    from kitgen.journal.class_journals import JOURNAL_ENDING

    for file in (name, f"{name}{JOURNAL_ENDING}"):
        bare = command_line("kitgen", "print", file)
        if command == bare or command.startswith(f"{bare} "):
            return command_line("kitgen", "print", kit) + command.removeprefix(bare)
    return command


@dataclass(frozen=True, slots=True)
class _ToPrint:
    """What is to be printed: a kit with choices, with options, and perhaps for a lesson."""

    kit: str
    choices: dict[str, Any]
    options: dict[str, Any]
    lesson: "LessonPrint | None" = None


def _wanted(
    kit: str, choices: dict[str, Any], options: dict[str, Any], templates: Templates
) -> _ToPrint:
    """Return what is to be printed; the command line wins over the file of a lesson."""
    if not is_lesson(kit):
        return _ToPrint(kit, choices, options)
    from kitgen.press.lessons import plan_lesson

    lesson = plan_lesson(kit, templates)
    given = {key: value for key, value in options.items() if value is not None}
    if is_default("stock"):
        del given["stock"]
    for_class = ["groups", "class-board"] if given.get("groups") else []
    given.setdefault("parts", [*for_class, *lesson.parts])
    chosen = {key: value for key, value in choices.items() if value is not None}
    of_lesson = {"page": None, **lesson.options_for(given["parts"])}
    return _ToPrint(lesson.kit, lesson.choices | chosen, of_lesson | given, lesson)


def _group_named(kit: str, templates: Templates) -> str:
    """Return the journal of a class's group, such as ``class3b/2``, or the name itself.

    A whole class is refused.
    """
    path = Path(kit)
    try:
        is_folder = path.is_dir() and not (path / "kit.json").exists()
        is_in_folder = path.name != kit and not path.exists()
    except OSError:  # no file has so long a name
        return kit
    if not (is_folder or is_in_folder):
        return kit
    from kitgen.journal.class_journals import journals_named, name_one_group
    from kitgen.sources.kit_sources import is_path

    if not is_path(kit, templates):
        return kit
    journals = journals_named(path)
    if len(journals) > 1:
        raise UsageError(name_one_group(path, journals))
    return str(journals[0]) if journals else kit


class _Consent:
    """Asks whether to go on with much work, at most once."""

    def __init__(self, report: ProgressDisplay, *, given: bool) -> None:
        self._report = report
        self._given = given

    def ask(self, much: str) -> None:
        """Ask, unless somebody has agreed already; ``KitgenError`` if they do not."""
        if self._given:
            return
        with self._report.paused():
            agree(much, "nothing was printed")
        self._given = True


def _make_kit(
    wanted: _ToPrint, templates: Templates, report: ProgressDisplay, consent: _Consent
) -> "Kit":
    """Return the kit; its making may take minutes, to which somebody then has to agree."""
    from kitgen.sources.kit_sources import load_kit
    from kitgen.theory.explore import SOON

    try:
        return load_kit(
            wanted.kit, templates=templates, limit=SOON, progress=report, **wanted.choices
        )
    except TooLargeError:
        large = f"{quoted(wanted.kit)} has more than {SOON:,} positions"
        consent.ask(f"{large}: a kit of it takes minutes and hundreds of sheets")
        return load_kit(wanted.kit, templates=templates, progress=report, **wanted.choices)


def _usual_folder(
    wanted: _ToPrint, kit: "Kit", templates: Templates, *, previewed: bool, of_class: bool
) -> Path | None:
    """Return the folder where nobody names one; None for the one that ``print_kit`` chooses.

    ``of_class`` is for a group of a class, such as ``class3b/2``.
    """
    from kitgen.press.kit_folder import default_folder
    from kitgen.press.lessons import lesson_folder
    from kitgen.press.print_run import OUTPUT

    page = wanted.options["page"]
    groups = wanted.options.get("groups") or 0
    if wanted.lesson is not None:
        usual = lesson_folder(wanted.lesson.name, kit.choices.language, page)
        return OUTPUT / (f"{usual}-{groups}-groups" if groups else usual)
    path = Path(wanted.kit)
    if not previewed and not is_journal(path):
        return None
    economy = bool(wanted.options.get("economy"))
    usual = default_folder(
        kit, page, wanted.options["stock"], templates, economy=economy, groups=groups
    )
    if not is_journal(path):
        return OUTPUT / usual
    if of_class:
        return OUTPUT / f"{path.parent.resolve().name}-{path.stem}"
    # A journal beside the kit that it began with has a folder of its own.
    return OUTPUT / (f"{usual}-journal" if path.stem == usual else path.stem)


def _show_preview(
    document: "Document",
    pages: str,
    kit: "Kit",
    templates: Templates,
    output: Path | None,
    folder: Path | None,
) -> None:
    """Show pages in a terminal that can; otherwise write pictures to ``output``, or beside the
    folder of the print.
    """
    chosen = chosen_pages(pages, len(document.sheets))
    picture_text = picture_writer(os.environ) if output is None else None
    if picture_text is None:
        assert folder is not None  # noqa: S101 - it is named, or the usual one of a preview
        shown_in = output or folder.with_name(f"{folder.name}-preview")
        echo_lines(_write_pictures(shown_in, kit, document, chosen, templates))
        return
    for number in chosen:
        click.echo(f"page {number} of {len(document.sheets)}: {document.sheets[number - 1].part}")
        click.echo(picture_text(_picture(document, number, TERMINAL_DPI)))


def _show(printed: "Printed", command: str, templates: Templates, begins: str | None) -> None:
    """Say what was printed, or what would be, and what to know of it; ``command`` prints it, and
    ``begins`` is who begins in a lesson.
    """
    from kitgen.claims.unbeatable import never_perfect_in_a_lesson
    from kitgen.kit.colours import look_alikes
    from kitgen.press.print_run import printed_report

    kit = printed.kit
    for part, reason in printed.left_out.items():
        note(f"without part {part}: {reason}")
    for line in look_alikes(kit):
        note(f"warning: {line}")
    hopeless = None if kit.trained else never_perfect_in_a_lesson(kit, begins, templates)
    if hopeless is not None:
        note(f"warning: {hopeless.line}")
    # A report counts the beads to buy, for which machines play thousands of games where a rule adds
    # beads: it is made only where it is shown.
    never = {"never_perfect": hopeless and asdict(hopeless)}
    if wrote_json(lambda: printed_report(printed) | never):
        return
    if not printed.written:
        _show_dry_run(printed, printed_report(printed), command, templates)
    elif not value_of("quiet"):
        _show_files(printed)
        _show_what_else(printed, command, templates)


def _show_files(printed: "Printed") -> None:
    from kitgen.kit.kit_json import KIT_FILE
    from kitgen.press.print_run import printed_report
    from kitgen.sources.kit_sources import KIT_PDF

    kit = printed.kit
    folder = printed.folder or Path()
    click.echo(f"{kit.title} ({kit.short_hash})")
    click.echo(f"  {many(printed.sheets, 'sheet')}, {_machine_size(printed)}")
    if kit.choices.beads:
        echo_lines(f"  {line}" for line in _own_beads(printed_report(printed)))
    click.echo(f"  {folder / KIT_PDF}  {_share_in_kit_pdf(printed)}, in the order of use")
    for name, parts in printed.on_other_paper.items():
        paper = name.removeprefix("kit-").removesuffix(".pdf").upper()
        where = f"on {paper} paper, for a copy shop"
        if parts == ("labels",):
            where = "for a printer of labels"
        click.echo(f"  {folder / name}  {where}: {', '.join(parts)}")
    click.echo(f"  {folder / 'parts'}  the same as single parts")
    inside = {
        "cards": "a picture of each card",
        "laser": "boards, pieces, tokens, faces and trays for a laser cutter",
    }
    names = {name.partition("/")[0] for name in printed.files}
    echo_lines(f"  {folder / name}  {about}" for name, about in inside.items() if name in names)
    click.echo(f"  {folder / KIT_FILE}  the kit as data")
    echo_lines(f"Print {line}." for line in _label_sheets(printed))
    guides = {"cover": ", and follow the cover", "lesson": ", and follow the lesson plan"}
    steps = ["print kit.pdf at 100%"]
    if _has_ruler(printed):
        steps.append("check the ruler at the foot of a sheet")
    cover = guides.get(printed.parts[0].name, "")
    click.echo(f"Next: {', '.join(steps)}{cover}.")
    click.echo(f"To check it: {command_line('kitgen', 'verify', folder / KIT_PDF)}")


def _parts_elsewhere(printed: "Printed") -> set[str]:
    """Return the parts that are not in ``kit.pdf``."""
    elsewhere: set[str] = set()
    for parts in printed.on_other_paper.values():
        elsewhere |= set(parts)
    return elsewhere


def _share_in_kit_pdf(printed: "Printed") -> str:
    """Return how much of a print is in ``kit.pdf``."""
    elsewhere = _parts_elsewhere(printed)
    if not elsewhere:
        return "everything"
    if not printed.one_a_page:
        return "all but larger sheets"
    if elsewhere == {"labels"}:
        return "all but labels"
    return "all but labels and larger sheets"


def _has_ruler(printed: "Printed") -> bool:
    """Return whether some sheet of ``kit.pdf`` has a ruler, as all have that are cut to size."""
    from kitgen.paper.parts import part_of

    elsewhere = _parts_elsewhere(printed)
    names = {part.name for part in printed.parts} - elsewhere
    return any(part_of(name).cut for name in names)


def _show_what_else(printed: "Printed", command: str, templates: Templates) -> None:
    """Say what a lesson needs besides, and which kits of the same game have a name."""
    kit = printed.kit
    folder = printed.folder
    names = {part.name for part in printed.parts}
    is_usual = "--parts" not in printed.command and not kit.trained
    has_machine = kit.rule.learns == "beads"  # the lesson is with a machine on paper
    if is_usual and has_machine and folder is not None and names.isdisjoint(LESSON_PARTS):
        other = folder.with_name(f"{folder.name}-lesson")
        words = f"{command} {command_line('--parts', ','.join(LESSON_PARTS), '-o', other)}"
        click.echo(f"A lesson also needs the guide and boards for pairs: {words}")
    _show_named_kits(kit, templates)


def _show_named_kits(kit: "Kit", templates: Templates) -> None:
    """Say of a kit that was named by its game which kits of this game have a name."""
    from kitgen.games import game_names
    from kitgen.kit.editions import editions_of

    source = kit.command.split()[2].partition(":")[0]
    if source not in game_names():  # an edition has a name
        return
    editions = editions_of(kit.game.spec, templates)
    if editions:
        click.echo(
            f"Kits of this game that have a name: {', '.join(editions)}; to print one: kitgen "
            f"print {editions[0]}"
        )
