"""Formats: what each release wrote is read, verified and written again as it was, and a new key
changes nothing of it.

``tests/formats/README.md`` says which samples there are. A test that fails here says that files
people have can no longer be read: the code is wrong then, never the sample.
"""

import importlib
import json
import pkgutil
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from browsers import in_node
from certificate_programs import GENERAL, HEXAPAWN, checkers_of, refusal
from click.testing import CliRunner
from counting import at_least
from jobs import TEMPLATES
from msgspec import inspect as kinds
from places import TESTS
from prints import document, write_print
from samples_of_releases import FOLDER, HASHES, release_of, sample, samples, unpacked
from sampling import few

import kitgen
from kitgen.cli.main import main
from kitgen.errors import JournalError, KitFileError, OutputError
from kitgen.games import make_game
from kitgen.journal.exchange import add_file, exported, read_machine
from kitgen.journal.journal import Journal
from kitgen.kit.build import build
from kitgen.kit.editions import plan_again
from kitgen.kit.file_table import FileTable, carried
from kitgen.kit.job_json import read_job, write_job
from kitgen.kit.kit_file import digest
from kitgen.kit.kit_json import read_kit, with_hash, write_kit
from kitgen.paper.declared import PART_OPTIONS, PartOptions
from kitgen.paper.job import written_options
from kitgen.press.kit_folder import read_manifest, write_manifest
from kitgen.record.machine_events import MachineEvent
from kitgen.sources.attachments import attached_job, attached_kit
from kitgen.sources.journal_start import import_journal
from kitgen.theory.database import open_database
from kitgen.verification.certificate import certificate, write_certificate
from kitgen.web.page_build import IN_PLACE_OF_LESS, played_data
from kitgen.web.script import script

EDITIONS = TEMPLATES.names("editions")
#: A game that is told as data, with samples of everything that an edition has.
TOLD = "notakto"
#: What there is of every edition.
SAMPLES = {
    "certificate.json",
    "job.json",
    "journal.csv",
    "journal.jsonl",
    "journal.kitgen",
    "journal.status.json",
    "kit.json",
    "manifest.json",
}
#: What version 1.1 wrote of games told as data.
TOLD_IN_1_1 = ["1.1/draughts-4x4", "1.1/frogs-and-toads"]
#: A game without end that a side wins, of 1.1.
ENDLESS = "1.1/hens-on-guard"
#: Whole prints, by the release that made them.
PRINTS = [f"1.0/{name}" for name in ("her", "ladder-it-letter", "notakto-economy")]
PRINTS += [f"1.1/{name}" for name in ("her-crocodiles-de", "him-office-fr")]
#: What a kit is found to be where it is not right: whether learning ever removes a winning bead of
#: a machine that meets endless games is not decided.
VERDICTS = {f"{ENDLESS}/kit.json": "not decided"}
#: Journals: of every edition, with another rule, with beads that were given, kept by
#: ``kitgen play``.
JOURNALS = [f"{name}/journal" for name in (*EDITIONS, TOLD)]
JOURNALS += [f"machines/{name}" for name in ("ada", "given", "michie", "own")]
JOURNALS += [f"1.1/machines/{name}" for name in ("board", "happened", "others", "starts")]
CERTIFICATES = [name for name in samples() if name.endswith("/certificate.json")]
PAGES = [name for name in samples() if name.endswith("/page.html")]


def quick_ones(names: Iterable[str]) -> list[Any]:
    """Return samples for ``parametrize``: those of large games, which take seconds, are left to
    CI.
    """
    large = re.compile("awari|menace|misere|tictactoe|mu-torere")
    return [
        pytest.param(name, marks=[pytest.mark.every] if large.search(name) else [])
        for name in names
    ]


def run(*words: str | Path) -> str:
    """Return what a command says; it has to find everything right."""
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.output


def test_there_is_a_sample_of_every_format_for_every_edition():
    for name in at_least(12, [*EDITIONS, TOLD]):
        there = {path.partition("/")[2] for path in samples() if path.startswith(f"{name}/")}
        assert there >= SAMPLES, f"{name} lacks {SAMPLES - there}"
    for name in at_least(3, [*TOLD_IN_1_1, ENDLESS]):
        there = {path.removeprefix(f"{name}/") for path in samples() if path.startswith(f"{name}/")}
        assert there == {"certificate.json", "job.json", "kit.json", "manifest.json"}
    kits = {path for path in samples() if re.search(r"\bkits/|/kit\.json$", path)}
    assert kits == HASHES.keys()
    assert len(HASHES) > len(EDITIONS) + 15
    assert len(PAGES) > 9
    assert {json.loads(sample(name))["schema"][-2:] for name in CERTIFICATES} == {"@2", "@3"}
    assert {json.loads(sample(name))["schema"][-2:] for name in kits} == {"@3", "@4"}


# --- kits and prints
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HASHES)
def test_a_kit_is_read_with_its_hash_and_written_as_it_was(name):
    kit = read_kit(sample(name), name)
    assert kit.hash == with_hash(kit).hash == HASHES[name]
    assert write_kit(kit) == sample(name)


@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_is_made_with_the_hash_that_it_had(name):
    """With its own choices: a palette may have a newer version by now."""
    made = read_kit(sample(f"{name}/kit.json"), name)
    plan = plan_again(name, made.choices, TEMPLATES, made.command, spec=made.game_spec)
    assert build(plan, TEMPLATES).hash == HASHES[f"{name}/kit.json"]


@pytest.mark.parametrize("name", few(HASHES, one_in=10))
def test_a_kit_is_verified(name, tmp_path):
    report = kitgen.verify(unpacked(name, tmp_path))
    assert len(report.checks) > 12
    assert report.verdict == VERDICTS.get(name, "right"), report.not_read


@pytest.mark.parametrize("name", few(PRINTS, one_in=3))
def test_a_print_is_verified(name):
    pdf = FOLDER / f"{name}.pdf"
    job = attached_job(pdf)
    assert job is not None
    assert job.kitgen == f"{name.partition('/')[0]}.0"
    report = kitgen.verify(pdf)
    assert report.hash == attached_kit(pdf).hash
    assert report.verdict == "right", report.not_read
    assert len([check for check in report.checks if check.verdict == "right"]) > 15


def test_a_print_is_verified_on_the_command_line():
    assert "0 failed" not in run("verify", FOLDER / "1.0/ladder-it-letter.pdf")


# --- jobs and manifests
# -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*EDITIONS, TOLD, *TOLD_IN_1_1, ENDLESS])
def test_jobs_and_manifests_are_read_and_written_as_they_were(name):
    job = read_job(sample(f"{name}/job.json"), name)
    assert (job.kitgen, bool(job.parts)) == (f"{release_of(name)}.0", True)
    assert write_job(job) == sample(f"{name}/job.json")
    manifest = read_manifest(sample(f"{name}/manifest.json"), name)
    assert manifest.kit == HASHES[f"{name}/kit.json"]
    assert len(manifest.files) > 8
    assert write_manifest(manifest) == sample(f"{name}/manifest.json")


# --- journals
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", quick_ones(JOURNALS))
def test_a_journal_is_read_gone_on_with_and_exported_as_it_was(name, tmp_path):
    path = unpacked(f"{name}.kitgen", tmp_path)
    before = path.read_bytes()
    said = json.loads(sample(f"{name}.status.json"))["result"]
    with Journal(path) as journal:
        status = journal.status()
        hash_ = journal.kit.hash
        games = journal.games()
        told = {
            "kit": journal.kit.name,
            "hash": journal.printed.short_hash,
            "rule": journal.rule_name,
        }
        told |= {
            "games": status.games,
            "won": status.won,
            "beads": status.beads,
            "empty": list(status.empty),
        }
        assert told == {key: said[key] for key in told}
        assert exported(journal, "csv") == sample(f"{name}.csv")
        assert exported(journal, "jsonl") == sample(f"{name}.jsonl")
        assert journal.check().problems == ()
    assert path.read_bytes() == before
    with Journal(path, write=True) as journal:
        assert (journal.kit.hash, journal.games()) == (hash_, games)
        if games:
            journal.undo()
            assert journal.add(games[-1]) == games[-1]
        reset = MachineEvent("reset", max((game.game for game in games), default=0))
        journal.note_event(reset)  # from now on the file is of version 5
        journal.undo()
        journal.redo()
        assert journal.events()[-1] == reset


def test_a_journal_is_checked_on_the_command_line(tmp_path):
    run("journal", "check", unpacked("her/journal.kitgen", tmp_path))
    run("verify", unpacked("her/journal.kitgen", tmp_path))


@pytest.mark.parametrize("name", quick_ones(JOURNALS))
def test_an_export_is_imported(name, tmp_path):
    with Journal(unpacked(f"{name}.kitgen", tmp_path)) as journal:
        games = journal.games()
        rows = journal.marked_rows()
        kit = journal.printed
        rule = journal.kit.rule
    with import_journal(unpacked(f"{name}.jsonl", tmp_path), tmp_path / "lines.kitgen") as journal:
        assert (journal.games(), journal.marked_rows()) == (games, rows)
        assert (journal.printed, journal.kit.rule) == (kit, rule)
    if not games:  # of a machine that was taken over, and has not played since
        return
    with Journal.create(tmp_path / "table.kitgen", kit, rule=rule, rule_name="") as journal:
        add_file(journal, unpacked(f"{name}.csv", tmp_path))
        assert (journal.games(), journal.marked_rows()) == (games, rows)


# --- pages, certificates, databases
# -----------------------------------------------------------------------------------


def element(page: str, name: str) -> str:
    """Return the text of one of a page's scripts, by its id."""
    return page.partition(f'id="{name}">')[2].partition("</script>")[0]


@pytest.mark.parametrize("name", PAGES)
def test_the_kit_in_a_page_is_right(name):
    page = sample(name).decode()
    if release_of(name) == "1.0":
        data = json.loads(element(page, "data"))
        journal = data["journal"]
    else:
        journal = element(page, "journal").replace(IN_PLACE_OF_LESS, "<")
    head = read_machine(journal, name)
    assert head is not None
    assert (head.kit.hash, head.software) == (
        HASHES[name.replace("page.html", "kit.json")],
        f"{release_of(name)}.0",
    )


def test_a_page_of_today_reads_what_was_saved():
    modules = script("core/exchange.js", "core/record.js", "core/passages.js", "core/engine.js")
    read = f"""(job) => {{ {modules}
    const games = () => readFile(job.text, new Reader(job.data), job.hash);
    try {{ return games().map(({{ row }}) => row.game); }}
    catch (error) {{ return error.kind; }} }}"""
    kit = read_kit(sample("her/kit.json"), "her")
    data = played_data(kit, None, TEMPLATES)
    saved = sample("her/journal.jsonl").decode()
    texts = [
        saved,
        *(
            saved.replace("kitgen/journal@2", other, 1)
            for other in ("kitgen/session@1", "kitgen/journal@3")
        ),
    ]
    said = in_node(read, [{"data": data, "text": text, "hash": kit.hash} for text in texts])
    assert said == [[*range(1, 31)], "version", "version"]


@pytest.mark.parametrize("name", quick_ones(CERTIFICATES))
def test_a_certificate_passes_its_checkers_and_is_made_again(name, tmp_path):
    path = unpacked(name, tmp_path)
    data = json.loads(path.read_bytes())
    kit = name.replace("certificate.json", "kit.json")
    assert data["kit"] == HASHES[kit]
    for checker in checkers_of(data["game"]):
        command = [sys.executable, checker, path, unpacked(kit, tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("verified: ")
    if len(data["positions"]) < 1000:
        write_certificate(read_kit(sample(kit), name), tmp_path / "again.json")
        assert (tmp_path / "again.json").read_bytes() == path.read_bytes()


@pytest.mark.parametrize("name", ["her-trained", "her-beads", "her-express", "her-hexapawn-rl"])
def test_a_certificate_of_today_fits_a_kit(name):
    """The checkers compute the hash from the file as docs/kit-json.md says, also of kits that
    have played.
    """
    raw = sample(f"kits/{name}.json")
    for checker in (GENERAL, HEXAPAWN):
        assert not refusal(checker, certificate(read_kit(raw, name)), json.loads(raw))


def test_an_endgame_database_is_read(tmp_path):
    path = unpacked("awari-3x2-6.npz", tmp_path)
    database = open_database(path, make_game("awari:3x2"))
    assert (database.highest, len(database.values)) == (6, 924)
    assert [database.counts(level) for level in (1, 6)] == [(2, 0, 4), (177, 164, 121)]


# --- what is of another version is refused
# ----------------------------------------------------------------------------


def first_line(name: str) -> bytes:
    return sample(name).splitlines()[0]


def read_first_line(data: bytes, where: str) -> object:
    return read_machine(data.decode(), where)


#: For each format a sample, what reads it, how that refuses, and the versions before 1.0.
READERS: dict[str, Any] = {
    "kitgen/kit@3": (sample("kits/given-trained.json"), read_kit, KitFileError, "012"),
    "kitgen/kit@4": (sample("notakto/kit.json"), read_kit, KitFileError, "012"),
    "kitgen/job@3": (sample("her/job.json"), read_job, KitFileError, "012"),
    "kitgen/manifest@1": (sample("her/manifest.json"), read_manifest, OutputError, ""),
    "kitgen/journal@2": (first_line("her/journal.jsonl"), read_first_line, JournalError, "1"),
}


@pytest.mark.parametrize("schema", READERS)
@pytest.mark.parametrize("other", ["0", "1", "2", "5", "99", "2.5", "x", ""])
def test_another_version_is_refused_and_says_whether_it_was_before_1_0(schema, other):
    data, read, refused_as, earlier = READERS[schema]
    name, _, number = schema.partition("@")
    if other == number:
        return
    with pytest.raises(refused_as) as refused:
        read(data.replace(schema.encode(), f"{name}@{other}".encode(), 1), "a file")
    assert f"is of version '{name}@{other}'" in str(refused.value)
    assert ("from before kitgen 1.0" in str(refused.value)) == (other in [*earlier.strip("0")])
    assert ("a newer kitgen is needed" in str(refused.value)) == (
        other not in [*earlier.strip("0")]
    )
    assert "\n" not in str(refused.value)


def test_files_from_before_1_0_are_refused_in_one_line(tmp_path):
    def refused(*words: str | Path) -> str:
        done = CliRunner().invoke(main, [str(word) for word in words])
        assert done.exit_code == 1
        assert done.output.count("\n") == 1
        assert "from before kitgen 1.0" in done.output
        return done.output

    path = tmp_path / "kit.json"
    path.write_bytes(sample("her/kit.json").replace(b"kitgen/kit@3", b"kitgen/kit@2"))
    refused("print", path, "-o", tmp_path / "out")
    refused("verify", path)
    path = tmp_path / "games.jsonl"
    path.write_bytes(sample("her/journal.jsonl").replace(b"kitgen/journal@2", b"kitgen/session@1"))
    refused("journal", "import", path, "-o", tmp_path / "new.kitgen")
    path = unpacked("her/journal.kitgen", tmp_path)
    with sqlite3.connect(path) as inside:
        inside.execute("PRAGMA user_version = 3")
    inside.close()
    assert "file version 3" in refused("journal", "status", path)


# --- a key or a word that this version does not know
# ------------------------------------------------------------------


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


def with_key(data: Any, path: tuple[Any, ...], key: str, value: object) -> Any:
    """Return plain data with another value of a key in a table."""
    changed = deepcopy(data)
    place = changed
    for step in path:
        place = place[step]
    place[key] = value
    return changed


def sealed(kit: dict[str, Any]) -> dict[str, Any]:
    """Return a kit's plain data with the hash that a kitgen that knows all its keys gives it."""
    usual = json.loads(sample("her/kit.json"))["choices"] | {"side": "", "palette": "okabe-ito"}
    chosen = {key: value for key, value in kit["choices"].items() if usual.get(key) != value}
    covered = {key: value for key, value in kit.items() if key != "hash"} | {"choices": chosen}
    return kit | {"hash": digest(covered)}


@pytest.mark.parametrize("schema", READERS)
def test_an_unknown_key_is_not_the_users_mistake_wherever_it_stands(schema):
    raw, read, refused_as, _ = READERS[schema]
    data = json.loads(raw)
    for path in at_least(2, tables(data)):
        if path[:1] == ("kit",):  # of a kit in a journal's first line
            continue
        changed = with_key(data, path, "later_key", 0)
        with pytest.raises(
            (refused_as, KitFileError), match=r"this kitgen does not know key 'later_key'"
        ) as refused:
            read(json.dumps(changed).encode(), "a file")
        assert re.search("newer kitgen|has been changed", str(refused.value))
        assert "\n" not in str(refused.value)
        assert "did you mean" not in str(refused.value)
        if "/kit@" in schema:
            assert "the file has been changed since kitgen made it" in str(refused.value)
            with pytest.raises(
                KitFileError, match=r"know key 'later_key'.*; a newer kitgen has written it"
            ):
                read_kit(json.dumps(sealed(changed)).encode(), "a file")


@pytest.mark.parametrize(
    ("name", "path", "key", "word"),
    [
        ("her", ("rule",), "empty", "sulk"),
        ("her", ("rule", "loss"), "last", "double"),
        ("her", ("palette", 0), "symbol", "star"),
        ("her", ("boxes", 0, "slots", 0), "symbol", "star"),
        ("her", ("choices",), "forced", "never"),
        ("her", ("outcome",), "verdict", "stalls"),
        ("notakto", ("choices",), "rows_by", "moon"),
    ],
)
def test_a_word_that_a_later_kitgen_writes_is_not_the_users_mistake(name, path, key, word):
    changed = with_key(json.loads(sample(f"{name}/kit.json")), path, key, word)
    with pytest.raises(
        KitFileError, match=rf"does not know '{word}' as .*{key}; the file has been changed"
    ):
        read_kit(json.dumps(changed).encode(), "a file")
    with pytest.raises(
        KitFileError, match=rf"does not know '{word}' as .*{key}; a newer kitgen has written it"
    ):
        read_kit(json.dumps(sealed(changed)).encode(), "a file")


def test_a_told_game_of_a_later_kitgen_is_not_the_users_mistake():
    data = json.loads(sample("notakto/kit.json"))
    game = data["game"].replace('{"name"', '{"swaps":true,"name"')
    with pytest.raises(
        KitFileError, match="this kitgen does not know key 'swaps'; a newer kitgen has written it"
    ) as no:
        read_kit(json.dumps(sealed(data | {"game": game})).encode(), "a file")
    assert "damaged" not in str(no.value)


def test_a_file_that_names_its_kitgen_says_who_is_needed():
    data = with_key(json.loads(sample("her/job.json")), ("stock",), "later_key", 1)
    with pytest.raises(
        KitFileError,
        match=r"'later_key' in stock; kitgen 1\.0\.0 does not either, so the file has been",
    ):
        read_job(json.dumps(data).encode())
    with pytest.raises(
        KitFileError, match=r"'later_key' in stock; kitgen 9\.1\.0 has written it; use that"
    ):
        read_job(json.dumps(data | {"kitgen": "9.1.0"}).encode())
    data = with_key(json.loads(sample("her/manifest.json")), ("run", "options"), "later_option", 1)
    with pytest.raises(
        OutputError, match="does not know option 'later_option'; a newer kitgen has written it, or"
    ):
        read_manifest(json.dumps(data).encode(), "a file")


def test_a_print_of_a_later_kitgen_with_a_new_part_is_not_the_users_mistake(tmp_path):
    job = read_job(sample("her/job.json"))
    options = job.options | {"later_option": 1}
    later = msgspec.structs.replace(job, kitgen="9.1.0", options=options)
    path = write_print(tmp_path / "kit.pdf", document("her", ("log",)), job_file=write_job(later))
    done = CliRunner().invoke(main, ["verify", str(path)])
    assert (
        "this kitgen does not know option 'later_option'; kitgen 9.1.0 has written it; use that"
        in done.output
    )
    assert "did you mean" not in done.output


def test_a_users_own_template_is_still_the_users(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('source = "us"\ntitle = { en = "Ours" }\nempty = "resing"\n', encoding="utf-8")
    done = CliRunner().invoke(
        main, ["print", "her", "--rule", str(path), "-o", str(tmp_path / "out")]
    )
    assert done.exit_code == 1
    assert "did you mean 'resign'?" in done.output


# --- a new key
# --------------------------------------------------------------------------------------------------


def _import_all() -> None:
    for module in pkgutil.walk_packages(kitgen.__path__, "kitgen."):
        path = Path(module.module_finder.path, module.name.rpartition(".")[2]).with_suffix(".py")  # type: ignore[union-attr]
        if path.is_file() and "FileTable" in path.read_text(encoding="utf-8"):
            importlib.import_module(module.name)


def _below(kind: type) -> Iterator[type[FileTable]]:
    for each in kind.__subclasses__():
        if each.__module__.startswith("kitgen."):
            yield each
        yield from _below(each)


@cache
def written_tables() -> tuple[type[FileTable], ...]:
    """Every table of a file that kitgen writes."""
    _import_all()
    return tuple(sorted(set(_below(FileTable)), key=str))


def inside(info: Any) -> Iterator[type]:
    """Yield the structs that a type holds."""
    if isinstance(info, kinds.StructType):
        yield info.cls
        for field in info.fields:
            yield from inside(field.type)
    parts = [getattr(info, name, ()) for name in ("types", "item_types")]
    parts += [
        [part]
        for name in ("type", "item_type", "value_type")
        if (part := getattr(info, name, None))
    ]
    for part in parts:
        for one in part:
            yield from inside(one)


def test_all_that_is_written_leaves_out_new_keys_at_their_default():
    for table in at_least(15, written_tables()):
        config = table.__struct_config__
        assert (config.omit_defaults, config.forbid_unknown_fields, config.frozen) == (
            True,
            True,
            True,
        ), table
        within = {
            kind for kind in inside(kinds.type_info(table)) if not issubclass(kind, FileTable)
        }
        assert within == set(), f"{table.__name__} holds {within}, which are not FileTable"


def name_of(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def to_change() -> dict[str, list[str]]:
    """The tables that get a key more together: each alone, or all that hold the same objects,
    with their class.
    """
    groups: dict[str, list[str]] = {}
    for table in written_tables():
        if issubclass(table.__mro__[1], FileTable) and table.__mro__[1] is not FileTable:
            continue  # it has the keys of another
        first = table if table.live is None else table.live
        groups.setdefault(name_of(first), [name_of(first)])
        if table.live is not None:
            groups[name_of(first)].append(name_of(table))
    return groups


def probed(names: list[str]) -> dict[str, Any]:
    """Return what a kitgen with one key more in some classes makes of the samples."""
    command = [sys.executable, TESTS / "kitgen_with_added_key.py", *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    return said


@pytest.mark.every
def test_a_key_in_every_class_changes_no_hash_and_no_byte():
    names = [name for group in to_change().values() for name in group]
    assert len(names) > 20
    said = probed(names)
    assert said["other"] == []
    assert said["same"] > len(HASHES) + 3 * len(EDITIONS)


@pytest.mark.parametrize("first", few(to_change(), one_in=36))
def test_a_new_key_changes_nothing_at_its_default_and_is_written_and_read_at_another_value(first):
    said = probed(to_change()[first])
    assert said["other"] == []
    assert said["same"] > 40
    file, text, read_back = said["written"][first]
    assert read_back
    assert '"later_key":7' in text.replace(" ", "")
    reads: dict[str, Any] = {
        "kit.json": read_kit,
        "job.json": read_job,
        "manifest.json": read_manifest,
    }
    if file in reads:  # this kitgen does not know it
        with pytest.raises(
            (KitFileError, OutputError), match="this kitgen does not know key 'later_key'"
        ) as refused:
            reads[file](text.encode(), "a file")
        if file == "kit.json":
            assert "a newer kitgen has written it" in str(refused.value)


def test_a_key_that_the_table_of_an_object_lacks_is_noticed():
    @dataclass(frozen=True)
    class Live:
        old: int
        later_key: int = 0

    class Table(FileTable, frozen=True):
        old: int

    with pytest.raises(
        TypeError, match="Table has no 'later_key', which Live has: declare it in both"
    ):
        carried(Live(1), Table)


def test_a_new_setting_of_a_part_is_written_when_it_is_not_as_usual(monkeypatch):
    always = frozenset(msgspec.structs.asdict(read_job(sample("her/job.json")))["options"])
    assert written_options(PartOptions()).keys() == always
    new = [replace(option, offer=replace(option.offer, file_key="")) for option in PART_OPTIONS]
    monkeypatch.setattr("kitgen.paper.job.PART_OPTIONS", new)
    assert written_options(PartOptions()) == {}
    assert written_options(PartOptions(demo_size="page")) == {"demo_size": "page"}
