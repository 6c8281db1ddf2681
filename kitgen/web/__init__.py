"""What runs in a browser: the companion page of a kit, and the pages that make kits.

The companion page is one file with a kit's machine, and plays it without knowing any rules. ``tasks`` is all that the
other pages ask for, whether kitgen runs in the browser itself or on a server (``kitgen.serve``); ``address`` is the kit
in a URL, ``forms`` are the fields for all choices, and the results.
"""
