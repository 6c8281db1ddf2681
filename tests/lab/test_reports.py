"""Pictures and tables of experiments, and the comparison of rules."""

import csv
from pathlib import Path

import pytest
from click.testing import CliRunner
from command_answers import result_of
from pyarrow import parquet

from kitgen.cli.commands.compare import command as compare
from kitgen.cli.commands.simulate import command as simulate
from kitgen.cli.main import guarded
from kitgen.errors import OutputError
from kitgen.files import write_whole

FEW = ["--games", "30", "--machines", "8"]


def invoke(command, *words):
    result = CliRunner().invoke(command, words, catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


@pytest.mark.every
@pytest.mark.parametrize(("suffix", "begins"), [(".svg", b"<?xml"), (".png", b"\x89PNG"),
                                                         (".pdf", b"%PDF")])  # fmt: skip
def test_pictures_are_the_same_bytes_for_the_same_figures(tmp_path, suffix, begins):
    first, second, other = (tmp_path / f"{name}{suffix}" for name in "abc")
    invoke(simulate, "her", *FEW, "--plot", str(first))
    invoke(simulate, "her", *FEW, "--plot", str(second))
    invoke(simulate, "her", *FEW, "--plot", str(other), "--seed", "2")
    assert first.read_bytes().startswith(begins)
    assert first.read_bytes() == second.read_bytes() != other.read_bytes()
    assert len(list(tmp_path.iterdir())) == 3


def test_tables_hold_every_game(tmp_path):
    places = {name: str(tmp_path / f"games.{name}") for name in ("csv", "parquet")}
    data = result_of(
        invoke(
            simulate, "her", *FEW, "--csv", places["csv"], "--parquet", places["parquet"], "--json"
        )
    )
    rows = list(csv.DictReader(Path(places["csv"]).read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 30
    assert [int(row["wins"]) for row in rows] == data["by_game"]["wins"]
    assert [int(row["game"]) for row in rows] == list(range(1, 31))
    table = parquet.read_table(places["parquet"]).to_pylist()
    assert [{key: str(value) for key, value in row.items()} for row in table] == rows


@pytest.mark.every
def test_rules_are_compared_in_one_table_and_picture(tmp_path):
    picture = tmp_path / "rules.svg"
    table = tmp_path / "rules.csv"
    shown = invoke(
        compare,
        "her",
        "--rules",
        "gardner,michie",
        *FEW,
        "--plot",
        str(picture),
        "--csv",
        str(table),
    )
    assert "gardner " in shown
    assert "michie " in shown
    assert "rule michie" in picture.read_text(encoding="utf-8")
    assert len(table.read_text(encoding="utf-8").splitlines()) == 61
    data = result_of(invoke(compare, "her", "--rules", "gardner,michie", *FEW, "--json"))
    assert [entry["rule"] for entry in data] == ["gardner", "michie"]
    alone = result_of(invoke(simulate, "her", "--rule", "michie", *FEW, "--json"))
    assert {key: data[1][key] for key in alone} == alone
    assert data[1].keys() - alone.keys() == {"standing", "recommended"}


@pytest.mark.parametrize(
    ("command", "words", "says"),
    [
        (simulate, ["her", "--plot", "{}/a.gif"], ".svg, .png, .pdf"),
        (simulate, ["her", "--csv", "{}/a.txt"], "must end with .csv"),
        (simulate, ["her", "--parquet", "{}/nowhere/a.parquet"], "there is no folder"),
        (simulate, ["her", "--plot", "{}/folder.svg"], "it is a folder"),
        (compare, ["her", "--rules", "gardner,gardner"], "not a list of different rules"),
        (compare, ["her", "--rules", "gardner,,michie"], "not a list of different rules"),
        (compare, ["her", "--rules", "gardnr"], "did you mean"),
        (compare, ["her", "--opponent", "machine", "--games", "0"], "0 games"),
    ],
)
def test_wrong_requests_are_refused_before_anything_is_played(
    tmp_path, command, words, says, capsys
):
    (tmp_path / "folder.svg").mkdir()
    code = guarded(
        lambda: command.main([word.format(tmp_path) for word in words], standalone_mode=False)
    )
    assert code in (1, 2)
    assert says in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["folder.svg"]


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("before", encoding="utf-8")

    def fails(file):
        file.write(b"half")
        raise OSError(28, "No space left on device")

    with pytest.raises(OutputError, match="No space left"):
        write_whole(path, fails)
    assert path.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [path]
