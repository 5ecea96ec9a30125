"""The secrets of a playing installation, made once and kept in var/secrets.json."""

import json
import os
from base64 import urlsafe_b64encode
from dataclasses import asdict, dataclass
from pathlib import Path
from secrets import token_bytes, token_urlsafe


@dataclass(frozen=True, slots=True)
class LocalSecrets:
    """What must not be known outside: Django's key, the keys that seal orders, the one that pushes to
    browsers, and the one that signs receipts.
    """

    secret_key: str
    seal_keys: str
    vapid_key: str
    site_key: str


def local_secrets(folder: Path) -> LocalSecrets:
    """Read the secrets of this folder, making them the first time.

    They are linked into place whole, so two processes starting together agree on the
    first one's secrets and neither ever reads half a file.
    """
    path = folder / "secrets.json"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o711)
        fresh = folder / f"secrets.{os.getpid()}.new"
        fresh.touch(mode=0o600)
        fresh.write_text(json.dumps(asdict(_new()), indent=2) + "\n")
        try:
            path.hardlink_to(fresh)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    try:
        return LocalSecrets(**json.loads(path.read_text()))
    except (ValueError, TypeError) as error:
        raise RuntimeError(
            f"{path} is not readable as secrets ({error}). Bring it back from a backup: without "
            f"its seal_keys everything sealed so far stays closed. To start over, remove {folder}."
        ) from error


def _new() -> LocalSecrets:
    return LocalSecrets(
        secret_key=token_urlsafe(50),
        seal_keys=urlsafe_b64encode(token_bytes(32)).decode(),
        vapid_key=urlsafe_b64encode(token_bytes(32)).decode(),
        site_key=urlsafe_b64encode(token_bytes(32)).decode(),
    )
