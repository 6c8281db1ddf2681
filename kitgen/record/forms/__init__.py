"""Sheets that are filled in by marking bubbles, as geometry: where each bubble lies, and what a mark in it says.

``kitgen.paper`` draws a form, and a camera finds its bubbles again: both ask ``make_form`` with what the code on the
sheet says, and the kit, and nothing else. Places do not hang on the language; letters are found by what a bubble means.
"""
