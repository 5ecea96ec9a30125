"""`python -m tests.glossary`: put the players' words into docs/glossary.md."""

from tests.glossary import PAGE, written

PAGE.write_text(written())
