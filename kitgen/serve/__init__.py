"""Kits without installing: a site that makes them for whoever opens its address, and keeps nothing.

``asked`` reads what an address asks for, ``pool`` has it made by a few processes that may take only so much, ``work``
is what these do, and ``site`` shows it.
"""
