"""A document made again from what travels in its PDF: the same sheets, byte for byte, wherever it is done."""

import re
from dataclasses import replace
from io import BytesIO

import msgspec
import pytest
from prints import write_print

from kitgen.check.again import CannotRemakeError, remade
from kitgen.check.pdf.attached import attached_job, attached_kit
from kitgen.check.pdf.reading import read_pdf
from kitgen.door.printing import print_kit
from kitgen.errors import KitFileError
from kitgen.kit.job_json import JobFile
from kitgen.paper.document import Document
from kitgen.render.pdf import write_pdf
from kitgen.templates import Templates


def printed(*args, **options):
    stream = BytesIO()
    print_kit(*args[:1], stream, **options)
    return stream.getvalue()


def again(path):
    """The bytes of what is printed again from what a PDF carries."""
    pdf = read_pdf(path, pages=False)
    document = remade(attached_kit(pdf), attached_job(pdf))
    stream = BytesIO()
    write_pdf(replace(document, attachments=pdf.files), stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("kit", "options"),
    [
        ("her", {"parts": ["cover", "labels", "beads", "operator"], "stock": "35x24"}),
        ("ladder", {"parts": ["cover", "poster", "cards"], "page": "letter", "poster": "a3", "tiled": True}),
        ("her", {"economy": True, "parts": ["labels", "finder", "zero"]}),
    ],
)
def test_the_same_bytes(kit, options, tmp_path):
    path = tmp_path / "kit.pdf"
    path.write_bytes(printed(kit, **options))
    assert again(path) == path.read_bytes()


def test_each_part_of_a_folder_alone(tmp_path):
    print_kit("her", tmp_path / "her", parts=["cover", "labels", "finder", "board", "zero"])
    paths = sorted((tmp_path / "her" / "parts").glob("*.pdf"))
    assert len(paths) == 5
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
    path.write_bytes(printed("her", parts=["labels", "zero"], stock=str(label), templates=Templates(own)))
    job = attached_job(path)
    assert (list(job.templates), job.label[:6]) == (["texts/en/zero.toml"], "source")
    for file in (label, own / "texts" / "en" / "zero.toml"):
        file.unlink()
    assert again(path) == path.read_bytes()


def job_of(tmp_path) -> tuple[object, JobFile]:
    path = tmp_path / "kit.pdf"
    path.write_bytes(printed("her", parts=["zero"]))
    return attached_kit(path), attached_job(path)


BAD = {
    "an unknown paper": ({"page": "a9"}, "no paper 'a9'"),
    "an unknown part": ({"printed": ("zero", "cow")}, "cow"),
    "an unknown option": ({"options": {"cow": 1}}, "no option 'cow'"),
    "a width that no option has": ({"options": {"bead": 900.0}, "printed": ("poster",)}, "900"),
    "a place that is more than a name": (
        {"templates": {"texts/en/zero.toml": 'title = "{sheet:>999999999}"'}}, "which is no plain name",
    ),
    "a place inside a thing": ({"templates": {"texts/en/zero.toml": 'title = "{sheet.x}"'}}, "which is no plain name"),
    "a key that no text has": ({"templates": {"texts/en/zero.toml": 'cow = "moo"'}}, "unknown key 'cow'"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "says"), BAD.values(), ids=BAD)
def test_what_cannot_be_printed_is_refused_in_one_line(change, says, tmp_path):
    kit, job = job_of(tmp_path)
    with pytest.raises(KitFileError, match=re.escape(says)) as refused:
        remade(kit, msgspec.structs.replace(job, **change))
    assert "\n" not in str(refused.value)
    assert str(tmp_path) not in str(refused.value)


@pytest.mark.parametrize("path", ["../x.toml", "texts/../../x.toml", "/etc/x.toml", "texts/en/x.py", "a/b/c/x.toml"])
def test_no_file_leaves_the_folder_of_templates(path, tmp_path):
    _, job = job_of(tmp_path)
    data = msgspec.json.encode(msgspec.structs.replace(job, templates={path: ""}))
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(data, type=JobFile)


def test_a_run_of_an_earlier_version_says_so(tmp_path):
    path = write_print(tmp_path / "kit.pdf", Document("", "", "", "en", remade(*job_of(tmp_path)).sheets))
    with pytest.raises(CannotRemakeError):
        remade(attached_kit(path), attached_job(path))
