"""The machine at work: beads that are picked, learn, and are counted.

A loss takes a bead in ``learning.teach``, whoever plays: at the table, in the kernel and in the chain of bead states.
"""
