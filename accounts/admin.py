"""People in Django's admin, for those who run the site."""

from django.contrib import admin

from accounts.models import User


@admin.register(User)
class UserAdmin(admin.ModelAdmin[User]):
    """Look a person up, let them in or keep them out. Passwords are reset by mail, not here."""

    list_display = ("username", "display_name", "email", "is_active", "date_joined")
    search_fields = ("username", "display_name", "email")
    fields = (
        "username",
        "display_name",
        "email",
        "time_zone",
        "is_active",
        "is_staff",
        "is_superuser",
    )
    readonly_fields = ("username",)

    def has_delete_permission(self, *_args: object, **_kwargs: object) -> bool:
        """Accounts are deleted by `services.delete_account`, which keeps history whole."""
        return False
