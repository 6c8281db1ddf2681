"""A kit against the rules of its game: which boxes it needs, what is in them, what their moves are worth.

``reference`` walks the rules and ``search`` looks ahead, both without the code that explores, solves and builds kits;
``boxes``, ``slots`` and ``values`` compare a kit with what they find, ``journal`` replays the games of a kit that has
played, and ``checks`` puts all in order.
"""
