"""What is verified beside a kit and its print: tables of others, certificates, the beads in the boxes now."""
