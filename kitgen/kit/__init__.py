"""Kits: boxes, slots, beads, colours, rules as data, and the files that hold them."""
