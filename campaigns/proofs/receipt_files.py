"""The site's receipts and the files that keep them, and heads of logs (:mod:`campaigns.crypto.receipts`)."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from campaigns.proofs import signatures
from rules.kernel.serial import canonical

HEAD: Final = b"chancellery receipt 1\n"
FORMAT: Final = "chancellery-receipts"
HEADS_FORMAT: Final = "chancellery-heads"
VERSION: Final = 1


class Receipt(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One receipt. ``seq`` and ``hash`` are those of the log entry; of what was done in secret ``after`` and
    ``hash`` are those of the entry before it. ``key`` is the site's public key.
    """

    campaign: str
    seq: int = 0
    after: int = 0
    hash: str
    kind: str
    power: str
    phase: int = 0
    commitment: str = ""
    at: str
    key: str
    signature: str

    @property
    def signed(self) -> bytes:
        """The text under the signature."""
        return statement(
            {
                name: getattr(self, name)
                for name in self.__struct_fields__
                if name not in ("seq", "after", "signature")
            }
            | ({"after": self.after} if self.after else {"seq": self.seq})
        )

    @property
    def holds(self) -> bool:
        """Whether its signature is that of its key."""
        return signatures.is_signed(self.key, self.signed, self.signature)


class SeenHead(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody was shown as the last entry of a log: its number and its hash."""

    seq: int
    hash: str


class ReceiptsFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player's receipts of one campaign, and the heads of its log that were seen. ``key`` is the site's
    public key in it now; empty where the site gives no receipts there.
    """

    format: str = FORMAT
    version: int = VERSION
    campaign: str
    key: str
    receipts: tuple[Receipt, ...]
    heads: tuple[SeenHead, ...]


class NamedHead(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The head of one campaign's log."""

    campaign: str
    seq: int
    hash: str


class HeadsFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The heads of several logs, as ``/.well-known/chancellery-heads.json`` has them."""

    format: str = HEADS_FORMAT
    version: int = VERSION
    at: str
    heads: tuple[NamedHead, ...]


def statement(content: Mapping[str, Any]) -> bytes:
    """What the site signs."""
    return HEAD + canonical(content)
