"""Boxes to fold and pieces to cut: nets, and how they lie on a sheet."""
