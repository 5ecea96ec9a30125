"""Answers that are files."""

from django.http import StreamingHttpResponse
from rest_framework.request import Request

from accounts.tokens import READ
from campaigns import exportfile
from campaigns.api.wire import CampaignView, described
from campaigns.downloads import as_file
from campaigns.selectors import export


class Export(CampaignView):
    """The whole campaign."""

    scopes = {"GET": READ}

    @described("The whole campaign as one file, as its reader may see it", exportfile.Export)
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """Answer the file of docs/export.md, piece by piece."""
        pieces = export.export(slug, request.user)
        return as_file(pieces, name=export.file_name(slug))
