"""``kitgen serve``: a site that makes kits for any visitor and stores nothing.

Its page is the app's, whose contents and tasks are in ``kitgen.web``; ``app`` answers requests,
``pool`` hands tasks to a few processes, which run ``work``.
"""
