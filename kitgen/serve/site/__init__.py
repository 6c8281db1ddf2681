"""Addresses, pages and headers: what a browser sees."""
