"""A phase under way."""

from examples.three_harbors.model.facts import FACTS
from examples.three_harbors.model.state import HarborState
from rules.kernel import adjudication


class Adjudication(adjudication.Adjudication[HarborState]):
    """One phase or act under way."""

    registry = FACTS
