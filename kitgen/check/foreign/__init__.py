"""Position tables that others have written, against the rules: what is wrong in them, in as few findings as explain it.

``table`` reads a file into entries, ``boards`` and ``squares`` are the ways of writing in them, ``guess`` finds out
which were used, ``moves`` and ``explain`` compare the entries with the rules, and ``verify`` puts it all in order.
"""
