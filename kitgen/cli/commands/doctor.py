"""``kitgen doctor``: versions, libraries, typefaces and folders of this installation."""

import platform
import re
import sys
from dataclasses import asdict, dataclass
from importlib import metadata
from itertools import groupby
from pathlib import Path

import click

from kitgen.cli.options import options, templates_option
from kitgen.cli.terminal import echo_lines, json_option, wrote_json
from kitgen.errors import KitgenError
from kitgen.installing.extras import EXTRA_OF
from kitgen.installing.installation import install_command
from kitgen.paper.style import FACES, Face
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts
from kitgen.verdict import Verdict

#: What is said where the requirements of kitgen are not known.
UNKNOWN_LIBRARIES = (
    "libraries: kitgen is not installed as a package, so the libraries that it needs were "
    "not looked for"
)


#: The letters of a column of names.
WIDTH_OF_NAMES = 24


@dataclass(frozen=True, slots=True)
class Finding:
    """One checked component.

    Attributes:
        found: its version or place; empty if it is missing.
        extra: the extra that installs it, if any.
    """

    group: str
    name: str
    found: str
    extra: str = ""


def examine(templates: Templates) -> list[Finding]:
    """Return the components of this installation, including missing libraries and typefaces.

    >>> [finding.name for finding in examine(Templates()) if finding.group == "program"]
    ['kitgen', 'Python', 'system']
    """
    return [
        *_programs(),
        *_libraries(),
        *map(_typeface, FACES.values()),
        *_data(templates),
    ]


def _programs() -> list[Finding]:
    version = _version("kitgen") or "not installed,"
    return [
        Finding("program", "kitgen", f"{version} in {Path(__file__).parents[2]}"),
        Finding("program", "Python", f"{platform.python_version()} in {sys.prefix}"),
        Finding("program", "system", platform.platform()),
    ]


def _data(templates: Templates) -> list[Finding]:
    findings = []
    for number, root in enumerate(templates.roots, 1):
        findings.append(Finding("data", f"templates {number}", str(root)))
    findings.append(Finding("data", "editions", ", ".join(templates.names("editions"))))
    findings.append(Finding("data", "languages", ", ".join(templates.languages())))
    return findings


def _libraries() -> list[Finding]:
    try:
        requirements = metadata.requires("kitgen") or []
    except metadata.PackageNotFoundError:  # which is shown beside its name, and makes the verdict
        return []
    findings: dict[str, Finding] = {}  # by the library, which several extras may need
    for line in requirements:  # such as: rich>=13; extra == 'lab'
        name = re.match(r"[A-Za-z0-9._-]+", line)
        if name is None or name[0].lower() == "kitgen":  # an extra that is made of others
            continue
        named_extra = re.search(r"extra\s*==\s*['\"]([a-z]+)", line)
        extra = named_extra[1] if named_extra else ""
        if extra and extra not in EXTRA_OF.values():  # one for developers
            continue
        library = Finding("library", name[0], _version(name[0]), extra)
        findings.setdefault(name[0].lower(), library)
    return list(findings.values())


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _typeface(face: Face) -> Finding:
    try:
        return Finding("typeface", face.name, str(face.file()))
    except KitgenError:
        return Finding("typeface", face.name, "")


@click.command(epilog="Example: kitgen doctor")
@options(json_option, templates_option)
def command(templates: Templates) -> int:
    """Show versions, libraries and folders, for a bug report.

    The exit code is 1 if something that every command needs is missing, and 3 if kitgen is not
    installed as a package, so that it does not know its libraries.
    """
    findings = examine(templates)
    missing = [finding.name for finding in findings if not finding.found and not finding.extra]
    not_read = []
    if not any(finding.group == "library" for finding in findings):
        not_read = [UNKNOWN_LIBRARIES]
    verdict = Verdict.of(faults=bool(missing), not_read=bool(not_read))
    judged = {"verdict": verdict, "passed": verdict is Verdict.RIGHT, "not_read": not_read}
    if wrote_json(lambda: {"findings": [asdict(finding) for finding in findings]} | judged):
        return verdict.exit_code
    _show(findings)
    echo_lines(["", *not_read])
    match verdict:
        case Verdict.WRONG:
            click.echo(f"wrong: {', '.join(missing)} missing")
        case Verdict.NOT_DECIDED:
            click.echo(Texts("en", templates)("verdict.not_decided", count=len(not_read)))
        case Verdict.RIGHT:
            click.echo("right: nothing that printing needs is missing")
    return verdict.exit_code


def _show(findings: list[Finding]) -> None:
    for group, members in groupby(findings, key=lambda finding: finding.group):
        click.echo(group)
        for member in members:
            state = member.found
            if not state and member.extra:
                state = f"not installed: {install_command(member.extra)}"
            click.echo(f"  {member.name:{WIDTH_OF_NAMES}} {state or 'MISSING'}")
    terminal = "a terminal" if sys.stdout.isatty() else "no terminal"
    click.echo(f"terminal\n  {'output':{WIDTH_OF_NAMES}} {sys.stdout.encoding}, {terminal}")
