"""A form that a browser has sent with a file in it: taken apart here, where no more than one task can be harmed."""

import re
from email.parser import BytesHeaderParser

from kitgen.errors import UsageError
from kitgen.serve.bounds import MOST_PIECES

_BOUNDARY = re.compile(r'boundary="?([\w\'()+,./:=?-]{1,70})"?(?:;|$)', re.ASCII)
#: The longest head of a piece, in bytes.
_HEAD = 2_000
_SPOILT = "what the browser sent cannot be read; choose the file again"


def pieces(body: bytes, form: str) -> dict[str, tuple[str, bytes]]:
    r"""Return the pieces of a form, by name: the name of the file, empty where it is none, and the content.

    Args:
        body: what the browser has sent.
        form: its content type.

    Raises:
        UsageError: it is no such form.

    >>> body = b'--x\r\nContent-Disposition: form-data; name="a"; filename="k.pdf"\r\n\r\n%P\r\nDF\r\n--x--\r\n'
    >>> pieces(body, "multipart/form-data; boundary=x")
    {'a': ('k.pdf', b'%P\r\nDF')}
    """
    boundary = _BOUNDARY.search(form)
    if not form.startswith("multipart/form-data") or boundary is None:
        raise UsageError(_SPOILT)
    first, *inside = (b"\r\n" + body).split(b"\r\n--" + boundary[1].encode())
    if first or not inside or not inside[-1].startswith(b"--") or len(inside) > MOST_PIECES:
        raise UsageError(_SPOILT)
    found: dict[str, tuple[str, bytes]] = {}
    for piece in inside[:-1]:
        head, blank, content = piece.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        if not blank or len(head) > _HEAD:
            raise UsageError(_SPOILT)
        said = BytesHeaderParser().parsebytes(head)
        name = said.get_param("name", header="content-disposition")
        if not isinstance(name, str) or name in found:
            raise UsageError(_SPOILT)
        found[name] = said.get_filename("") or "", content
    return found
