"""Which consumer answers which WebSocket address."""

from django.urls import path

from frontend.consumers import CampaignConsumer

websocket_urlpatterns = [
    path("ws/campaign/<slug:slug>/", CampaignConsumer.as_asgi()),  # type: ignore[arg-type]
]
