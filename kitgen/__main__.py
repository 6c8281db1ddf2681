"""Run the command line as ``python -m kitgen``."""

from kitgen.cli.main import main

if __name__ == "__main__":
    main()
