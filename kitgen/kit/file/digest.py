"""The digest of plain data, by which a kit is named."""

import hashlib

import msgspec


def digest(data: dict[str, object]) -> str:
    """Return the SHA-256 of plain data as JSON without blanks, sorted, in UTF-8: whatever the order of its keys.

    >>> digest({"a": 1, "b": [2]}) == digest({"b": [2], "a": 1})
    True
    """
    return hashlib.sha256(msgspec.json.encode(data, order="sorted")).hexdigest()
