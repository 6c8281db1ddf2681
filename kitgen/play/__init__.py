"""Playing with machines at a terminal: games, boxes, beads and saves as plain objects, and two thin faces of them.

``console.py`` speaks in lines of text, for pipes and screen readers; ``screens/`` draws the same with Textual.
"""
