"""How a journal begins with a kit or a file, call by call: what is read with which words, and what
the new journal is given.
"""

from pathlib import Path
from types import SimpleNamespace

import pytest

from kitgen.errors import RecordError, UsageError
from kitgen.journal.exchange import GamesFile
from kitgen.sources import journal_start
from kitgen.sources.journal_start import import_file, new_journal

SOURCE = Path("games.CSV")
PLACE = Path("new.kitgen")
KIT = SimpleNamespace(
    name="mine",
    game_spec="nim:4",
    game=SimpleNamespace(called="nim"),
    draws=False,
    trained=False,
    played=(),
    players=(1,),
    choices=SimpleNamespace(rule="gardner"),
)


def shown(word):
    return word if isinstance(word, str) else getattr(word, "name", repr(word))


@pytest.fixture
def steps(monkeypatch):
    """A function that replaces what is imported by what notes how it is called; and the notes."""
    noted = []

    def replace(**answers):
        for name, answer in answers.items():
            monkeypatch.setattr(journal_start, name, noting(name, answer))

    def noting(name, answer):
        def call(*words, **more):
            told = [*map(shown, words), *(f"{key}={shown(word)}" for key, word in more.items())]
            noted.append(f"{name}: {', '.join(told)}")
            if isinstance(answer, Exception):
                raise answer
            return answer

        return call

    create = noting("create", "a journal")
    monkeypatch.setattr(journal_start, "Journal", SimpleNamespace(create=create))
    replace(check_installed=None, check_rule=None, read_rule="the rule", Passages="passages")
    return SimpleNamespace(noted=noted, replace=replace)


TEMPLATES = SimpleNamespace(name="templates")


@pytest.mark.parametrize(
    ("kit", "rule", "expected"),
    [
        (KIT, None, ["create: new.kitgen, mine"]),
        (
            KIT,
            "michie",
            [
                "read_rule: michie, templates",
                "check_rule: michie, the rule, nim, draws=False",
                "create: new.kitgen, mine, rule=the rule, rule_name=michie",
            ],
        ),
        (
            SimpleNamespace(**vars(KIT) | {"trained": True}),
            "michie",
            [
                "read_rule: michie, templates",
                "check_rule: michie, the rule, nim, draws=False",
                "starting_beads: mine",
                "given_now: mine, beads, mine, rule gardner",
                "with_rule: mine, the rule, michie",
                "taken_over: with the rule, given",
                "with_hash: taken over",
                "create: new.kitgen, hashed",
            ],
        ),
    ],
)
def test_how_a_journal_of_a_kit_begins(steps, kit, rule, expected):
    steps.replace(
        load_kit=kit,
        starting_beads="beads",
        given_now="given",
        with_rule="with the rule",
        taken_over="taken over",
        with_hash="hashed",
    )
    assert new_journal("her", PLACE, rule=rule, templates=TEMPLATES) == "a journal"
    assert steps.noted == [
        "load_kit: her, templates=templates",
        "check_installed: nim:4",
        *expected,
    ]


def test_the_beads_of_a_machine_that_has_played_are_said_to_be_those_after_its_last_game(steps):
    played = (SimpleNamespace(game=3), SimpleNamespace(game=7))
    kit = SimpleNamespace(**vars(KIT) | {"trained": True, "played": played})
    steps.replace(
        load_kit=kit, starting_beads="", given_now="", with_rule="", taken_over="", with_hash=""
    )
    new_journal("her", PLACE, rule="michie", templates=TEMPLATES)
    assert "given_now: mine, , mine, rule gardner, game 7" in steps.noted


MACHINE = SimpleNamespace(kit="the machine", account="account", notes=("note",))


@pytest.mark.parametrize(
    ("kit", "expected"),
    [
        (None, ["kit: templates, michie"]),
        ("her", ["load_kit: her, templates=templates, rule=michie"]),
    ],
)
def test_how_a_journal_of_another_program_begins(steps, kit, expected):
    class Foreign:
        name = "foreign"

        def kit(self, templates, rule):
            steps.noted.append(f"kit: {templates.name}, {rule}")
            return KIT

    steps.replace(read_sheets="text", read_foreign=Foreign(), load_kit=KIT, take_machine=MACHINE)
    made = import_file(SOURCE, PLACE, kit=kit, rule="michie", templates=TEMPLATES, ignore=["b"])
    assert (made.journal, made.account, made.notes) == ("a journal", "account", ("note",))
    assert steps.noted == [
        "read_sheets: games.CSV",
        "read_foreign: text, 'games.CSV'",
        *expected,
        "take_machine: foreign, mine, ['b']",
        "create: new.kitgen, the machine",
    ]


def test_sheets_of_a_workbook_are_no_file_of_another_program(steps):
    steps.replace(read_sheets=["a sheet"], read_foreign="foreign", machine_of_export=None)
    steps.replace(_import_games="imported")
    asked = import_file(SOURCE, PLACE, kit="her", rule="r", templates=TEMPLATES, ignore=["b"])
    assert asked == "imported"
    assert steps.noted == [
        "read_sheets: games.CSV",
        "machine_of_export: ['a sheet'], 'games.CSV'",
        "_import_games: ['a sheet'], games.CSV, new.kitgen, her, r, templates, ['b']",
    ]


RULES = "rule=its rule, rule_name=its name"
ROWS = "rows=['row'], marked=['marked']"
HEAD = SimpleNamespace(
    kit=KIT, rule="its rule", rule_name="its name", events=("event",), software="kitgen 1.0"
)


def test_how_an_exported_journal_begins_again(steps):
    file = GamesFile((), account="account")
    steps.replace(
        read_sheets="text",
        read_foreign=None,
        machine_of_export=HEAD,
        vocabularies="words",
        read_games=file,
        _rows_of=(["row"], ["marked"]),
        _possible_events="events",
    )
    made = import_file(SOURCE, PLACE, templates=TEMPLATES)
    assert (made.journal, made.account, made.notes) == ("a journal", "account", ())
    assert steps.noted[3:] == [
        "vocabularies: templates",
        "read_games: text, 'games.CSV', mine, words, as_written=True",
        f"_rows_of: {file!r}, 'games.CSV'",
        "_possible_events: ('event',), mine, 'games.CSV'",
        f"create: new.kitgen, mine, {RULES}, {ROWS}, events=events, software=kitgen 1.0",
    ]
    for named in ({"kit": "her"}, {"rule": "michie"}):
        with pytest.raises(UsageError, match=r"^'games\.CSV' says which machine has played; omit "):
            import_file(SOURCE, PLACE, templates=TEMPLATES, **named)


def line(row):
    return SimpleNamespace(row=row)


@pytest.fixture
def games(steps):
    """What is read of a file that does not name its machine."""

    def reading(read, trained=None, text="text", rule="michie"):
        steps.replace(
            read_sheets=text,
            read_foreign=None,
            machine_of_export=None,
            load_kit=KIT,
            vocabularies="words",
            read_games=read,
            _trained=trained,
            leave_out="left",
            refuse_unread=None,
            _rows_of=(["row"], ["marked"]),
            with_rule="playing",
            refuse_given_twice=None,
            refuse_without_beads=None,
            _refuse_other_machine=None,
        )
        return import_file(SOURCE, PLACE, kit="her", rule=rule, templates=TEMPLATES, ignore=["b"])

    return reading


@pytest.mark.parametrize("rule", [None, "michie"])
@pytest.mark.parametrize("tables", [1, 2])
def test_how_a_journal_of_games_begins(steps, games, rule, tables):
    file = GamesFile((line("row"),), account="account", tables=tables)
    made = games(file, rule=rule)
    assert (made.journal, made.account, made.notes) == ("a journal", "left", ())
    noted = file.lines
    rules = "rule=the rule, rule_name=michie" if rule else "rule=None, rule_name="
    assert steps.noted[3:] == [
        "load_kit: her, templates=templates",
        "check_installed: nim:4",
        *(["read_rule: michie, templates"] if rule else []),
        "vocabularies: templates",
        "read_games: text, 'games.CSV', mine, words, as_written=True",
        "leave_out: account, ['b'], 'games.CSV'",
        "refuse_unread: left, 'games.CSV', nothing was made",
        f"_rows_of: {file!r}, 'games.CSV'",
        *(["with_rule: mine, the rule, michie"] if rule else []),
        f"Passages: {'playing' if rule else 'mine'}",
        *([f"refuse_given_twice: {noted!r}"] if tables > 1 else []),
        f"refuse_without_beads: passages, {noted!r}",
        f"_refuse_other_machine: passages, {noted!r}, ['row'], 'games.CSV', mine",
        f"create: new.kitgen, mine, {rules}, {ROWS}",
    ]


def test_a_text_without_games_may_be_a_trained_machine(steps, games):
    """Whether it was read as games, or was refused as such."""
    for read in (GamesFile((line(None),)), RecordError("no games")):
        steps.noted.clear()
        made = games(read, trained=MACHINE)
        assert (made.journal, made.account, made.notes) == ("a journal", "account", ("note",))
        assert steps.noted[-3:] == [
            "load_kit: her, templates=templates, rule=michie",
            "_trained: text, games.CSV, mine, ['b']",
            "create: new.kitgen, the machine",
        ]
    with pytest.raises(RecordError, match=r"^no games$"):
        games(RecordError("no games"))
    with pytest.raises(RecordError, match=r"^no games$"):  # sheets hold no such text
        games(RecordError("no games"), trained=MACHINE, text=["a sheet"])
    steps.noted.clear()
    games(GamesFile((line(None), line("row"))), trained=MACHINE)
    assert not [note for note in steps.noted if note.startswith("_trained")]


@pytest.mark.parametrize(
    ("players", "trained", "taken"),
    [((1,), "boxes", MACHINE), ((1,), None, None), ((0, 1), "", None)],
)
def test_a_trained_machine_plays_one_side(steps, players, trained, taken):
    steps.replace(read_trained=trained, take_machine=MACHINE)
    kit = SimpleNamespace(**vars(KIT) | {"players": players})
    assert journal_start._trained("text", SOURCE, kit, ["b"]) is taken
    if len(players) == 1:
        assert steps.noted[0] == "read_trained: text, .csv, mine"
    if taken:
        assert steps.noted[1].endswith(">, mine, ['b'], trained=boxes")
