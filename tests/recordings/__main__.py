"""``python -m tests.recordings [BOOK...]``."""

import sys

from tests.support.books.recordings import main

main(sys.argv[1:])
