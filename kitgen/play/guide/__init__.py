"""The operator's guide: beside a real table it names boxes, hears which beads were picked, and says what to do then."""
