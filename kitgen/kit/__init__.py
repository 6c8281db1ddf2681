"""The machine as an object: boxes, slots, beads, colours, and the files that hold them."""
