"""How a campaign's log names the site's key (:mod:`campaigns.crypto.site_keys`)."""

from typing import Final

from rules.kernel.serial import canonical

KEY_HEAD: Final = b"chancellery site key 1\n"


def statement(campaign: str, key: str, before: str) -> bytes:
    """What a new key and the one before it sign: that it follows in this campaign."""
    return KEY_HEAD + canonical({"campaign": campaign, "key": key, "before": before})
