"""What is said of a saved game that cannot be read."""


class NotRead(Exception):
    """A file is not read; ``message`` says why and ``remedy`` what to do next."""

    def __init__(self, message: str, remedy: str = "") -> None:
        self.message, self.remedy = message, remedy
        super().__init__(message)
