"""Tables on the terminal look the same, whether rich lays out their rows or they are only
padded.
"""

from kitgen.cli.terminal import show_table


def test_rows_that_fit_look_as_rich_lays_them_out(capsys):
    rows = [("1", "Zoë", "A1 R, B4 U"), ("12", "中文", ""), ("3", "", "lost")]
    show_table(["game", "opponent", "beads"], rows, right=["game"])
    plain = capsys.readouterr().out
    show_table(
        ["game", "opponent", "beads"],
        [("\x1b[1m1\x1b[0m", *rows[0][1:]), *rows[1:]],
        right=["game"],
    )
    assert capsys.readouterr().out == plain
    assert plain.splitlines()[1].startswith("   1  Zoë")
