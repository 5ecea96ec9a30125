"""Which app answers which address; each app lists its own pages."""

from django.contrib import admin
from django.urls import include, path

from campaigns.api.wire.schema import Schema
from config.serving.health import healthz
from config.serving.metrics import metrics
from config.serving.security_txt import security_txt

handler400 = "core.input_limits.unreadable"
handler500 = "config.serving.db_unavailable.broken"

urlpatterns = [
    path(".well-known/security.txt", security_txt, name="security-txt"),
    path("healthz", healthz, name="healthz"),
    path("metrics", metrics, name="metrics"),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("accounts.library_urls")),
    path("api/schema/", Schema.as_view(), name="api-schema"),
    path("api/", include("campaigns.api.urls")),
    path("admin/", admin.site.urls),
    path("", include("frontend.urls")),
    path("", include("frontend.books.urls")),
]
