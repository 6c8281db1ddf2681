"""A printed PDF, read back from the marks on its pages alone, and compared with its kit.

From the page up: ``page`` opens a PDF and reads its ``marks``; ``recognise`` tells what an outline is; ``boards``
finds the boards and ``cards`` what they stand on; ``badges``, ``moves`` and ``pieces`` read what lies there, which
``drawing`` puts together; ``boxes`` says what boxes a page shows. Up to here nothing knows what should be there.
``compare`` holds a drawing against its box, ``complete`` a part against the kit, ``checks`` the whole PDF.
"""
