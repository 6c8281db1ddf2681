"""A told game travels whole: in the kit, its address, its page and its journal; and makes the
same kit anywhere.
"""

import io
import json
from dataclasses import replace
from urllib.parse import parse_qsl

import pytest
from click.testing import CliRunner
from samples_of_releases import sample

import kitgen
from kitgen.cli.main import main
from kitgen.errors import KitgenError
from kitgen.games import make_game
from kitgen.kit.kit_json import read_kit, with_hash, write_kit
from kitgen.reading.templates import Templates
from kitgen.web.address import address_of, read_address
from kitgen.web.page_data import page_data


@pytest.fixture
def hens(tmp_path):
    """A file of one's own."""
    text = Templates().path("games", "hexapawn").read_text(encoding="utf-8")
    path = tmp_path / "far" / "away" / "birds.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text.replace('name = "Hexapawn"', 'name = "Hens & fox"'), encoding="utf-8")
    return path


def printed(kit):
    pdf = io.BytesIO()
    kitgen.print_kit(kit, pdf, parts=["labels", "operator"])
    return pdf.getvalue()


def test_the_address_holds_the_game_and_makes_the_same_kit_byte_for_byte(hens):
    kit = kitgen.make_kit(str(hens), language="es", rule="michie")
    assert kit.command == "kitgen print hens-fox.toml --rule michie --language es"
    address = address_of(kit)
    hens.unlink()
    there, _ = read_address(parse_qsl(address.query), "en")
    again = kitgen.make_kit(there.kit, **there.chosen("kit"))
    assert again.hash == kit.hash
    assert printed(again) == printed(kit)


def test_the_address_of_a_shipped_game_is_its_name():
    assert (
        address_of(kitgen.make_kit("told:notakto", side="first")).query
        == "kit=told:notakto&language=en&side=first"
    )


@pytest.mark.parametrize(
    "kit", ["told:../../x", "told:nothing", "told:{}", 'told:{"name":"x"}', "/etc/passwd.toml"]
)
def test_an_address_never_names_a_file(kit):
    with pytest.raises(KitgenError):
        read_address([("kit", kit)], "en")


def test_the_kit_is_read_where_the_file_is_not(hens):
    kit = kitgen.make_kit(str(hens))
    data = write_kit(kit)
    hens.unlink()
    again = read_kit(data, "a kit")
    assert again.hash == kit.hash
    assert again.game.called == "Hens & fox"
    assert json.loads(data)["schema"] == "kitgen/kit@4"
    assert json.loads(write_kit(kitgen.make_kit("her")))["schema"] == "kitgen/kit@3"


def test_another_rule_is_another_kit(hens, tmp_path):
    kit = kitgen.make_kit(str(hens))
    other = tmp_path / "birds.toml"
    other.write_text(
        hens.read_text(encoding="utf-8") + '\n[end]\nreach = "loses"\n', encoding="utf-8"
    )
    assert kitgen.make_kit(str(other)).hash != kit.hash


def test_a_game_is_found_in_an_own_folder_by_the_name_of_its_command(hens, tmp_path, monkeypatch):
    (tmp_path / "games").mkdir()
    hens.rename(tmp_path / "games" / "hens-fox.toml")
    monkeypatch.chdir(tmp_path / "far")
    templates = Templates(own=tmp_path)
    kit = kitgen.make_kit("told:hens-fox", templates=templates)
    assert kit.command == "kitgen print hens-fox.toml"
    assert kitgen.make_kit("hens-fox.toml", templates=templates).hash == kit.hash


def test_journal_and_page_hold_the_game(hens, tmp_path):
    journal = tmp_path / "a.kitgen"
    begun = CliRunner().invoke(main, ["journal", "new", str(hens), "-o", str(journal)])
    assert begun.exit_code == 0, begun.output
    kit = kitgen.make_kit(str(hens))
    hens.unlink()
    status = CliRunner().invoke(main, ["journal", "status", str(journal)])
    assert f"({kit.short_hash})" in status.output
    assert page_data(kit)["game"] == kit.game_spec


def test_a_shipped_game_that_has_more_languages_by_now_keeps_its_command():
    kit = read_kit(sample("notakto/kit.json"), "1.0")
    assert kit.game_spec != make_game("told:notakto").spec
    assert kit.command == "kitgen print told:notakto"
    report = kitgen.verify(kit)
    assert report.verdict == "right"
    warnings = [check.warning for check in report.checks if check.warning]
    assert warnings == ["told:notakto in other words than this version has"]


def test_another_game_has_not_the_command_of_a_shipped_one(hens):
    text = hens.read_text(encoding="utf-8").replace('name = "Hens & fox"', 'name = "Hexapawn"')
    hens.write_text(f'{text}\n[end]\nstuck = "draws"\n', encoding="utf-8")
    kit = with_hash(replace(kitgen.make_kit(str(hens)), command="kitgen print told:hexapawn"))
    (fault,) = [check for check in kitgen.verify(kit).checks if check.verdict == "wrong"]
    assert fault.faults == (
        "command: kitgen print told:hexapawn instead of kitgen print hexapawn.toml",
    )
