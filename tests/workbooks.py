"""Workbooks for tests, written by hand as Office Open XML and OpenDocument, so that nothing else
decides their form.
"""

import datetime as dt
import io
import zipfile
from xml.sax.saxutils import escape, quoteattr

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
KINDS = "application/vnd.openxmlformats-officedocument.spreadsheetml"
NAMES = "urn:oasis:names:tc:opendocument:xmlns"


def zipped(parts):
    """Return a ZIP file of parts by name."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return data.getvalue()


def named(sheets):
    """Return sheets by name; a list of rows alone is the sheet ``Games``."""
    return sheets if isinstance(sheets, dict) else {"Games": sheets}


def xlsx(sheets, more="", merged=()):
    """Return a workbook as Office Open XML; ``merged`` are ranges such as ``A1:A3`` of each
    sheet.
    """
    sheets = named(sheets)

    def cell(value):
        if isinstance(value, dt.date):
            return f'<c s="1"><v>{(value - dt.date(1899, 12, 30)).days}</v></c>'
        if isinstance(value, int):
            return f"<c><v>{value}</v></c>"
        return f'<c t="inlineStr"><is><t>{escape(value)}</t></is></c>'

    def sheet(rows):
        body = "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)
        ranges = "".join(f"<mergeCell ref={quoteattr(place)}/>" for place in merged)
        merge = f"<mergeCells>{ranges}</mergeCells>" if ranges else ""
        return f'<worksheet xmlns="{MAIN}"><sheetData>{body}</sheetData>{merge}</worksheet>' + more

    numbers = range(1, len(sheets) + 1)
    overrides = "".join(
        f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{KINDS}.worksheet+xml"/>'
        for n in numbers
    )
    listed = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{n}" r:id="r{n}"/>'
        for n, name in zip(numbers, sheets, strict=True)
    )
    links = "".join(
        f'<Relationship Id="r{n}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in numbers
    )
    styles = f'<Relationship Id="s" Type="{OFFICE}/styles" Target="styles.xml"/>'
    return zipped(
        {
            "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default '
            'Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{KINDS}.sheet.main+xml"/>'
            '<Override PartName="/xl/styles.xml" '
            f'ContentType="{KINDS}.styles+xml"/>{overrides}</Types>',
            "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" '
            f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{MAIN}" '
            f'xmlns:r="{OFFICE}"><sheets>{listed}</sheets></workbook>',
            "xl/_rels/workbook.xml.rels": "<Relationships "
            f'xmlns="{PACKAGE}/relationships">{links}{styles}</Relationships>',
            "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><cellXfs count="2"><xf numFmtId="0"/>'
            '<xf numFmtId="14"/></cellXfs></styleSheet>',
            **{
                f"xl/worksheets/sheet{n}.xml": sheet(rows)
                for n, rows in zip(numbers, sheets.values(), strict=True)
            },
        }
    )


def ods(sheets):
    """Return a workbook as OpenDocument."""

    def cell(value):
        if isinstance(value, dt.date):
            return (
                '<table:table-cell office:value-type="date" '
                f'office:date-value="{value.isoformat()}"/>'
            )
        if isinstance(value, int):
            kind = f'office:value-type="float" office:value="{value}"'
        else:
            kind = 'office:value-type="string"'
        return f"<table:table-cell {kind}><text:p>{escape(str(value))}</text:p></table:table-cell>"

    spaces = " ".join(f'xmlns:{name}="{NAMES}:{name}:1.0"' for name in ("office", "table", "text"))
    tables = ""
    for name, rows in named(sheets).items():
        body = "".join(
            f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows
        )
        tables += f"<table:table table:name={quoteattr(name)}>{body}</table:table>"
    manifest = f"{NAMES}:manifest:1.0"
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": "<office:document-content "
            f"{spaces}><office:body><office:spreadsheet>{tables}"
            "</office:spreadsheet></office:body></office:document-content>",
            "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{manifest}"/>',
        }
    )
