"""``kitgen serve``: a site that makes kits for any visitor and stores nothing.

``kitgen.web`` reads a kit from a URL (``address``), does tasks (``tasks``) and shows their results (``forms``); here
``pool`` has tasks done by a few limited processes, ``work`` is what these run, ``app`` answers requests with ``pages``.
"""
