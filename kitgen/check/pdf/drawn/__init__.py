"""What lies on a page, told by its look alone.

From the bottom up: ``marks`` are outlines and letters, found by their place in an ``index``; ``recognise`` tells what
an outline is; ``boards`` finds the boards and ``cards`` what they stand on; ``badges``, ``moves`` and ``pieces`` read
what lies there, which ``drawing`` puts together. Nothing here knows a kit, or where and how large things are drawn.
"""
