"""What can be asked about a position: by cases, pages and the API."""

from collections.abc import Mapping
from typing import Any

from examples.three_harbors.model.state import HarborState
from examples.three_harbors.valleys.chances import added
from rules.kernel.questions import Argument, Number, Question, Questions
from rules.kernel.tally import Tally


def _added(state: HarborState, arguments: Mapping[str, Any]) -> Tally:
    return added(state, arguments["points"], arguments["rivals"])


QUESTIONS = Questions(
    {
        "added": Question(
            _added,
            "What is added to the die of a valley",
            "a tally",
            {"points": Argument(Number(0, 9), 0), "rivals": Argument(Number(0, 2), 0)},
        )
    }
)
