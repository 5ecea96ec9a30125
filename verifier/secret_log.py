"""What entries held: the commitments to what was done in secret, once they are opened."""

from collections.abc import Iterator

import msgspec

from campaigns.domain.export_file import Export
from campaigns.proofs import secret_heads
from campaigns.proofs.secret_heads import SecretHead
from campaigns.rulebooks.values import secret_values
from rules.kernel.serial import shaped
from verifier.report import Check, counted, opens

OPENED = "secrets.opened"


class Opened(SecretHead, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing done in secret as it is opened: after which entry, and with what order."""

    after: int
    order: dict[str, object] | None
    nonce: str
    signature: str = ""
    scheme: str = ""

    @property
    def held(self) -> SecretHead:
        """What was committed to."""
        names = SecretHead.__struct_fields__
        return SecretHead(**{name: getattr(self, name) for name in names})


class Secrets(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that was done in secret, and the key of what the entries held."""

    key: str
    secrets: tuple[Opened, ...]


def opened(export: Export) -> Secrets | None:
    """What was done in secret, once it is public. Raises ``ValidationError`` for another shape."""
    entry = next((entry for entry in export.log if entry.kind == OPENED), None)
    return shaped(entry.body, Secrets) if entry else None


def since(secrets: Secrets | None, seq: int) -> Iterator[Opened]:
    """What was done in secret after entry ``seq``, in its order."""
    return (one for one in (secrets.secrets if secrets else ()) if one.after == seq)


def check_held(export: Export) -> Check:
    """Every entry held what was done in secret since the one before, nothing more and nothing less."""
    check = Check(name="secrets")
    for entry in export.log:
        if not entry.held:
            check.fault(
                f"log entry {entry.seq} ({entry.kind}) holds nothing, not even an empty list"
            )
    secrets = opened(export)
    if secrets is None:
        check.said = f"{counted(len(export.log), 'entry', 'entries')} with a commitment"
        if export.campaign.status == "finished":
            check.fault("the campaign is over, and what was done in secret was not opened")
        else:
            check.left.append("what was done in secret stays closed until the campaign is over")
        return check
    key = bytes.fromhex(secrets.key)
    for entry in export.log:
        held = [one.held for one in since(secrets, entry.seq - 1)]
        if secret_heads.commitment(key, entry.seq, held) != entry.held:
            check.fault(
                f"log entry {entry.seq} ({entry.kind}) did not hold what is opened as done before it"
            )
    places = {entry.seq - 1 for entry in export.log}
    for one in secrets.secrets:
        where = f"what {one.power or 'the desk'} did in secret after log entry {one.after}"
        if one.after not in places:
            check.fault(f"{where} was held by no entry")
        committed = one.kind == "act" or one.kind in secret_values.KINDS
        if committed and not opens(one.commitment, one.nonce, one.order):
            check.fault(f"{where} is not what it was committed to")
    ordered = [one.after for one in secrets.secrets]
    check.equal("the order of what was done in secret", ordered, sorted(ordered))
    check.said = f"{counted(len(secrets.secrets), 'secret')} opened, held by the entries after them"
    return check
