"""A document made again from what travels in its PDF: the same sheets, byte for byte, wherever
it is done.
"""

import pickle
import re
from dataclasses import replace
from io import BytesIO

import msgspec
import pytest
from command_answers import run
from hostile_pdfs import endless_kit
from sampling import few, sample

from kitgen.errors import KitFileError
from kitgen.installing.extras import MissingExtraError
from kitgen.kit.job_json import JobFile, read_job, write_job
from kitgen.press.print_run import print_kit
from kitgen.reading.templates import Templates
from kitgen.sandbox import process
from kitgen.sandbox.process import PrintedPdf, read_pdf
from kitgen.sources.attachments import attached_job, attached_kit
from kitgen.verification import remake
from kitgen.verification.remake import Again, Remade, remake_limits
from kitgen.verification.remake_child import frames
from kitgen.verification.verify import verify


def printed(*args, **options):
    stream = BytesIO()
    print_kit(*args[:1], stream, **options)
    return stream.getvalue()


def again(path):
    """The bytes of what is printed again from what a PDF carries."""
    pdf = read_pdf(path)
    return Remade.of(made_from(attached_kit(pdf), attached_job(pdf))).data


def made_from(kit, job):
    return list(frames("", pickle.dumps((kit, False, job, "", False, None))))


@pytest.mark.parametrize(
    ("kit", "options"),
    sample(
        [
            ("her", {"parts": ["cover", "labels", "beads", "operator"], "stock": "35x24"}),
            (
                "ladder",
                {
                    "parts": ["cover", "poster", "cards"],
                    "page": "letter",
                    "poster_size": "a3",
                    "poster_tiled": True,
                },
            ),
            ("her", {"economy": True, "parts": ["labels", "finder", "zero"]}),
        ],
        one_in=8,
    ),
)
def test_the_same_bytes(kit, options, tmp_path):
    path = tmp_path / "kit.pdf"
    path.write_bytes(printed(kit, **options))
    assert again(path) == path.read_bytes()


@pytest.mark.every
def test_each_part_of_a_folder_alone(tmp_path):
    print_kit("her", tmp_path / "her", parts=["cover", "labels", "zero"])
    paths = sorted((tmp_path / "her" / "parts").glob("*.pdf"))
    assert len(paths) == 3
    for path in paths:
        assert again(path) == path.read_bytes(), path.name


def test_the_own_files_of_a_user_travel_along(tmp_path):
    own = tmp_path / "own"
    (own / "texts" / "en").mkdir(parents=True)
    (own / "texts" / "en" / "zero.toml").write_text('title = "Cross them out"\n')
    (own / "texts" / "it").mkdir(parents=True)
    (own / "texts" / "it" / "zero.toml").write_text('title = "Altro"\n')
    label = tmp_path / "mine.toml"
    label.write_text('source = "mine"\nwidth = 60\nheight = 40\n')
    path = tmp_path / "kit.pdf"
    path.write_bytes(
        printed("her", parts=["labels", "zero"], stock=str(label), templates=Templates(own))
    )
    job = attached_job(path)
    assert (list(job.templates), job.label[:6]) == (["texts/en/zero.toml"], "source")
    for file in (label, own / "texts" / "en" / "zero.toml"):
        file.unlink()
    assert again(path) == path.read_bytes()


@pytest.mark.every
def test_a_print_with_a_colour_of_another_name_verifies(tmp_path):
    own = tmp_path / "own"
    assert run("templates", "copy", own).exit_code == 0
    colours = own / "texts" / "en" / "colours.toml"
    text = colours.read_text(encoding="utf-8")
    crimson = text.replace('red = { name = "red"', 'red = { name = "crimson"')
    assert crimson != text
    colours.write_text(crimson, encoding="utf-8")
    made = run(
        "print", "her", "--templates", own, "--parts", "labels,beads", "-o", tmp_path / "kit"
    )
    assert made.exit_code == 0, made.output
    assert list(attached_job(tmp_path / "kit" / "kit.pdf").templates) == ["texts/en/colours.toml"]
    checked = run("verify", tmp_path / "kit")
    assert checked.exit_code == 0, checked.output
    alone = tmp_path / "kit.json"
    alone.write_bytes((tmp_path / "kit" / "kit.json").read_bytes())
    named = run("verify", alone, "--templates", own)
    assert named.exit_code == 0, named.output
    assert "names and letters of colours from a custom colours.toml" in named.output
    unknown = run("verify", alone)
    assert unknown.exit_code == 3, unknown.output
    assert (
        "kitgen calls the colour red 'red', with R; this kit 'crimson' with the letter R"
        in unknown.output
    )
    assert "name their folder with --templates" in unknown.output
    colours.write_text(text.replace('name = "red"', 'name = "scarlet"'), encoding="utf-8")
    assert run("verify", alone, "--templates", own).exit_code == 3
    plain = run("print", "her", "--parts", "labels", "-o", tmp_path / "plain")
    assert plain.exit_code == 0, plain.output
    (tmp_path / "plain" / "kit.pdf").rename(tmp_path / "moved.pdf")
    assert (
        run("verify", tmp_path / "plain" / "kit.json", "--templates", own).exit_code == 0
    )  # its names are kitgen's


def job_of(tmp_path) -> tuple[object, JobFile]:
    path = tmp_path / "kit.pdf"
    path.write_bytes(printed("her", parts=["zero"]))
    return attached_kit(path), attached_job(path)


BAD = {
    "an unknown paper": ({"page": "a9"}, "no paper 'a9'"),
    "an unknown part": ({"printed": ("zero", "cow")}, "cow"),
    "an unknown option": ({"options": {"cow": 1}}, "this kitgen does not know option 'cow'"),
    "a width that no option has": ({"options": {"bead": 900.0}, "printed": ("poster",)}, "900"),
    "a place that is more than a name": (
        {"templates": {"texts/en/zero.toml": 'title = "{sheet:>999999999}"'}},
        "which is not a plain name",
    ),
    "a place inside a thing": (
        {"templates": {"texts/en/zero.toml": 'title = "{sheet.x}"'}},
        "which is not a plain name",
    ),
    "a place in a table": (
        {"templates": {"texts/en/colours.toml": 'red = { name = "{sheet.x}" }'}},
        "which is not a plain name",
    ),
    "a place in a list": (
        {"templates": {"texts/en/zero.toml": 'title = ["{sheet.x}"]'}},
        "which is not a plain name",
    ),
    "a place whose braces are escaped": (
        {"templates": {"texts/en/zero.toml": 'title = "\\u007bsheet.x\\u007d"'}},
        "which is not a plain name",
    ),
    "a brace without another": (
        {"templates": {"texts/en/zero.toml": 'title = "{"'}},
        "cannot be filled in",
    ),
    "a place in a guide": (
        {"templates": {"guides/en/teacher.md": "{sheet.x}"}},
        "which is not a plain name",
    ),
    "texts that are no TOML": (
        {"templates": {"texts/en/zero.toml": "title = {"}},
        "cannot be read",
    ),
    "a key that no text has": (
        {"templates": {"texts/en/zero.toml": 'cow = "moo"'}},
        "unknown key 'cow'",
    ),
}


@pytest.mark.parametrize(("change", "says"), sample(BAD, one_in=3))
def test_what_cannot_be_printed_is_refused_in_one_line(change, says, tmp_path):
    kit, job = job_of(tmp_path)
    with pytest.raises(KitFileError, match=re.escape(says)) as refused:
        made_from(kit, msgspec.structs.replace(job, **change))
    assert "\n" not in str(refused.value)
    assert str(tmp_path) not in str(refused.value)


@pytest.mark.parametrize(
    "path",
    few(
        ["../x.toml", "texts/../../x.toml", "/etc/x.toml", "texts/en/x.py", "a/b/c/x.toml"],
        one_in=3,
    ),
)
def test_no_file_leaves_the_folder_of_templates(path, tmp_path):
    _, job = job_of(tmp_path)
    data = write_job(msgspec.structs.replace(job, templates={path: ""}))
    with pytest.raises(KitFileError, match="a path in a folder of templates"):
        read_job(data)


# --- the process that prints again
# ------------------------------------------------------------------------------------


def asked(tmp_path, monkeypatch, script, *, checked=False) -> Again:
    """What is told of a good print when another script is the process that prints."""
    kit, job = job_of(tmp_path)
    monkeypatch.setattr(process, "_START", script)
    return Again.of(
        kit, PrintedPdf(tmp_path / "kit.pdf", {"job.json": write_job(job)}), checked=checked
    )


def test_it_may_take_no_more_than_the_system_lets_it(tmp_path, monkeypatch):
    script = (
        "import sys, resource; sys.path[:] = sys.argv[2:]; import "
        "kitgen.verification.remake_child as child\n"
        "from kitgen.errors import KitFileError\n"
        "def made(*a):\n"
        "    raise KitFileError(' '.join(str(resource.getrlimit(getattr(resource, n))[0]) "
        "for n in ('RLIMIT_AS', 'RLIMIT_CPU', 'RLIMIT_CORE')))\n"
        "child.print_again = made; from kitgen.sandbox.child import main; main(sys.argv[1])"
    )
    told = asked(tmp_path, monkeypatch, script)
    assert told.fault == f"'{tmp_path / 'kit.pdf'}' {remake.MEMORY} {remake.MIN_SECONDS} 0"


@pytest.mark.every
@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("while True: pass", "takes longer to be printed again than"),
        (
            "import sys; sys.exit(0)",
            "cannot be printed again, because it takes too much memory or crashes",
        ),
        (
            "import no_such_module",
            "cannot be printed again, because it takes too much memory or crashes",
        ),
    ],
)
def test_what_it_does_not_print_in_time_is_not_decided(script, says, tmp_path, monkeypatch):
    monkeypatch.setattr(
        remake, "remake_limits", lambda seconds: replace(remake_limits(seconds), patience=1)
    )
    told = asked(tmp_path, monkeypatch, script)
    assert told.document is None
    assert says in told.cut_short
    assert told.fault == ""
    assert told.refusal("any check").verdict == "not decided"


@pytest.mark.every
def test_a_kit_that_takes_too_long_to_be_checked_is_not_decided(tmp_path, monkeypatch):
    """A few kilobytes that say to be of a game with more positions than can be walked through in
    any time.
    """
    monkeypatch.setattr(remake, "MIN_SECONDS", 1)
    path = tmp_path / "kit.json"
    path.write_bytes(endless_kit())
    (check,) = verify(path).checks
    assert (check.name, check.verdict) == ("the kit can be checked", "not decided")
    assert "takes longer to be checked than an honest file of its size" in check.not_read[0]


@pytest.mark.every
def test_what_is_found_before_time_runs_out_is_said(tmp_path, monkeypatch):
    script = (
        "import sys, time; sys.path[:] = sys.argv[2:]; import "
        "kitgen.verification.remake_child as child\n"
        "child.print_again = lambda *a: time.sleep(99); from kitgen.sandbox.child import main; "
        "main(sys.argv[1])"
    )
    monkeypatch.setattr(
        remake, "remake_limits", lambda seconds: replace(remake_limits(seconds), patience=4)
    )
    told = asked(tmp_path, monkeypatch, script, checked=True)
    assert len(told.checks) > 10
    assert all(check.verdict == "right" for check in told.checks)
    assert "takes longer to be printed again" in told.cut_short


def test_an_extra_that_it_lacks_is_named():
    with pytest.raises(MissingExtraError, match=r"\[lab\]'"):
        Remade.of([(remake.EXTRA_FRAME, msgspec.msgpack.encode(("a report", "lab")))])
