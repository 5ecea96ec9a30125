"""When something that ended by itself may be started again: later each time if it keeps ending."""

import time
from dataclasses import dataclass, field

STEADY_SECONDS = 10.0  # after running this long it is no longer failing


@dataclass(slots=True)
class Backoff:
    """The pauses of one thing that is kept running. `first` and `longest` are in seconds."""

    first: float
    longest: float
    at: float | None = None  # when it may start again; None while it runs
    _pause: float = 0.0
    _began: float = field(default_factory=time.monotonic)

    def started(self) -> None:
        """It runs from now on."""
        self._began, self.at = time.monotonic(), None

    def ended(self) -> float:
        """It has ended; returns the seconds to wait before it is started again."""
        now = time.monotonic()
        steady = now - self._began > STEADY_SECONDS
        pause = self.first if steady or not self._pause else self._pause
        self._pause = min(pause * 2, self.longest)
        self.at = now + pause
        return pause

    @property
    def due(self) -> bool:
        """Whether the pause after its end is over."""
        return self.at is not None and time.monotonic() >= self.at
