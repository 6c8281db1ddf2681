"""``kitgen serve``: a site that makes kits for any visitor and stores nothing.

Its page is that of the app, and ``kitgen.web`` has all that it shows and does; here ``pool`` has tasks done by a few
limited processes, ``work`` is what these run, ``app`` answers requests, ``bounds`` has the limits.
"""
