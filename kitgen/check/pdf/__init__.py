"""A printed PDF, read back from the marks on its pages alone."""
