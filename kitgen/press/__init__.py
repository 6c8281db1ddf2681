"""A print run: what is printed, the folder that it goes to, its manifest, and printing it again."""
