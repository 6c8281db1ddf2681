"""What a page for a browser may run, as its security policy says it."""

from base64 import b64encode
from hashlib import sha256


def source_hash(text: str) -> str:
    """Return the source that a policy allows where it allows one style or script by what stands in
    it.

    >>> source_hash("")
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    """
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
