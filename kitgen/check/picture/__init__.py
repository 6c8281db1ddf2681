"""The third witness: what a page looks like, beside what it should look like.

The document is made again from the kit and the print run that travel in the PDF; both are rasterised as for print and
compared dot by dot, page by page. It needs to understand no mark, so it sees whatever an eye would see; and it reads
paper that was printed and scanned (``scan``).
"""
