"""A line of a template with very many dots, each of which would take as long as all before it, is
refused on any line; dots side by side are one.
"""

import pytest

from kitgen.errors import TemplateError
from kitgen.reading.templates import read_toml

MANY = ".".join(["a"] * 34) + " = 1"
ALLOWED = ".".join(["b"] * 33) + " = 1"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (MANY, 1),
        (f"x = 1\n{MANY}", 2),
        (f"x = 1\n\n# three\n{MANY}\ny = 1", 4),
        (f"{ALLOWED}\n[t]\n{MANY}", 3),
        (f"{ALLOWED}\n[t]\n{ALLOWED}", None),
        ("x = '" + "." * 200 + "'", None),
        ("x = '" + "… " * 200 + "'", None),
    ],
)
def test_each_line_may_have_so_many_dots(tmp_path, text, line):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    if line is None:
        assert read_toml(path, dict)
        return
    with pytest.raises(TemplateError) as caught:
        read_toml(path, dict)
    message = str(caught.value)
    assert message.endswith(f"mine.toml': line {line} has more than 32 dots; split the line")
