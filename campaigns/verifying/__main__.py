"""`python -m campaigns.verifying`: check exported campaigns, with nothing but their files."""

import sys

from campaigns.verifying.command import main

if __name__ == "__main__":
    sys.exit(main())
