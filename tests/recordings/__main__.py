"""``python -m tests.recordings [BOOK...]``."""

import sys

from tests.recordings.making import main

main(sys.argv[1:])
