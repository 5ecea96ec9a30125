"""What the admin site shows of campaigns: messages that somebody has reported, and nothing else."""

from typing import Any

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.http import HttpRequest

from accounts.adminsite import Shown
from accounts.models import shown_name
from campaigns.models import PressReport
from campaigns.models.press import Reported
from campaigns.sealed import sealing


class ReportAdmin(Shown):
    """Read a reported message: who wrote it, all its wordings, and what its reader says is wrong.

    The rest of its thread stays closed; whom it was written to is not told.
    """

    list_display = ("__str__", "campaign", "at")
    fields = ("campaign", "at", "reported_by", "reason", "author", "thread", "wordings")
    readonly_fields = fields

    def has_change_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        """A report is a copy; nobody changes it."""
        return False

    def get_queryset(self, request: HttpRequest) -> Any:
        """With the campaign and who reported it, by one statement."""
        return super().get_queryset(request).select_related("campaign", "by")

    @admin.display(description="reported by")
    def reported_by(self, report: PressReport) -> str:
        """Who handed it over."""
        return str(shown_name(report.by.username, report.by.display_name, report.by.deleted_at))

    @admin.display
    def reason(self, report: PressReport) -> str:
        """What they say is wrong with it."""
        found = _opened(report)
        return found.reason if found else ""

    @admin.display
    def author(self, report: PressReport) -> str:
        """Who wrote it, and for which power."""
        found = _opened(report)
        if found is None:
            return ""
        person = get_user_model().objects.filter(pk=found.person).first()
        name = person.username if person is not None else "?"
        return f"{name}, for {found.power}" if found.power else f"{name}, as a moderator"

    @admin.display(description="stood in")
    def thread(self, report: PressReport) -> str:
        """A private thread or a common one."""
        found = _opened(report)
        return {"private": "a private thread", "public": "the public press"}.get(
            found.thread if found else "", "the announcements"
        )

    @admin.display(description="the message")
    def wordings(self, report: PressReport) -> str:
        """Every wording that it had when it was reported, oldest first."""
        found = _opened(report)
        if found is None:
            return "It can no longer be read: its key is missing."
        return "\n\n".join(f"{each.at:%Y-%m-%d %H:%M} UTC: {each.text}" for each in found.wordings)


def _opened(report: PressReport) -> Reported | None:
    try:
        return report.content
    except sealing.CannotUnseal:
        return None


admin.site.register(PressReport, ReportAdmin)
