"""Marks in millimetres: scenes, letters, shapes, codes that are read by touch or by a camera."""
