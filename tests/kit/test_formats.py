"""Released formats: samples of all are read, with their hashes, whatever kitgen's own structs have come to.

``tests/formats/README.md`` says which samples there are. A test that fails here says that files people have can no
longer be read: the code is wrong then, never the sample.
"""

import ast
import json
import lzma
import re
import shutil
import subprocess
import sys
import typing
from collections.abc import Iterable, Iterator
from copy import deepcopy
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pypdfium2
import pytest
from browsing import in_node
from certificates import GENERAL, HEXAPAWN, refusal
from click.testing import CliRunner
from counting import some
from jobs import TEMPLATES
from places import DOCS, TESTS

import kitgen
from kitgen.attachments import attached_job, attached_kit
from kitgen.cli.main import main
from kitgen.errors import JournalError, KitFileError, OutputError
from kitgen.games import make_game
from kitgen.journal import versions
from kitgen.journal.exchange import add_file, exported, read_machine
from kitgen.journal.journal import Journal
from kitgen.journal_start import import_journal
from kitgen.kit.build import build, build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.editions import plan_again
from kitgen.kit.job_json import read_job, write_job
from kitgen.kit.kit_json import read_kit, write_kit
from kitgen.press.kit_folder import read_manifest, write_manifest
from kitgen.theory.database import open_database
from kitgen.verification.certificate import certificate
from kitgen.verification.remade_kit import NAME as AGAIN
from kitgen.verification.verify import verify_kit
from kitgen.web.page_build import played_data
from kitgen.web.script import script

FOLDER = TESTS / "formats"
#: The first release, and its editions. A later release gets a folder of its own.
RELEASE = FOLDER / "984e442"
EDITIONS = (
    "awari-3x1", "awari-mini", "gardner24", "her", "her-3x4", "her-4x3", "him", "ladder", "menace", "menace-second",
    "misere",
)  # fmt: skip
#: What there is of every edition.
SAMPLES = {
    "certificate.json", "job.json", "journal.csv", "journal.jsonl", "journal.kitgen", "journal.status.json", "kit.json",
    "manifest.json", "page.html",
}  # fmt: skip
#: The hash of each kit of the release, by the path of its sample.
HASHES: dict[str, str] = json.loads((RELEASE / "hashes.json").read_bytes())
#: Of kits of versions 1 and 2 the hash that stands on their sheets, and the one that they have had since version 3.
EARLIER: dict[str, tuple[str, str]] = json.loads((FOLDER / "earlier/hashes.json").read_bytes())
#: Journals: of every edition, with another rule, with beads that were given, kept by ``kitgen play``.
JOURNALS = [f"{name}/journal" for name in EDITIONS] + [f"machines/{name}" for name in ("ada", "given", "michie", "own")]


def sample(name: str, folder: Path = RELEASE) -> bytes:
    """Return a sample as it was written."""
    return lzma.decompress((folder / f"{name}.xz").read_bytes())


def quick_ones(names: Iterable[str]) -> list[Any]:
    """Return samples for ``parametrize``: those of large games, which take seconds, are left to CI."""
    large = re.compile("awari|menace|misere|tictactoe")
    return [pytest.param(name, marks=[pytest.mark.every] * bool(large.search(name))) for name in names]


def unpacked(name: str, place: Path, folder: Path = RELEASE) -> Path:
    """Return where a sample lies as it was written."""
    path = place / Path(name).name
    path.write_bytes(sample(name, folder))
    return path


def test_there_is_a_sample_of_every_format_for_every_edition():
    assert set(TEMPLATES.names("editions")) >= set(EDITIONS)
    for name in EDITIONS:
        there = {path.name.removesuffix(".xz") for path in (RELEASE / name).glob("*.xz")}
        assert there >= SAMPLES, f"{name} lacks {SAMPLES - there}"
    kits = {path.relative_to(RELEASE).as_posix().removesuffix(".xz") for path in RELEASE.glob("*/*.json.xz")}
    assert {name for name in kits if name.endswith("/kit.json") or name.startswith("kits/")} == HASHES.keys()
    assert len(HASHES) > len(EDITIONS) + 15


# --- kits -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HASHES)
def test_a_kit_is_read_with_its_hash_and_written_as_it_was(name):
    kit = read_kit(sample(name), name)
    assert kit.hash == HASHES[name]
    assert write_kit(kit) == sample(name)


@pytest.mark.parametrize("name", quick_ones(EDITIONS))
def test_the_first_version_of_a_palette_makes_the_beads_of_the_release(name):
    kit = read_kit(sample(f"{name}/kit.json"), name)
    assert kit.choices.palette == "okabe-ito"
    again = build_kit(name, Wish(palette="okabe-ito@1"))
    assert (again.palette, again.boxes) == (kit.palette, kit.boxes)
    assert build(plan_again(name, kit.choices, TEMPLATES, kit.command), TEMPLATES).hash == kit.hash


def test_a_kit_is_printed_again_with_the_letters_that_it_had(tmp_path):
    path = unpacked("her/kit.json", tmp_path)
    done = CliRunner().invoke(main, ["print", str(path), "--parts", "labels", "-o", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    assert attached_kit(tmp_path / "out/kit.pdf").hash == HASHES["her/kit.json"]
    with pypdfium2.PdfDocument(tmp_path / "out/kit.pdf") as pdf:
        words = pdf[0].get_textpage().get_text_bounded().split()
    assert ("L" in words, "U" in words) == (True, False)


@pytest.mark.parametrize("name", EARLIER)
def test_a_kit_of_an_earlier_version_is_read_with_both_hashes(name):
    kit = read_kit(sample(name, FOLDER / "earlier"), name)
    assert [kit.earlier, kit.hash] == EARLIER[name]
    assert read_kit(write_kit(kit), "again").hash == kit.hash


@pytest.mark.parametrize("name", quick_ones(HASHES))
def test_a_kit_is_still_right(name):
    checks = verify_kit(name, read_kit(sample(name), name)).checks
    assert len(checks) > 12
    assert {check.name for check in checks if check.verdict == "wrong"} <= {AGAIN}  # it may be made otherwise today


def test_a_pdf_says_what_it_holds():
    pdf = RELEASE / "her/kit.pdf"
    job = attached_job(pdf)
    assert attached_kit(pdf).hash == HASHES["her/kit.json"]
    assert job is not None
    assert [part.name for part in job.parts] == ["cover", "labels", "board", "log"]


# --- jobs and manifests -----------------------------------------------------------------------------------------------

JOBS = [("984e442", f"{name}/job.json") for name in EDITIONS]
JOBS += [("earlier", f"job-1/{path.name.removesuffix('.xz')}") for path in sorted(FOLDER.glob("earlier/job-1/*.xz"))]


def test_jobs_are_read_and_written_as_they_were():
    for release, name in some(JOBS, 20):
        data = sample(name, FOLDER / release)
        job = read_job(data, name)
        assert job.schema == ("kitgen/job@2" if release == "984e442" else "kitgen/job@1")
        assert job.parts
        assert (json.loads(write_job(job)), bool(job.printed)) == (json.loads(data), release == "984e442")


def test_manifests_are_read_and_written_as_they_were():
    for name in some(EDITIONS):
        data = sample(f"{name}/manifest.json")
        manifest = read_manifest(data, name)
        assert manifest.kit == HASHES[f"{name}/kit.json"]
        assert len(manifest.files) > 8
        assert write_manifest(manifest.command, manifest.kit, manifest.run, manifest.files) == data


# --- journals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", quick_ones(JOURNALS))
def test_a_journal_is_read_gone_on_with_and_exported_as_it_was(name, tmp_path):
    path = unpacked(f"{name}.kitgen", tmp_path)
    before, said = path.read_bytes(), json.loads(sample(f"{name}.status.json"))
    with Journal(path) as journal:
        status, hash_, games = journal.status(), journal.kit.hash, journal.games()
        told = {"kit": journal.kit.name, "hash": journal.printed.short_hash, "rule": journal.rule_name}
        told |= {"games": status.games, "won": status.won, "beads": status.beads, "empty": list(status.empty)}
        assert told == {key: said[key] for key in told}
        assert exported(journal, "csv") == sample(f"{name}.csv")
        lines = exported(journal, "jsonl")
    assert lines == sample(f"{name}.jsonl").replace(b"kitgen/session@1", b"kitgen/journal@2", 1)
    assert path.read_bytes() == before
    with Journal(path, write=True) as journal:
        assert (journal.kit.hash, journal.games()) == (hash_, games)
        if games:
            journal.undo()
            assert journal.add(games[-1]) == games[-1]


@pytest.mark.parametrize("name", quick_ones(JOURNALS))
def test_an_export_is_imported(name, tmp_path):
    with Journal(unpacked(f"{name}.kitgen", tmp_path)) as journal:
        games, rows, kit, rule = journal.games(), journal.marked_rows(), journal.printed, journal.kit.rule
    with import_journal(unpacked(f"{name}.jsonl", tmp_path), tmp_path / "lines.kitgen") as journal:
        assert (journal.games(), journal.marked_rows()) == (games, rows)
        assert (journal.printed, journal.kit.rule) == (kit, rule)
    if not games:  # of a machine that was taken over, and has not played since
        return
    with Journal.create(tmp_path / "table.kitgen", kit, rule=rule, rule_name="") as journal:
        add_file(journal, unpacked(f"{name}.csv", tmp_path))
        assert (journal.games(), journal.marked_rows()) == (games, rows)


def test_a_journal_of_version_2_is_read_and_brought_up(tmp_path):
    earlier = FOLDER / "earlier"
    path = unpacked("journal-2/her.kitgen", tmp_path, earlier)
    with Journal(path) as journal:
        games = journal.games()
        assert ([row.opponent for row in games], journal.rule_name) == (["Anna", ""], "michie")
    with Journal(path, write=True) as journal:
        assert journal.games() == games
    with import_journal(unpacked("journal-2/her.jsonl", tmp_path, earlier), tmp_path / "new.kitgen") as journal:
        assert journal.games() == games


# --- pages, certificates, databases -----------------------------------------------------------------------------------


@cache
def page_of(name: str) -> dict[str, Any]:
    """Return the data in a companion page."""
    page = sample(f"{name}/page.html").decode()
    data: dict[str, Any] = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    return data


@pytest.mark.parametrize("name", EDITIONS)
def test_the_journal_in_a_page_is_read(name):
    head = read_machine(page_of(name)["journal"], name)
    assert head is not None
    assert head.kit.hash == HASHES[f"{name}/kit.json"]


def test_what_a_page_has_saved_is_imported(tmp_path):
    with import_journal(unpacked("her/from-page.jsonl", tmp_path), tmp_path / "lines.kitgen") as journal:
        games = journal.games()
        assert (journal.kit.hash, len(games), journal.check().problems) == (HASHES["her/kit.json"], 25, ())
    with Journal.create(tmp_path / "table.kitgen", read_kit(sample("her/kit.json"), "her")) as journal:
        add_file(journal, unpacked("her/from-page.csv", tmp_path))
        assert journal.games() == games


def test_a_page_of_today_reads_what_was_saved():
    read = f"""(job) => {{ {script("core/exchange.js", "core/record.js", "core/passages.js", "core/engine.js")}
    try {{ return readFile(job.text, new Reader(job.data), job.hash).map(({{ row }}) => row.game); }}
    catch (error) {{ return error.kind; }} }}"""
    kit = read_kit(sample("her/kit.json"), "her")
    data = played_data(kit, None, TEMPLATES)
    assert data["journal"].startswith('{"schema":"kitgen/journal@2"')
    old = sample("her/from-page.jsonl").decode()
    texts = [old, *(old.replace("session@1", other, 1) for other in ("journal@2", "journal@3"))]
    said = in_node(read, [{"data": data, "text": text, "hash": kit.hash} for text in texts])
    assert said == [[*range(1, 26)], [*range(1, 26)], "version"]


@pytest.mark.parametrize("name", quick_ones(EDITIONS))
def test_a_certificate_passes_its_checkers(name, tmp_path):
    path = unpacked(f"{name}/certificate.json", tmp_path)
    data = json.loads(path.read_bytes())
    assert data["kit"] == HASHES[f"{name}/kit.json"]
    for checker in ["check_certificate.py"] + ["check_hexapawn.py"] * data["game"].startswith("hexapawn"):
        paths = (path, unpacked(f"{name}/kit.json", tmp_path))
        done = subprocess.run([sys.executable, DOCS / checker, *paths], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("verified: ")
    if len(data["positions"]) < 1000:
        today = certificate(read_kit(sample(f"{name}/kit.json"), name))
        assert {key: today[key] for key in data.keys() - {"schema", "sha256"}}.items() <= data.items()
        assert today.keys() - data.keys() == {"symmetries"}  # version 3


@pytest.mark.parametrize("name", ["her-trained", "her-beads", "her-express", "her-hexapawn-rl"])
def test_a_certificate_of_today_fits_an_old_kit(name):
    """The checkers compute the hash from the file as docs/kit-json.md says, also of kits that have played."""
    raw = sample(f"kits/{name}.json")
    for checker in (GENERAL, HEXAPAWN):
        assert not refusal(checker, certificate(read_kit(raw, name)), json.loads(raw))


def test_an_endgame_database_is_read(tmp_path):
    path = unpacked("awari-3x2-6.npz", tmp_path)
    database = open_database(path, make_game("awari:3x2"))
    assert (database.highest, len(database.values)) == (6, 924)
    assert [database.counts(level) for level in (1, 6)] == [(2, 0, 4), (177, 164, 121)]


# --- what is not of a version is refused ------------------------------------------------------------------------------


def tables(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield where the tables in plain data are whose keys are fixed; of a list the first only."""
    if isinstance(data, list):
        for number, value in enumerate(data[:1]):
            yield from tables(value, (*path, number))
    elif isinstance(data, dict):
        if path[-1:] not in [("title",), ("options",), ("files",), ("templates",)]:
            yield path
        for key, value in data.items():
            yield from tables(value, (*path, key))


def with_key(data: Any, path: tuple[Any, ...]) -> bytes:
    """Return plain data as JSON with one key more in a table."""
    changed = deepcopy(data)
    place = changed
    for step in path:
        place = place[step]
    place["later_key"] = 0
    return json.dumps(changed, ensure_ascii=False).encode()


def first_line(name: str) -> bytes:
    return sample(name).splitlines()[0]


#: For each format a sample, what reads it, and how that refuses.
READERS = {
    "kitgen/kit@1": (lambda: sample("kit-1/her-express.json", FOLDER / "earlier"), read_kit, KitFileError),
    "kitgen/kit@2": (lambda: sample("kit-2/her-express.json", FOLDER / "earlier"), read_kit, KitFileError),
    "kitgen/kit@3": (lambda: sample("kits/given-trained.json"), read_kit, KitFileError),
    "kitgen/job@1": (lambda: sample("job-1/her.json", FOLDER / "earlier"), read_job, KitFileError),
    "kitgen/job@2": (lambda: sample("her/job.json"), read_job, KitFileError),
    "kitgen/manifest@1": (lambda: sample("her/manifest.json"), read_manifest, OutputError),
    "kitgen/session@1": (
        lambda: first_line("her/journal.jsonl"),
        lambda data, where: read_machine(data.decode(), where),
        JournalError,
    ),
}


@pytest.mark.parametrize("schema", READERS)
def test_a_key_that_a_version_has_not_is_refused_wherever_it_stands(schema):
    take, read, refusal = READERS[schema]
    data = json.loads(take())
    assert data["schema"] == schema
    read(json.dumps(data).encode(), "a file")
    for path in some(tables(data), 2):
        with pytest.raises((refusal, KitFileError), match="later_key") as refused:
            read(with_key(data, path), "a file")
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize("schema", READERS)
@pytest.mark.parametrize("other", ["0", "5", "99", "2.5", "x", ""])
def test_another_version_is_refused_and_the_kitgen_that_is_needed_named(schema, other):
    take, read, refusal = READERS[schema]
    name = schema.partition("@")[0]
    data = take().replace(schema.encode(), f"{name}@{other}".encode(), 1)
    with pytest.raises(refusal, match="a newer kitgen is needed") as refused:
        read(data, "a file")
    assert f"'{name}@{other}'" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_kit_that_says_the_wrong_version_is_refused():
    for path in some([*HASHES][:5], 5):
        for other in (b"kitgen/kit@1", b"kitgen/kit@2"):
            with pytest.raises(KitFileError):
                read_kit(sample(path).replace(b"kitgen/kit@3", other, 1), path)


# --- what is frozen ---------------------------------------------------------------------------------------------------

PACKAGE = Path(kitgen.__file__).parent
#: The files that say what released formats hold, and the meaning of every definition in them, by its name. No meaning
#: is ever changed; a new version is a definition beside them.
FROZEN: dict[str, dict[str, str]] = json.loads((FOLDER / "frozen.json").read_bytes())


def test_what_is_frozen_imports_nothing_whose_change_goes_unnoticed():
    allowed = {f"kitgen.{name.removesuffix('.py').replace('/', '.')}" for name in FROZEN} | {"kitgen.schema"}
    seen = 0
    for name in some([*FROZEN, "journal/versions.py"], 3):
        for node in ast.walk(ast.parse((PACKAGE / name).read_text(encoding="utf-8"))):
            modules = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for module in modules:
                seen += 1
                own = module.partition(".")[0] == "kitgen"
                assert (
                    module in allowed if own else module.partition(".")[0] in {*sys.stdlib_module_names, "msgspec"}
                ), f"{name} imports {module}"
    assert seen > 9


def meanings(path: Path) -> dict[str, str]:
    """Return the digest of the meaning of each definition in a file.

    Of types it is their JSON Schema: every key in its order, what it may hold, and its default, wherever that is
    declared. Of functions and other values it is their text, whatever its comments, docstring and line breaks.
    """
    module = import_module(f"kitgen.{path.relative_to(PACKAGE).with_suffix('').as_posix().replace('/', '.')}")
    digests = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and isinstance(node.body[0], ast.Expr):
            node.body[:1] = [ast.Pass()]
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            name = node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            name = ast.unparse(node.target if isinstance(node, ast.AnnAssign) else node.targets[0])
        else:
            continue
        kind = getattr(module, name)
        meaning = ast.unparse(node)
        if isinstance(node, ast.ClassDef) or typing.get_origin(kind) is not None:
            config = getattr(kind, "__struct_config__", None)
            meaning = json.dumps([schema_of(kind), config and [config.forbid_unknown_fields, config.omit_defaults]])
        digests[name] = sha256(meaning.encode()).hexdigest()[:16]
    return digests


def schema_of(kind: Any) -> Any:
    """Return the JSON Schema of a type, without descriptions, which change no meaning."""

    def bare(schema: Any) -> Any:
        if isinstance(schema, dict):
            return {key: bare(value) for key, value in schema.items() if key != "description"}
        return [bare(value) for value in schema] if isinstance(schema, list) else schema

    return bare(msgspec.json.schema(kind))


def test_what_is_frozen_is_as_it_was_released():
    now = {name: meanings(PACKAGE / name) for name in FROZEN}
    steps = sha256("".join(statement for step in versions.STEPS[:3] for statement in step).encode()).hexdigest()[:16]
    assert (steps, list(versions.MachineRule.__struct_fields__)) == ("47ad28b9608cefff", ["name", "rule"])
    for name, was in FROZEN.items():
        changed = {key for key, digest in was.items() if now[name].get(key) != digest}
        assert changed == set(), "a released format is never changed; make a new version of it (docs/kit-json.md)"
        assert now[name].keys() == was.keys(), f"add what is new to {FOLDER.name}/frozen.json"


# --- a new key --------------------------------------------------------------------------------------------------------

#: All that kitgen works with and writes to a file or covers by a hash, by the file that it is declared in.
LIVE = {
    "kit/choices.py": ["Choices"],
    "kit/rule.py": ["Change", "Rule"],
    "kit/palette.py": ["Colour"],
    "kit/kit.py": ["Slot", "Box", "GivenBox", "Given", "PlayedGame", "Kit"],
    "kit/job_json.py": ["JobStock", "JobPart", "JobFile"],
    "theory/solve.py": ["Value"],
    "press/kit_folder.py": ["Run"],
    "record/rows.py": ["GameRow"],
    "record/game_lines.py": ["NotedRow"],
}

#: What a kitgen with such keys makes of all samples, and how it refuses what it has no place for.
PROBE = """
import json, lzma, sys, tempfile
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
import msgspec
from kitgen.press.kit_folder import read_manifest, write_manifest
from kitgen.journal_start import import_journal
from kitgen.journal.journal import Journal
from kitgen.kit.build import build
from kitgen.kit.editions import plan_again
from kitgen.kit.job_json import read_job, write_job
from kitgen.kit.kit_json import read_kit, with_hash, write_kit
from kitgen.record.rows import GameRow
from kitgen.templates import Templates

release = Path(sys.argv[1])
def sample(path): return lzma.decompress(path.read_bytes())
def other(live):
    change = replace if is_dataclass(live) else msgspec.structs.replace
    return live._replace(later_key=1) if isinstance(live, tuple) else change(live, later_key=1)
said = {"hashes": {}, "same bytes": [], "made": {}, "journals": {}, "refused": []}
for path in sorted([*release.glob("*/kit.json.xz"), *release.glob("kits/*.json.xz")]):
    name = path.relative_to(release).as_posix().removesuffix(".xz")
    try:
        kit = read_kit(sample(path), name)
        said["hashes"][name] = with_hash(kit).hash
        said["same bytes"].append(write_kit(kit) == sample(path))
    except Exception as error:
        said["hashes"][name] = str(error)
for name in ("her", "ladder", "misere"):
    old = read_kit(sample(release / name / "kit.json.xz"), name)
    said["made"][f"{name}/kit.json"] = build(plan_again(name, old.choices, Templates(), old.command), Templates()).hash
    for file, read, write in (
        ("job.json", read_job, write_job),
        ("manifest.json", lambda data, where: read_manifest(data, where),
         lambda it: write_manifest(it.command, it.kit, it.run, it.files)),
    ):
        data = sample(release / name / f"{file}.xz")
        said["same bytes"].append(json.loads(write(read(data, file))) == json.loads(data))
    with tempfile.TemporaryDirectory() as folder:
        for ending in ("kitgen", "jsonl"):
            path = Path(folder, f"a.{ending}")
            path.write_bytes(sample(release / name / f"journal.{ending}.xz"))
        try:
            with Journal(Path(folder, "a.kitgen")) as one:
                with import_journal(Path(folder, "a.jsonl"), Path(folder, "b.kitgen")) as two:
                    same = one.games() == two.games() and one.kit.hash == two.kit.hash
                said["journals"][f"{name}/kit.json"] = one.kit.hash if same else "another machine"
        except Exception as error:
            said["journals"][f"{name}/kit.json"] = str(error)

kit = read_kit(sample(release / "kits/given-trained.json.xz"), "kit")
box, slot = kit.boxes[0], kit.boxes[0].slots[0]
given = kit.given
job = read_job(sample(release / "her/job.json.xz"))
manifest = read_manifest(sample(release / "her/manifest.json.xz"), "it")
def boxes(one): return (one, *kit.boxes[1:])
wrong = {
    "Choices": lambda: write_kit(replace(kit, choices=other(kit.choices))),
    "Rule": lambda: with_hash(replace(kit, rule=other(kit.rule))),
    "Change": lambda: with_hash(replace(kit, rule=msgspec.structs.replace(kit.rule, win=other(kit.rule.win)))),
    "Colour": lambda: with_hash(replace(kit, palette=(other(kit.palette[0]), *kit.palette[1:]))),
    "Slot": lambda: with_hash(replace(kit, boxes=boxes(replace(box, slots=(other(slot), *box.slots[1:]))))),
    "Box": lambda: with_hash(replace(kit, boxes=boxes(other(box)))),
    "GivenBox": lambda: with_hash(replace(kit, given=msgspec.structs.replace(given, boxes=(other(given.boxes[0]),)))),
    "Given": lambda: with_hash(replace(kit, given=other(given))),
    "PlayedGame": lambda: with_hash(replace(kit, played=(other(kit.played[0]),) if kit.played else (probe(),))),
    "Kit": lambda: with_hash(other(kit)),
    "Value": lambda: with_hash(replace(kit, outcome=other(kit.outcome))),
    "JobStock": lambda: write_job(msgspec.structs.replace(job, stock=other(job.stock))),
    "JobPart": lambda: write_job(msgspec.structs.replace(job, parts=(other(job.parts[0]),))),
    "JobFile": lambda: write_job(other(job)),
    "Run": lambda: write_manifest("", "", other(manifest.run), {}),
    "GameRow": lambda: note(other(GameRow(0, (), -1))),
    "NotedRow": lambda: export(),
}
def probe():
    from kitgen.kit.kit import PlayedGame
    return other(PlayedGame(1, "A1 R", "L"))
def note(row):
    her = read_kit(sample(release / "her/kit.json.xz"), "her")
    with tempfile.TemporaryDirectory() as folder, Journal.create(Path(folder, "a.kitgen"), her) as journal:
        journal.add(row, as_written=True)
def export():
    from kitgen.journal.exchange import write_json_lines
    from kitgen.record.game_lines import NotedRow
    write_json_lines(kit, "", kit.rule, "", (), (other(NotedRow(1, 1, 1, "read")),))
for name, do in wrong.items():
    try:
        do()
    except Exception as error:
        if f" has no place for {name}.later_key = 1; it needs a new version of the format" in str(error):
            said["refused"].append(name)
print(json.dumps(said))
"""


def with_a_key_more(path: Path, name: str) -> None:
    """Declare one more field, with a default, at the end of the fields of a class."""
    text = path.read_text(encoding="utf-8")
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef) and node.name == name]
    last = [node for node in found[0].body[:1] + found[0].body if not isinstance(node, ast.FunctionDef)][-1]
    lines = text.splitlines(keepends=True)
    lines.insert(last.end_lineno or 0, "    later_key: int = 0\n")
    path.write_text("".join(lines), encoding="utf-8")


def probed(source: Path, folder: Path) -> dict[str, Any]:
    """Return what a copy of kitgen with one more key in every class that goes into a file makes of the samples."""
    shutil.copytree(source, folder / "kitgen", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "templates").symlink_to(source.parent / "templates")
    for file, names in LIVE.items():
        for name in names:
            with_a_key_more(folder / "kitgen" / file, name)
    command = [sys.executable, "-c", PROBE, str(RELEASE)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def test_a_key_with_a_default_changes_no_hash_and_another_value_is_refused(tmp_path):
    said = probed(PACKAGE, tmp_path)
    assert said["hashes"] == HASHES
    assert said["same bytes"] == [True] * (len(HASHES) + 6)
    assert {**said["made"], **said["journals"]}.items() <= HASHES.items()
    assert said["made"].keys() == said["journals"].keys() == {"her/kit.json", "ladder/kit.json", "misere/kit.json"}
    assert sorted(said["refused"]) == sorted(name for names in LIVE.values() for name in names)
