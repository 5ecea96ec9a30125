"""What the players are asked, and ask each other, for programs."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, write_action
from campaigns.selectors.seats import seats_page
from campaigns.services.voting import agree


class QuestionsView(ApiView):
    """What the seated people are asked."""

    @described(
        "The open questions, their tallies, and who has not answered",
        seats_page.Question,
        many=True,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Answer the questions."""
        return answer(seats_page.questions(slug, request.user))

    @write_action(
        "Ask the others to agree to something",
        seats_page.Question,
        takes=requests.ProposeVote,
        many=True,
        readers_only=True,
        header=True,
    )
    def post(self, request: Request, slug: str, body: requests.ProposeVote) -> Any:
        """Open a vote, with one's own yes, and tell what is open now."""
        agree.propose(slug, by=request.user, **body.fields)
        return seats_page.questions(slug, request.user)


class AnswerView(ApiView):
    """One question."""

    @write_action(
        "Agree to a question, or no longer",
        seats_page.Question,
        takes=requests.AnswerQuestion,
        many=True,
        header=True,
    )
    def post(self, request: Request, slug: str, number: int, body: requests.AnswerQuestion) -> Any:
        """Answer it, and tell what is open now."""
        say = agree.agree if body.agree else agree.take_back
        say(slug, by=request.user, number=number)
        return seats_page.questions(slug, request.user)

    @write_action("Take back a question that you put", seats_page.Question, many=True)
    def delete(self, request: Request, slug: str, number: int) -> Any:
        """Withdraw it, and tell what is open now."""
        agree.withdraw(slug, by=request.user, number=number)
        return seats_page.questions(slug, request.user)
