"""Which consumer answers which WebSocket address."""

from django.urls import path

from frontend.consumers import CampaignConsumer

websocket_urlpatterns = [
    path("ws/campaign/<slug:slug>/", CampaignConsumer.application),  # type: ignore[arg-type]
]
