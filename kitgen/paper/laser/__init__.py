"""Drawings for laser cutters."""
