"""The document that a PDF should be, printed again from what travels in it: the kit, and the print run that made it.

``run`` prints it, ``child`` does so in a process that may take only so much, and ``again`` is what the others ask.
"""
