"""`python -m verifier`: check exported campaigns, with nothing but their files."""

import sys

from verifier.command import main

if __name__ == "__main__":
    sys.exit(main())
