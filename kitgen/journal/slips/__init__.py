"""The slips that may explain a journal and its counted beads: of hands, of the pen, what nobody
noted, and exchanged boxes.

How likely each is, is estimated, here as in ``templates/tables/slips.toml``: nobody has counted the
slips of many classes. How often the right one comes first with these estimates is measured on
classes that are simulated: ``benchmarks/classrooms.py``, ``benchmarks/children.py`` and
``docs/reliability.md``.
"""
