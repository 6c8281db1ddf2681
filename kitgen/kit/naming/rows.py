"""The letter of a row of boxes, and the row of a letter."""


def row_letter(row: int) -> str:
    """Return the letter of a row: A for 1, Z for 26, then AA; nothing for 0, the one row of a machine without others.

    >>> row_letter(3), row_letter(27), row_letter(0)
    ('C', 'AA', '')
    """
    letters = ""
    while row:
        row, rest = divmod(row - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def row_number(box_id: str) -> int:
    """Return the row of the box with an id, the number that ``row_letter`` makes its letter of.

    >>> row_number("C12"), row_number("AA3"), row_number("9")
    (3, 27, 0)
    """
    row = 0
    for letter in box_id:
        if not "A" <= letter <= "Z":
            break
        row = 26 * row + ord(letter) - ord("A") + 1
    return row
