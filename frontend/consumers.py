"""The WebSocket of a campaign page: tells the browser *what changed*, never what it says.

The browser then fetches the fragment like any page, so that there is one door only at which it
is decided who may see what.
"""

from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from campaigns import push
from campaigns.selectors import access


class CampaignConsumer(AsyncJsonWebsocketConsumer):
    """Follows one campaign for one reader."""

    groups: list[str]

    async def connect(self) -> None:
        """Join the public group, and the private one of each power the reader plays."""
        if await self._follow():
            await self.accept()
        else:
            await self.close(code=4404)

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """Browsers have nothing to say here; orders go through the forms."""

    async def changed(self, message: dict[str, Any]) -> None:
        """Pass on the topics that changed; who lost a seat hears of its own affairs no more."""
        if "seats" in message["what"] and not await self._follow():
            await self.close(code=4404)
        else:
            await self.send_json({"what": message["what"]})

    async def _follow(self) -> bool:
        """Stand in the groups of what the reader may follow now, and in no others."""
        slug, person = self.scope["url_route"]["kwargs"]["slug"], self.scope.get("user")
        powers = await database_sync_to_async(access.powers_of_reader)(slug, person)
        wanted = [push.group(slug, power) for power in ("", *powers)] if powers is not None else []
        for group in set(self.groups).difference(wanted):
            await self.channel_layer.group_discard(group, self.channel_name)
        for group in set(wanted).difference(self.groups):
            await self.channel_layer.group_add(group, self.channel_name)
        self.groups = wanted
        return powers is not None
