"""A report as JUnit XML, which programs that run checks by the dozen read: a suite for each witness."""

from itertools import groupby
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from kitgen.check.report import Check, Report


def junit(report: Report) -> bytes:
    """Return a report as the bytes of a JUnit XML file.

    >>> from kitgen.check.report import found_faults
    >>> ids = found_faults("ids", "all different", "two A1", ["A1 twice"])
    >>> print(junit(Report("her", "her", "00", (ids,))).decode())
    <?xml version='1.0' encoding='utf-8'?>
    <testsuites name="her" tests="1" failures="1" skipped="0">
      <testsuite name="kit" tests="1" failures="1" skipped="0">
        <testcase classname="kit.her" name="ids">
          <failure message="expected all different; found two A1">A1 twice</failure>
        </testcase>
      </testsuite>
    </testsuites>
    """
    root = Element("testsuites", {"name": _plain(report.subject)} | _counts(report.checks))
    for witness, group in groupby(report.checks, key=lambda check: check.witness):
        checks = tuple(group)
        suite = SubElement(root, "testsuite", {"name": witness} | _counts(checks))
        for check in checks:
            case = SubElement(suite, "testcase", classname=f"{witness}.{report.kit}", name=_plain(check.name))
            if check.passed is None:
                SubElement(case, "skipped", message=_plain(check.reason))
            elif not check.passed:
                message = _plain(f"expected {check.expected}; found {check.found}")
                SubElement(case, "failure", message=message).text = _plain("\n".join(check.faults))
            elif check.warning:
                SubElement(case, "system-out").text = _plain(check.warning)
    indent(root)
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _counts(checks: tuple[Check, ...]) -> dict[str, str]:
    failed = sum(check.passed is False for check in checks)
    skipped = sum(check.passed is None for check in checks)
    return {"tests": str(len(checks)), "failures": str(failed), "skipped": str(skipped)}


def _plain(text: str) -> str:
    """Return a text without the signs that XML cannot hold, which a damaged file may bring."""
    return "".join(sign if sign >= " " or sign in "\t\n" else "?" for sign in text).encode("utf-8", "replace").decode()
