"""What the kernel can raise, in sentences a reader can act on."""


class RulesError(Exception):
    """Something the rules cannot accept.

    ``message`` says what happened, ``rule`` by which rule (may be empty when no rule but
    the format is broken), ``remedy`` what to do next.
    """

    def __init__(self, message: str, *, rule: str = "", remedy: str = "") -> None:
        self.message = message
        self.rule = rule
        self.remedy = remedy
        super().__init__(
            " ".join(part for part in (message, f"({rule})" if rule else "", remedy) if part)
        )


class NotUnderstood(RulesError):
    """The words or the shape of an order, a table or a case cannot be read at all."""


class NotAllowed(RulesError):
    """An order is understood, but the rules forbid it now. Raised only when a caller skipped
    the menu; people are shown problems instead.
    """


class UnknownRule(RulesError):
    """A rule reference does not stand in the rulebook's index."""


class TableError(RulesError):
    """A data file is wrong; the message names the file, the key and the remedy."""


class DiceMismatch(RulesError):
    """Loaded dice ran out, or a die does not fit the roll that was asked for."""
