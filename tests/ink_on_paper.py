"""A page as its ink falls on paper."""

import pypdfium2


def page_image(path, index, dpi=150):
    """Return a page, counted from 0: columns, rows, and three bytes (RGB) a dot."""
    with pypdfium2.PdfDocument(path) as pdf:
        bitmap = pdf[index].render(scale=dpi / 72, rev_byteorder=True, prefer_bgrx=False)
        stride = bitmap.stride
        columns = bitmap.width
        rows = bitmap.height
        data = bytes(bitmap.buffer)
        assert bitmap.n_channels == 3
    return (
        columns,
        rows,
        b"".join(data[row * stride : row * stride + 3 * columns] for row in range(rows)),
    )
