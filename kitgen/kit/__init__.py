"""The machine as an object: boxes, slots, beads, colours, and the files that hold them.

``select`` says which positions get a box, ``build`` makes the boxes, and the choices of an edition say which and how.
"""
