"""Answers that are files."""

from django.http import StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.wire.answers import ApiView, answer, described
from campaigns.domain import export_file
from campaigns.errors import NotOnTheMenu
from campaigns.proofs.receipt_files import ReceiptsFile, SeenHead
from campaigns.selectors import export
from campaigns.selectors.log import receipts
from core.downloads import as_file
from core.input_limits import whole_number

SINCE = OpenApiParameter("since", int, description="Only what came after this log entry.")
SEQ = OpenApiParameter(
    "seq",
    str,
    description="Numbers of log entries, separated by commas, whose hashes are told.",
)


class ExportView(ApiView):
    """The whole campaign."""

    @described("The whole campaign as one file, as its reader may see it", export_file.Export)
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """Answer the file of docs/export.md, piece by piece."""
        pieces = export.export(slug, request.user)
        return as_file(pieces, name=export.file_name(slug))


class ReceiptsView(ApiView):
    """What the site signed for the reader."""

    @described("Your receipts, and the head of the log", ReceiptsFile, parameters=[SINCE, SEQ])
    def get(self, request: Request, slug: str) -> Response:
        """Answer the receipts file."""
        since = whole_number(request.query_params.get("since", "")) or 0
        seqs = _numbers(request)
        return answer(receipts.receipts_of(slug, request.user, since=since, seqs=seqs))


class HeadsView(ApiView):
    """The hashes of log entries."""

    @described("The hashes of log entries", SeenHead, many=True, parameters=[SEQ])
    def get(self, request: Request, slug: str) -> Response:
        """Answer those that the reader may read."""
        if seqs := _numbers(request):
            return answer(receipts.hashes(slug, request.user, seqs))
        found = receipts.head(slug, request.user)
        return answer([SeenHead(seq=found.seq, hash=found.hash)])


def _numbers(request: Request) -> list[int]:
    """The entries that are asked for. Raises ``NotOnTheMenu``."""
    text = request.query_params.get("seq", "")
    numbers = [whole_number(part) for part in text.split(",")[: receipts.MOST_ASKED] if text]
    if None in numbers:
        raise NotOnTheMenu(
            _("These are no numbers of log entries: %(text)s.") % {"text": text[:40]},
            field="seq",
            remedy=_("Give whole numbers, separated by commas."),
        )
    return [number for number in numbers if number is not None]
