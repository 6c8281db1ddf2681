"""``kitgen serve``: a site that makes kits for any visitor and stores nothing.

``address`` reads a kit from a URL, ``pool`` has tasks done by a few limited processes, ``work`` is what these run,
``app`` answers requests with ``pages``.
"""
