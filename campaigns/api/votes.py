"""What the players are asked, and ask each other, for programs."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.tokens import PLAY, READ
from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, idempotent, read
from campaigns.selectors.reader.access import reading
from campaigns.selectors.seats import seats_page
from campaigns.services.voting import agree


class QuestionsView(ApiView):
    """What the seated people are asked."""

    scopes = {"GET": READ, "POST": PLAY}

    @described(
        "The open questions, their tallies, and who has not answered",
        seats_page.Question,
        many=True,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Answer the questions."""
        return answer(seats_page.questions(slug, request.user))

    @described(
        "Ask the others to agree to something",
        seats_page.Question,
        takes=requests.ProposeVote,
        many=True,
        writes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Open a vote, with one's own yes, and tell what is open now."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.ProposeVote)

        def propose() -> tuple[seats_page.Question, ...]:
            agree.propose(
                slug,
                by=request.user,
                kind=given.kind,
                reason=given.reason,
                phase=given.phase,
                hours=given.hours,
                power=given.power,
                to=given.to,
                username=given.username,
                until=given.until,
            )
            return seats_page.questions(slug, request.user)

        return answer(
            idempotent(request, propose, given=given, slug=slug, phase=given.phase), to=request
        )


class AnswerView(ApiView):
    """One question."""

    scopes = {"POST": PLAY, "DELETE": PLAY}

    @described(
        "Agree to a question, or no longer",
        seats_page.Question,
        takes=requests.AnswerQuestion,
        many=True,
        writes=True,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Answer it, and tell what is open now."""
        given = read(request, requests.AnswerQuestion)

        def reply() -> tuple[seats_page.Question, ...]:
            say = agree.agree if given.agree else agree.take_back
            say(slug, by=request.user, number=number)
            return seats_page.questions(slug, request.user)

        return answer(idempotent(request, reply, given=given, slug=slug), to=request)

    @described("Take back a question that you put", seats_page.Question, many=True, writes=True)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Withdraw it, and tell what is open now."""

        def withdraw() -> tuple[seats_page.Question, ...]:
            agree.withdraw(slug, by=request.user, number=number)
            return seats_page.questions(slug, request.user)

        return answer(idempotent(request, withdraw, slug=slug))
