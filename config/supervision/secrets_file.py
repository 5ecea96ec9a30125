"""The secrets of a playing installation, made once and kept in var/secrets.json."""

import fcntl
import json
import os
from base64 import urlsafe_b64encode
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from secrets import token_bytes, token_urlsafe


@dataclass(frozen=True, slots=True)
class LocalSecrets:
    """What must not be known outside: Django's key, the keys that seal orders, and the one that pushes to
    browsers.
    """

    secret_key: str
    seal_keys: str
    vapid_key: str = ""


def local_secrets(folder: Path) -> LocalSecrets:
    """Read the secrets of this folder, making them the first time. One that a folder of before lacks is
    added.

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
        found = LocalSecrets(**json.loads(path.read_text()))
        return found if found.vapid_key else _completed(path)
    except (ValueError, TypeError) as error:
        raise RuntimeError(
            f"{path} is not readable as secrets ({error}). Bring it back from a backup: without "
            f"its seal_keys everything sealed so far stays closed. To start over, remove {folder}."
        ) from error


def _completed(path: Path) -> LocalSecrets:
    """The secrets with one that is new, added by whoever comes first; the others keep theirs."""
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = LocalSecrets(**json.loads(path.read_text()))
        if not found.vapid_key:
            found = replace(found, vapid_key=_new().vapid_key)
            fresh = path.with_suffix(f".{os.getpid()}.new")
            fresh.touch(mode=0o600)
            fresh.write_text(json.dumps(asdict(found), indent=2) + "\n")
            fresh.replace(path)
    return found


def _new() -> LocalSecrets:
    return LocalSecrets(
        secret_key=token_urlsafe(50),
        seal_keys=urlsafe_b64encode(token_bytes(32)).decode(),
        vapid_key=urlsafe_b64encode(token_bytes(32)).decode(),
    )
