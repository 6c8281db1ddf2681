"""``kitgen new``: what it begins is valid at once, explains every key of its schema, and is used
like any other.
"""

import re
import tomllib

import pytest
from command_answers import run
from counting import at_least, at_least_one
from jobs import make_job
from msgspec import NODEFAULT
from sampling import few, sample

from kitgen.authoring.template_checks import check_templates
from kitgen.authoring.template_files import DATA, NEW_KINDS, TOML_KINDS, keys_of, meanings
from kitgen.kit.rule import Change, Rule
from kitgen.paper.layout.flow import flow_pages
from kitgen.paper.parts.guide import figures
from kitgen.reading.templates import Templates, read_toml, shipped
from kitgen.sources.attachments import attached_job, attached_kit

#: Where a file of each kind goes.
PLACES = {
    "edition": "editions/mine.toml",
    "rule": "rules/mine.toml",
    "palette": "palettes/mine.toml",
    "guide": "guides/en/mine.md",
    "game": "games/mine.toml",
    "lesson": "lessons/mine.toml",
    "theme": "themes/mine.toml",
}
#: What "kitgen print" needs, so that a file of each kind is used.
PRINTS = {
    "edition": ["mine"],
    "rule": ["her", "--rule", "mine"],
    "palette": ["her", "--palette", "mine"],
    "guide": ["her", "--set", "guide.name=mine", "--parts", "guide"],
    "game": ["told:mine"],
    "lesson": ["lesson:mine"],
    "theme": ["her", "--theme", "mine"],
}


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("KITGEN_TEMPLATES", str(tmp_path / "home"))
    return tmp_path / "home"


def keys_of_kind(kind):
    schema, _ = DATA[f"{kind}s"]
    return keys_of(schema)


@pytest.mark.parametrize("kind", few([*NEW_KINDS], one_in=8))
def test_what_is_begun_prints_at_once(home, tmp_path, kind):
    done = run("new", kind, "mine")
    assert done.exit_code == 0, done.output
    assert done.output.splitlines()[0] == str(home / PLACES[kind])
    assert check_templates(home).faults == []
    words = PRINTS[kind]
    if "--parts" not in words:
        words = [*words, "--parts", "cover,labels,operator"]
    printed = run("print", *words, "-o", tmp_path / "out")
    assert printed.exit_code == 0, printed.output
    assert printed.stderr == ""
    assert run("verify", tmp_path / "out").exit_code == 0


@pytest.mark.parametrize(
    ("kind", "like"),
    sample(
        [(kind, name) for kind in TOML_KINDS for name in Templates().names(f"{kind}s")], one_in=4
    ),
)
def test_what_begins_as_another_says_the_same_as_it(home, kind, like):
    assert run("new", kind, "mine", "--like", like).exit_code == 0
    schema, _ = DATA[f"{kind}s"]
    begun = read_toml(home / f"{kind}s" / "mine.toml", schema)
    other = Templates().read(f"{kind}s", like, schema)
    own = {"title", "source"}  # a new file has others
    copied = {key.name for key in keys_of_kind(kind)} - own
    for key in at_least_one(sorted(copied)):
        assert getattr(begun, key) == getattr(other, key), key
    assert check_templates(home).faults == []


@pytest.mark.parametrize("kind", TOML_KINDS)
def test_every_key_is_there_and_every_line_can_be_taken_out_of_its_comment(home, kind):
    assert run("new", kind, "mine").exit_code == 0
    path = home / PLACES[kind]
    text = path.read_text(encoding="utf-8")
    for key in at_least(3, keys_of_kind(kind)):
        line_or_table = rf"^(#?{key.name} = |\[\[?{key.name}\]\]?$)"
        assert re.search(line_or_table, text, re.MULTILINE), key.name
        assert key.about.split()[0] in text  # its meaning may be wrapped behind any word
        for inner in key.inside:
            line_or_comment = rf"^(#?{inner.name} = |#   {inner.name}: )"
            assert re.search(line_or_comment, text, re.MULTILINE), inner.name
    whole, taken_out = re.subn(r"^#(?=\w+ = )", "", text, flags=re.MULTILINE)
    path.write_text(whole, encoding="utf-8")
    assert taken_out == {"edition": 8, "rule": 9, "palette": 0, "lesson": 5}[kind]
    assert check_templates(home).faults == []
    assert tomllib.loads(whole).keys() == {key.name for key in keys_of_kind(kind)}


def test_ranges_and_words_are_those_of_the_schema():
    keys = {key.name: key for key in keys_of(Rule)}
    assert keys["learns"].values == "one of beads, positions"
    assert keys["ceiling"].values == "a whole number from 0 to 9,999"
    assert (
        keys["start"].values == "a list of 1 to 1,000 entries, each a whole number from 0 to 9,999"
    )
    assert keys["ceiling"].usual is None
    assert keys["source"].usual is NODEFAULT
    assert keys["floor"].usual is not NODEFAULT
    assert [key.name for key in keys["win"].inside] == list(Change.__struct_fields__)


def test_every_key_has_a_meaning():
    """A field without a line in its docstring has no comment: then the command could not write
    its file.
    """
    for kind in at_least(3, TOML_KINDS):
        for key in at_least(3, keys_of_kind(kind)):
            assert key.about.endswith("."), (kind, key.name)
            for inner in key.inside:
                assert inner.about.endswith("."), (kind, key.name, inner.name)


def test_a_guide_names_every_figure_and_its_comment_is_not_drawn(home):
    assert run("new", "guide", "mine", "--language", "it").exit_code == 0
    text = (home / "guides" / "it" / "mine.md").read_text(encoding="utf-8")
    comment, _, rest = text.partition("-->")
    for figure, about in at_least(10, meanings(figures)):
        assert f"{{{figure}}}  {about}" in comment
    assert set(dict(meanings(figures))) == set(figures(make_job()))
    assert (
        rest.strip()
        == (shipped() / "guides" / "it" / "teacher.md").read_text(encoding="utf-8").strip()
    )
    only_heading, *others = flow_pages("<!-- a\n\nb -->\n\n# c", 99, 99, "x")
    assert len(only_heading.marks) == 1
    assert not others


def test_a_comment_beside_a_text_is_refused_like_other_html():
    with pytest.raises(Exception, match="not drawn"):
        flow_pages("<!-- a --> lost words\n", 99, 99, "x")


@pytest.mark.parametrize("kind", NEW_KINDS)
def test_nothing_is_written_over(home, kind):
    path = home / PLACES[kind]
    path.parent.mkdir(parents=True)
    path.write_text("mine")
    done = run("new", kind, "mine")
    assert done.exit_code == 1
    assert "already exists" in done.output
    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    "name",
    ["../mine", "a/b", "/etc/mine", "..", "", " ", ".hidden", "a b", "-x-", "x" * 41, "è", "a\nb"],
)
@pytest.mark.parametrize("kind", ["edition", "guide"])
def test_a_name_is_no_path(home, tmp_path, kind, name):
    done = run("new", kind, "--", name)
    assert done.exit_code == 2
    assert len(done.output.splitlines()) == 1
    assert not home.exists()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["edition", "her"],
            "change that one: 'kitgen templates copy --only editions/her.toml' copies it",
        ),
        (["edition", "HER"], "--only editions/her.toml' copies it"),
        (["edition", "nim"], "'nim' comes with kitgen; take another name ("),
        (["guide", "teacher"], "comes with kitgen"),
        (["editon", "mine"], "did you mean 'edition'?"),
        (["rule", "mine", "--like", "michi"], "did you mean 'michie'?"),
        (["guide", "mine", "--like", "techer"], "did you mean 'teacher'?"),
        (["guide", "mine", "--language", "xx"], "unknown language 'xx'"),
    ],
)
def test_what_cannot_be_begun_is_refused_in_a_line(home, words, says):
    done = run("new", *words)
    assert done.exit_code == 2
    assert says in done.output
    assert len(done.output.splitlines()) == 1
    assert not home.exists()


def test_it_goes_to_a_folder_that_is_named(tmp_path):
    folder = tmp_path / "club"
    done = run("new", "rule", "mine", "--templates", folder)
    assert done.exit_code == 0, done.output
    assert (folder / "rules" / "mine.toml").is_file()
    assert f"--templates {folder}" in done.output
    assert run("new", "rule", "other", "--like", "mine", "--templates", folder).exit_code == 0


def test_without_a_folder_of_ones_own_one_has_to_be_named():
    done = run("new", "rule", "mine")
    assert done.exit_code == 2
    assert "name a folder" in done.output


def test_an_unknown_guide_is_refused_with_the_names_there_are(tmp_path):
    done = run(
        "print", "her", "--parts", "guide", "--set", "guide.name=techer", "-o", tmp_path / "out"
    )
    assert done.exit_code == 2
    assert "did you mean 'teacher'?" in done.output
    done = run(
        "print",
        "her",
        "--parts",
        "guide",
        "--set",
        "guide.name=../en/teacher",
        "-o",
        tmp_path / "out",
    )
    assert done.exit_code == 2


def test_the_sheets_say_which_guide_it_was(home, tmp_path):
    assert run("new", "guide", "mine").exit_code == 0
    assert run("print", *PRINTS["guide"], "-o", tmp_path / "out").exit_code == 0
    assert attached_kit(tmp_path / "out" / "kit.pdf").name == "her"
    assert "guide.name=mine" in attached_job(tmp_path / "out" / "kit.pdf").command
    assert home.is_dir()
