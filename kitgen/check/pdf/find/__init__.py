"""The sheets that lead to a box, read back: the ``key`` of a finder, and the ``route``, held against ``answers``.

``lying`` says how a box lies on the table by the signs behind its id. Nothing here knows the code that drew the sheets.
"""
