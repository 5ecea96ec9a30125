"""What the players are asked, and ask each other, for programs."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.tokens import PLAY, READ
from campaigns.api import requests
from campaigns.api.wire import CampaignView, answer, described, once, read
from campaigns.selectors import table
from campaigns.selectors.access import reading
from campaigns.services import consenting


class Questions(CampaignView):
    """What the seated people are asked."""

    scopes = {"GET": READ, "POST": PLAY}

    @described(
        "The open questions, their tallies, and who has not answered", table.Question, many=True
    )
    def get(self, request: Request, slug: str) -> Response:
        """Answer the questions."""
        return answer(table.questions(slug, request.user))

    @described(
        "Ask the others to agree to something",
        table.Question,
        takes=requests.Proposing,
        many=True,
        writes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Open a vote, with one's own yes, and tell what is open now."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.Proposing)

        def propose() -> tuple[table.Question, ...]:
            consenting.propose(
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
            return table.questions(slug, request.user)

        return answer(once(request, propose, given=given, slug=slug, phase=given.phase), to=request)


class Answer(CampaignView):
    """One question."""

    scopes = {"POST": PLAY, "DELETE": PLAY}

    @described(
        "Agree to a question, or no longer",
        table.Question,
        takes=requests.Answering,
        many=True,
        writes=True,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Answer it, and tell what is open now."""
        given = read(request, requests.Answering)

        def reply() -> tuple[table.Question, ...]:
            say = consenting.agree if given.agree else consenting.take_back
            say(slug, by=request.user, number=number)
            return table.questions(slug, request.user)

        return answer(once(request, reply, given=given, slug=slug), to=request)

    @described("Take back a question that you put", table.Question, many=True, writes=True)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Withdraw it, and tell what is open now."""

        def withdraw() -> tuple[table.Question, ...]:
            consenting.withdraw(slug, by=request.user, number=number)
            return table.questions(slug, request.user)

        return answer(once(request, withdraw, slug=slug))
