"""A printed PDF, read back from the marks on its pages alone, and compared with its kit.

``reading`` asks a process of its own, ``child``, for what a PDF holds, within ``limits``; there ``screen`` looks
through the file, and ``page`` opens it and reads the marks of its pages. ``drawn`` tells what they are, ``boxes`` which
boxes they show, and ``find`` how sheets lead to them: up to here nothing knows what should be there, but that ``find``
also holds what it read against the kit. ``compare`` holds a drawing against its box,
``complete`` a part against the kit, and ``checks`` the whole PDF, whose kit and print run travel ``attached`` to it.
"""
