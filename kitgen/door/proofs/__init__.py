"""What is verified beside a kit and its print: stripped PDFs, tables of others, certificates, beads."""
