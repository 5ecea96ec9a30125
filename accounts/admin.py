"""What the admin site shows of people."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts import services
from accounts.adminsite import Shown
from accounts.lookalikes import tidied
from accounts.models import User


class UserAdmin(Shown):
    """Look a person up, let them in or keep them out. Passwords are reset by mail, not here."""

    list_display = ("username", "display_name", "email", "is_active", "date_joined")
    search_fields = ("username", "display_name", "email", "new_email")
    readonly_fields = (
        "username",
        "display_name",
        "email",
        "new_email",
        "time_zone",
        "date_joined",
    )
    fields = (*readonly_fields, "is_active", "is_staff", "is_superuser")

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> Any:
        """Names are looked for as they are kept."""
        return super().get_search_results(request, queryset, tidied(search_term))

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Superusers alone; a deleted account stays as it is, and one's own rights stay one's own."""
        allowed = request.user.is_active and getattr(request.user, "is_superuser", False)
        closed = obj is not None and (obj.deleted_at is not None or obj.pk == request.user.pk)
        return bool(allowed) and not closed

    def save_model(self, request: Any, obj: User, form: Any, change: bool) -> None:
        """Change rights through the service, and nothing else."""
        services.set_rights(
            obj.pk,
            by=request.user,
            active=obj.is_active,
            staff=obj.is_staff,
            superuser=obj.is_superuser,
        )


admin.site.register(User, UserAdmin)
