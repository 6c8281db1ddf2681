"""Pages for browsers: the companion page of a kit, and the pages that make kits.

The companion page is one file with a kit's machine, and plays it without knowing any rules.
``tasks`` does the work of the other pages, in the browser or on a server (``kitgen.serve``);
``address`` is the kit in a URL.
"""
