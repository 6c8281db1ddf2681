"""Games asked for by ``kitgen session add``: box by box, and where a photo is not clear."""
