"""How answers and requests travel: the selectors' own records as JSON, and nothing between."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

import msgspec
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.limits import again_in
from accounts.tokens import PLAY, READ, in_scope
from campaigns.api.wire.requests import WriteRequest
from campaigns.crypto import receipts
from campaigns.errors import (
    CampaignError,
    FactChange,
    FactsChanged,
    NotOnTheMenu,
    OrderRefused,
    SeveralWrong,
    TooOften,
)
from campaigns.proofs import receipt_files
from campaigns.selectors.reader.access import reading
from campaigns.services.log import idempotency as idempotency_service
from core.input_limits import whole_number
from core.records import like
from rules.kernel.serial import shaped

T = TypeVar("T")

RECORDS: dict[str, type] = {}
"""The records that the API's schema describes, by name."""


class OnlyJson(DefaultContentNegotiation):
    """There is one form of answer, so whatever a request would like gets that."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        """The only one there is."""
        return renderers[0], renderers[0].media_type


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """Why a request was refused: what happened, by which rule, where, and what to do next.

    ``problems`` lists everything that is wrong with an order, ``changed`` the facts that are no
    longer what the request says was seen.
    """

    code: str
    message: str
    rule: str = ""
    field: str = ""
    remedy: str = ""
    problems: tuple[dict[str, str], ...] = ()
    changed: tuple[FactChange, ...] = ()


class ApiView(APIView):
    """An API view whose refusals are the campaign's own."""

    content_negotiation_class = OnlyJson

    def handle_exception(self, exc: Exception) -> Response:
        """Answer a refusal with its words."""
        if isinstance(exc, exceptions.Throttled):
            seconds = max(1, round(getattr(exc, "wait", None) or 1))
            exc = TooOften(seconds, remedy=again_in(seconds))
        if isinstance(exc, CampaignError):
            told = answer(refusal(exc), status=exc.status)
            if isinstance(exc, TooOften):
                told.headers["Retry-After"] = str(exc.seconds)
            return told
        if isinstance(exc, exceptions.APIException):
            refused = super().handle_exception(exc)
            refused.data = plain(Refusal(code=str(exc.default_code), message=str(exc.detail)))
            return refused
        return super().handle_exception(exc)


def refusal(error: CampaignError) -> Refusal:
    """A refusal as a record."""
    problems = error.problems if isinstance(error, OrderRefused | SeveralWrong) else ()
    return like(
        Refusal,
        error,
        problems=tuple(
            {"field": one.field, "message": one.message, "rule": one.rule} for one in problems
        ),
        changed=error.changed if isinstance(error, FactsChanged) else (),
    )


def plain(value: Any) -> Any:
    """A record as plain data."""
    return msgspec.to_builtins(value, enc_hook=str)


def answer(
    value: Any, status: int = 200, *, applied: str = "", to: Request | None = None
) -> Response:
    """An answer, never to be kept by anybody between us and its reader.

    ``applied`` names the preference of the request that it follows. A list that answers ``to`` a request
    which did something has the site's receipt in a header.
    """
    headers = {"Cache-Control": "private, no-store"}
    if applied:
        headers["Preference-Applied"] = applied
    if to is not None and (got := receipts.noted(to.user.pk)):
        headers["Receipt"] = msgspec.json.encode(got[-1]).decode("ascii")
    return Response(plain(value), status=status, headers=headers)


def prefers_minimal(request: Request) -> bool:
    """Whether the request wants to be told no more than that it was carried out (RFC 7240)."""
    wishes = request.META.get("HTTP_PREFER", "").lower().replace(" ", "").split(",")
    return "return=minimal" in wishes


def read(request: Request, kind: type[T]) -> T:
    """A request's body as a record. Raises ``NotOnTheMenu`` naming the part that cannot be read."""
    try:
        return shaped(request.data, kind)
    except msgspec.ValidationError as error:
        raise NotOnTheMenu(
            _("This request cannot be read: %(error)s.") % {"error": error},
            remedy=_("See /api/schema/."),
        ) from error


def idempotent(
    request: Request,
    work: Callable[[], Any],
    *,
    body: WriteRequest | None = None,
    slug_of: Callable[[Any], str] | None = None,
) -> Any:
    """Carry a request out and give its answer as plain data; to a repetition the first answer."""
    match = request.resolver_match
    named = dict(match.kwargs) if match else {}
    slug, power = named.pop("slug", ""), named.pop("power", "")
    phase = whole_number(request.query_params.get("phase", ""))
    asked = idempotency_service.Request(
        person=request.user.pk or 0,
        route=f"{request.method} {match.view_name if match else request.path}",
        key=key_of(request, body),
        # What the address names besides campaign and power, such as the number of a question, is asked too.
        body=[dict(request.query_params), _without_key(body), *([named] if named else [])],
        slug=slug,
        power=power or getattr(body, "power", ""),
        phase=getattr(body, "phase", phase),
    )
    return idempotency_service.answered(asked, lambda: receipted(request, work()), slug_of=slug_of)


def receipted(request: Request, value: Any) -> Any:
    """A record as plain data, with the site's receipt for what the request did as ``receipt``. A list has no
    fields: its receipt goes into the header ``Receipt``, and is had again at ``receipts/``.
    """
    found = plain(value)
    got = receipts.noted(request.user.pk)
    if got and isinstance(found, dict):
        found["receipt"] = plain(got[-1])
    return found


def _without_key(body: WriteRequest | None) -> Any:
    return None if body is None else plain(msgspec.structs.replace(body, key=""))


def key_of(request: Request, body: WriteRequest | None = None) -> str:
    """The key of a request; of an act or a seal its nonce serves."""
    field = body.key or getattr(body, "nonce", "") if body is not None else ""
    return request.headers.get("Idempotency-Key", "") or field


KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="A random word. The same request with the same key gets its first answer again.",
)


def described(
    summary: str,
    kind: type,
    *,
    takes: type | None = None,
    many: bool = False,
    writes: bool = False,
    scope: str = "",
    receipt: bool = False,
    status: tuple[int, ...] = (200,),
    parameters: Sequence[OpenApiParameter] = (),
) -> Any:
    """Describe a view's method for the schema by the records that it takes and gives, with one of these ``status``.

    What ``writes`` may be asked twice, with a key. ``scope`` is what a token needs for it, where that is not
    ``PLAY`` to write and ``READ`` to read. With ``receipt`` the answer has the site's receipt too.
    """
    result = _reference(kind, many=many)
    if receipt:
        added = {"type": "object", "properties": {"receipt": _reference(receipt_files.Receipt)}}
        result = {"allOf": [result, added]}
    responses: dict[Any, Any] = {**dict.fromkeys(status, result), "4XX": _reference(Refusal)}
    request = {"application/json": _reference(takes)} if takes else None
    schema = extend_schema(
        summary=summary,
        responses=responses,
        request=request,
        parameters=[*parameters, *([KEY] if writes else [])],
    )
    open_to_tokens = in_scope(scope or (PLAY if writes else READ))
    return lambda method: open_to_tokens(schema(method))


def write_action(
    summary: str,
    kind: type,
    *,
    takes: type[WriteRequest] | None = None,
    readers_only: bool = False,
    header: bool = False,
    slug_of: Callable[[Any], str] | None = None,
    status: int = 200,
    **more: Any,
) -> Any:
    """Make a view's method of one that carries a request out and gives the record to answer with; it is
    described for the schema as by :func:`described`, with ``more``.

    The method gets the body, of which it ``takes`` one, as ``body``. A request that comes again with its key
    gets the first answer. With ``readers_only`` one who may not read the campaign is told no more.
    ``header``: the answer is a list, and the receipt goes into a header. ``slug_of`` finds in the answer the
    campaign that was founded.
    """

    def decorated(carry_out: Callable[..., Any]) -> Any:
        @wraps(carry_out)
        def method(view: ApiView, request: Request, **named: Any) -> Response:
            if readers_only:
                reading(named["slug"], request.user)
            body = read(request, takes) if takes else None
            if body is not None:
                named["body"] = body
            result = idempotent(
                request,
                lambda: carry_out(view, request, **named),
                body=body,
                slug_of=slug_of,
            )
            return answer(result, status=status, to=request if header else None)

        return described(summary, kind, takes=takes, writes=True, status=(status,), **more)(method)

    return decorated


def _reference(kind: type, *, many: bool = False) -> dict[str, Any]:
    # Records of several modules may have one name.
    name = f"{kind.__module__}.{kind.__qualname__}"
    RECORDS[name] = kind
    one = {"$ref": name}
    return {"type": "array", "items": one} if many else one


def with_records(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Put the records into the schema, and refer to them by their names there: a hook of drf-spectacular."""
    refs, records = msgspec.json.schema_components(
        RECORDS.values(), ref_template="#/components/schemas/{name}"
    )
    result = _named_in_schema(result, dict(zip(RECORDS, refs, strict=True)))
    result.setdefault("components", {}).setdefault("schemas", {}).update(records)
    return result


def _named_in_schema(node: Any, refs: dict[str, Any]) -> Any:
    """A part of the schema in which records are referred to as msgspec names them."""
    if isinstance(node, list):
        return [_named_in_schema(each, refs) for each in node]
    if not isinstance(node, dict):
        return node
    if node.keys() == {"$ref"} and node["$ref"] in refs:
        return dict(refs[node["$ref"]])
    return {key: _named_in_schema(value, refs) for key, value in node.items()}
