"""A print run: what is wanted, what is simulated for it, and what its ``job.json`` says of it."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Self

import msgspec

from kitgen import __version__
from kitgen.claims.same_machine import SameMachine
from kitgen.errors import TemplateError, UsageError, quoted
from kitgen.kit.choices import arguments_for
from kitgen.kit.editions import TOLD_FILE
from kitgen.kit.job_json import (
    JOB_FILE,
    JOB_SCHEMA,
    LONGEST_FILE,
    JobFile,
    JobStock,
    contract_of,
    write_job,
)
from kitgen.kit.kit import Kit, KitGiven
from kitgen.kit.kit_json import KIT_FILE
from kitgen.machine import first_games
from kitgen.paper.card.faces import smallest_label
from kitgen.paper.declared import PART_OPTIONS, PartOptions
from kitgen.paper.document import Document
from kitgen.paper.game_sheets import sides_played
from kitgen.paper.job import (
    DEFAULT_PAGE,
    GAMES,
    Band,
    Bank,
    Job,
    part_options,
    read_options,
    written_options,
)
from kitgen.paper.parts import (
    PARTS,
    check_program,
    check_settings,
    in_order,
    kind_of_machine,
    usual_parts,
)
from kitgen.paper.stock import DEFAULT_STOCK, Stock, read_stock
from kitgen.papers import PAGES, Page, page_named
from kitgen.reading.templates import Templates, shipped
from kitgen.reading.texts import Texts, guide_path
from kitgen.record.rows import LostGame, game_and_file, lost_game
from kitgen.render.pdf import WRITER
from kitgen.sources.kit_sources import load_kit


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintRequest:
    """What is to be printed of a kit, wherever it goes.

    Attributes:
        page: the name of the chosen paper; None for that of the labels, or A4.
        stock: the size of label or card.
        parts: the chosen parts by name; None for the usual ones.
        given: the settings of parts that are given, by their names in ``PartOptions``.
        settings: the same, checked, with all others as usual.
        svg: whether each card is wanted as an SVG file, too.
        file: the name of the file that tells the kit's game, for the command at the foot of the
            sheets.
    """

    kit: Kit
    page: str | None
    stock: Stock
    parts: tuple[str, ...] | None
    given: Mapping[str, Any]
    settings: PartOptions
    templates: Templates
    svg: bool = False
    file: str = ""

    @property
    def paper(self) -> str:
        """The name of the chosen paper, or of the one that the labels come on."""
        if self.page is None:
            return self.stock.page or DEFAULT_PAGE
        page = page_named(self.page).name
        if self.stock.page is not None and page != self.stock.page:
            raise UsageError(
                f"labels {self.stock.name} come on {self.stock.page} paper; leave out --page {page}"
            )
        return page

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all parts to print, in the order of use."""
        if self.parts is None:
            return self._usual_parts()
        names = in_order(_stripped(self.parts))
        if not names:
            raise UsageError("--parts names no part; leave it out to print all of them")
        return names

    def _usual_parts(self) -> tuple[str, ...]:
        return usual_parts(
            self.stock.kind,
            economy=self.settings.economy,
            trained=self.kit.trained,
            groups=self.settings.groups,
        )

    def merged_with(
        self, parts: Sequence[str], options: Mapping[str, bool | float | str], *, svg: bool
    ) -> Self:
        """Return a request that also prints the parts of an earlier print; ``options`` are its own,
        as in ``job.json``.

        If parts are named, the others keep all their options; otherwise the new options hold for
        all. Drawings for a laser cutter are always drawn again, and parts keep the options that
        they need.
        """
        always_kept = {"laser"}
        for name in parts:
            always_kept |= set(PARTS[name].needs)
        settings: dict[str, Any] = read_options(options)
        if self.parts is None:
            settings = {key: value for key, value in settings.items() if key in always_kept}
        settings = {**settings, **self.given}
        chosen = self.parts
        all_names = in_order([*self.names, *parts])
        if all_names != self.names:
            chosen = None if all_names == self._usual_parts() else all_names
        return replace(self, parts=chosen, settings=part_options(**settings), svg=self.svg or svg)

    def job(self) -> Job:
        """Return the print run, with the whole command that prints the same again."""
        paper = self.paper
        words = []
        if self.page is not None and paper != DEFAULT_PAGE:
            words += ["--page", paper]
        if self.stock.name != DEFAULT_STOCK:
            words += ["--stock", self.stock.name]
        if self.parts is not None:
            words += ["--parts", ",".join(self.parts)]
        if self.templates.own is not None:
            words += ["--templates", str(self.templates.own)]
        words += arguments_for(self.settings, PartOptions(), PART_OPTIONS)
        command = f"{_from_file(self.kit.command, self.file)} {shlex.join(words)}".rstrip()
        return print_run(
            self.kit, PAGES[paper], self.stock, command, self.settings, self.templates, self.names
        )


def _stripped(parts: Sequence[str]) -> list[str]:
    """Return the names of parts as typed between commas, without blanks and empty ones."""
    return [part.strip() for part in parts if part.strip()]


def request_for(
    kit: KitGiven,
    *,
    page: str | None,
    stock: str,
    parts: Sequence[str] | None,
    templates: Templates | None,
    options: Mapping[str, Any],
    svg: bool = False,
    file: str = "",
) -> PrintRequest:
    """Return what is to be printed, from the arguments of ``print_kit``."""
    templates = templates or Templates()
    if isinstance(kit, str | Path) and str(kit).endswith(TOLD_FILE):
        file = Path(kit).name
    kit = load_kit(kit, templates=templates)
    settings = part_options(**options)
    named = [] if parts is None else in_order(_stripped(parts))
    check_program(kit, named, other=_option_for_boxes(settings, svg))
    return PrintRequest(
        kit=kit,
        page=page,
        stock=_stock(kit, stock, settings, templates),
        parts=None if parts is None else tuple(parts),
        given=options,
        settings=settings,
        templates=templates,
        svg=svg,
        file=file,
    )


def _option_for_boxes(settings: PartOptions, svg: bool) -> str:
    """Return the first option that needs boxes or cards whatever the parts; empty for none."""
    if settings.groups:
        return "--groups"
    if settings.laser:
        return "--laser"
    if svg:
        return "--svg"
    return ""


def _from_file(command: str, file: str) -> str:
    """Return a kit's command with the name of its file, if any, which a kit does not keep."""
    if not file:
        return command
    program, subcommand, _, *options = shlex.split(command)
    return shlex.join([program, subcommand, file, *options])


def _stock(kit: Kit, name: str, options: PartOptions, templates: Templates) -> Stock:
    stock = read_stock(name, templates)
    if options.economy and stock.name == DEFAULT_STOCK:
        return smallest_label(kit, stock, Texts(kit.choices.language, templates), templates)
    return stock


@lru_cache(maxsize=12)  # first games are half of the work of a print
def _first_games(machine: SameMachine, opponent: str) -> first_games.FirstGames:
    return first_games.FirstGames(machine.kit, opponent)


@dataclass(frozen=True, slots=True)
class Simulated:
    """What is simulated for a print.

    Attributes:
        bands: where most of the curves of machines lie.
        forecasts: the results of machines in a lesson.
        lost_game: a game that a part shows.
        bank: the beads that the rule will add.
    """

    bands: tuple[Band, ...]
    forecasts: tuple[first_games.Forecast, ...]
    lost_game: LostGame | None
    bank: Bank | None


def simulate_for(kit: Kit, chosen: Sequence[str], options: PartOptions) -> Simulated:
    """Return what is simulated for some parts.

    >>> from kitgen.kit.build import build_kit
    >>> simulate_for(build_kit("her"), ["board"], PartOptions())
    Simulated(bands=(), forecasts=(), lost_game=None, bank=None)
    """
    games_against = partial(_first_games, SameMachine.of(kit))
    bands: tuple[Band, ...] = ()
    if any(PARTS[name].bands for name in chosen):
        bands = _bands(kit, games_against)
    if any(PARTS[name].forecasts for name in chosen):  # shown as figures, so more machines play
        opponents = first_games.opponents_of(kit)
        machines = first_games.SHOWN
    else:
        opponents = tuple(band.opponent for band in bands[:1])
        machines = first_games.MACHINES
    forecasts = _forecasts(games_against, opponents, machines)
    bank = _bank(kit, games_against, options)
    game = None
    if any(PARTS[name].lost_game for name in chosen):
        game = lost_game(kit)
    return Simulated(bands=bands, forecasts=forecasts, lost_game=game, bank=bank)


def _forecasts(
    games_against: Callable[[str], first_games.FirstGames], opponents: Sequence[str], machines: int
) -> tuple[first_games.Forecast, ...]:
    """Return the forecast against each opponent; of two that play alike only the first one's."""
    forecasts = [first_games.forecast(games_against(opponent), machines) for opponent in opponents]
    if len(forecasts) == 3:
        random, winning_move, _ = forecasts
        # No move wins at once, as in misère, so an opponent that takes every win plays at random.
        if replace(winning_move, opponent=random.opponent) == random:
            del forecasts[1]
    return tuple(forecasts)


def _bank(
    kit: Kit, games_against: Callable[[str], first_games.FirstGames], options: PartOptions
) -> Bank | None:
    """Return the beads that a rule adds; None for one that adds none."""
    if kit.rule.learns != "beads" or kit.rule.only_takes:
        return None
    # A kit for opponents that take every win at once has boxes for no others.
    opponent = options.beads_bank_opponent if kit.choices.expect == "any" else "winning-move"
    games = options.beads_bank
    return Bank(
        games,
        opponent,
        first_games.OF_HUNDRED,
        lambda: first_games.simulate_bank(games_against(opponent), games),
    )


def _bands(kit: Kit, games_against: Callable[[str], first_games.FirstGames]) -> tuple[Band, ...]:
    """Return the bands of curves; if the stronger opponent wins all games, also of one between."""
    opponents = first_games.band_opponents(kit)
    between = "winning-move"
    bands = []
    for opponent in opponents:
        bands.append(Band(opponent, *first_games.learning_band(games_against(opponent), GAMES)))
    if bands[-1].lost and between in first_games.opponents_of(kit) and between not in opponents:
        band = Band(between, *first_games.learning_band(games_against(between), GAMES))
        if (band.low, band.high) != (bands[0].low, bands[0].high):
            bands.append(band)
    return tuple(bands)


def print_run(
    kit: Kit,
    page: Page,
    stock: Stock,
    command: str,
    options: PartOptions,
    templates: Templates,
    names: Sequence[str],
) -> Job:
    """Return a print run of some parts, in the order of use, with checked options.

    ``UsageError`` if the options do not suit these parts, ``MissingExtraError`` if a library is
    missing.
    """
    kind = kind_of_machine(kit, stock.kind, names)
    texts = Texts(kit.choices.language, templates).speaking_of(kind)
    simulated = simulate_for(kit, names, options)
    past = None
    if kit.trained:
        from kitgen.press.machine_figures import past_of  # noqa: PLC0415 - a new machine does not need it

        past = past_of(kit, names)
    if options.theme:
        from kitgen.paper.theme import in_theme, texts_in_theme  # noqa: PLC0415 - a print without a theme needs no reader of pictures

        kit = in_theme(kit, options.theme, templates)
        texts = texts_in_theme(texts, options.theme, templates)
    job = Job(
        kit=kit,
        page=page,
        stock=stock,
        texts=texts,
        command=command,
        options=options,
        templates=templates,
        bands=simulated.bands,
        forecasts=simulated.forecasts,
        lost_game=simulated.lost_game,
        bank=simulated.bank,
        parts=tuple(names),
        past=past,
    )
    check_settings(job)
    sides = sides_played(job)
    # In a lesson one side may begin every game.
    if job.lost_game is not None and sides != kit.players:
        job = replace(job, lost_game=lost_game(kit, sides))
    return job


def own_templates(job: Job) -> dict[str, str]:
    """Return the user's own templates that a print run may have read, by their paths.

    They are copied into ``job.json``, so that others can print the same sheets. Paths are those in
    a folder of templates.
    """
    files: dict[str, str] = {}
    own_roots = [root for root in job.templates.roots if root != shipped()]
    for root in reversed(own_roots):  # the folder that is named comes first, and wins
        for path in filter(Path.is_file, _candidates(job, root)):
            inside = path.relative_to(root)
            usual = shipped() / inside
            if not usual.is_file() or path.read_bytes() != usual.read_bytes():
                files[inside.as_posix()] = _own_text(path)
    return dict(sorted(files.items()))


def _candidates(job: Job, root: Path) -> Iterator[Path]:
    """Yield the files of a folder that a print run may read, whether they exist or not."""
    language = job.texts.language
    options = job.options
    for folder in (f"texts/{language}", "errata", "tables"):  # where any file may be read
        yield from sorted((root / folder).glob("*.toml"))
    for kind, name in _named_templates(job):
        if name in job.templates.names(kind):
            yield root / kind / f"{name}.toml"
    yield guide_path(root, language, options.guide_name)
    if options.printer:
        from kitgen.reading.printer_file import PRINTERS  # noqa: PLC0415 - few prints are corrected

        if options.printer in job.templates.names(PRINTERS):
            yield root / PRINTERS / f"{options.printer}.toml"
    if options.theme:
        from kitgen.reading.theme_file import theme_files  # noqa: PLC0415 - few prints have a theme

        for path in theme_files(options.theme, job.templates):
            if path.is_relative_to(root):
                yield path


def _named_templates(job: Job) -> Iterator[tuple[str, str]]:
    """Yield the kind and the name of each template that a stock or an option names."""
    yield "stock", job.stock.name
    keys_read: set[str] = set()
    for part in PARTS.values():
        keys_read |= set(part.reads)
    for option in PART_OPTIONS:
        if option.offer.folder and option.key in keys_read:
            yield option.offer.folder, getattr(job.options, option.key)


def _own_text(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise TemplateError(f"{quoted(path)} cannot be read: {error}") from None
    if len(text) > LONGEST_FILE:
        raise TemplateError(
            f"{quoted(path)} has more than {LONGEST_FILE // 1000} kB; no template is that long"
        )
    return text


def job_file(job: Job) -> JobFile:
    """Return what ``job.json`` says of a print run, still without the parts of a PDF."""
    stock = job.stock
    label = ""
    if stock.name.lower().endswith(".toml"):
        label = _own_text(Path(stock.name))
    games = ""
    if job.options.story_game:
        file, _ = game_and_file(job.options.story_game)
        games = _own_text(Path(file))
    return JobFile(
        schema=JOB_SCHEMA,
        kitgen=__version__,
        writer=WRITER,
        contract=contract_of(job.kit.game.diagram, corrected=bool(job.options.printer)),
        command=job.command,
        page=job.page.name,
        stock=JobStock(stock.name, stock.width, stock.height),
        options=written_options(job.options),
        parts=(),
        printed=job.parts,
        templates=own_templates(job),
        label=label,
        games=games,
    )


def with_attachments(document: Document, kit: bytes, about: JobFile) -> Document:
    """Return a document with the files inside its PDF: the bytes of a kit, and the print run."""
    job = write_job(msgspec.structs.replace(about, parts=document.parts))
    return replace(document, attachments={KIT_FILE: kit, JOB_FILE: job})
