"""Games filled in by marking: from bubbles that are marked, empty or unsure to what was played (docs/camera.md)."""
