"""A kit's folder: what is in it and whose it is, what it is called, and writing it all or not at all."""
