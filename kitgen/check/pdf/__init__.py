"""A printed PDF, read back from the marks on its pages alone, and compared with its kit.

``page`` opens a PDF and reads the marks of its pages, ``drawn`` tells what they are, ``boxes`` which boxes they show:
up to here nothing knows what should be there. ``compare`` holds a drawing against its box, ``complete`` a part against
the kit, and ``checks`` the whole PDF, whose kit and print run travel ``attached`` to it.
"""
