"""Where the embedded servers keep their data and their sockets."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.data.redis_urls import for_celery
from config.settings import base
from config.supervision import services as embedded
from config.supervision.secrets_file import local_secrets
from config.supervision.services import EmbeddedServices, ServiceError
from core.paths import BASE_DIR, LONGEST_SOCKET_PATH, POSTGRES_SOCKET, Place


def test_sockets_lie_beside_the_data_when_the_path_allows_it() -> None:
    assert Place(Path("/srv/chancellery/var")).sockets == Path("/srv/chancellery/var/run")


@pytest.mark.parametrize(
    "root",
    ["/" + "deep/" * 40 + "var", "/srv/with spaces/var", "/srv/zoë/var", "/srv/a?b#c%20/var"],
)
def test_sockets_move_to_a_short_plain_folder_when_it_does_not(root: str) -> None:
    sockets = Place(Path(root)).sockets

    assert not sockets.is_relative_to(root)
    assert len(bytes(sockets / POSTGRES_SOCKET)) <= LONGEST_SOCKET_PATH
    assert Place(Path(root)).sockets == sockets
    assert Place(Path(root + "2")).sockets != sockets


def test_every_client_reads_the_same_redis_url() -> None:
    assert for_celery("unix:///srv/var/redis.sock?db=3") == (
        "redis+socket:///srv/var/redis.sock?virtual_host=3"
    )
    assert for_celery("redis://:word@host:6380/1") == "redis://:word@host:6380/1"


def test_the_embedded_database_url_is_understood() -> None:
    settings = base.database(Place(Path("/srv/chancellery/var")).database_url)["default"]

    assert settings["HOST"] == "/srv/chancellery/var/run"
    assert settings["NAME"] == settings["USER"] == "chancellery"


def test_secrets_are_made_once_and_for_their_owner_alone(tmp_path: Path) -> None:
    first = local_secrets(tmp_path / "var")

    assert local_secrets(tmp_path / "var") == first
    assert local_secrets(tmp_path / "other") != first
    assert (tmp_path / "var" / "secrets.json").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["secrets.json"]


def test_damaged_secrets_are_never_replaced_in_silence(tmp_path: Path) -> None:
    (tmp_path / "secrets.json").write_text("{")

    with pytest.raises(RuntimeError, match="from a backup"):
        local_secrets(tmp_path)


def test_a_socket_folder_laid_out_by_somebody_else_is_refused(tmp_path: Path) -> None:
    place = Place(tmp_path / "var")
    place.root.mkdir()
    (tmp_path / "elsewhere").mkdir()
    place.sockets.symlink_to(tmp_path / "elsewhere")

    with pytest.raises(ServiceError, match="cannot be trusted"):
        EmbeddedServices(place).start()


def test_a_database_is_made_from_a_clone_whose_folder_a_shell_would_misread(
    tmp_path, monkeypatch
) -> None:
    package = embedded.postgres_binary("initdb").parents[2]
    odd = tmp_path / 'costs $5, "quoted", `ticked` and \\slashed'
    for part in (package / "pginstall18", package.with_name(f"{package.name}.libs")):
        shutil.copytree(part, odd / part.relative_to(package.parent))
    programs = odd / package.name / "pginstall18" / "bin"
    monkeypatch.setattr(embedded, "postgres_binary", lambda name: programs / name)
    place = Place(odd / "var")

    with embedded.running(place, durable=False):
        assert (place.postgres_data / "PG_VERSION").exists()


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ({"PORT": "8001"}, "http://localhost:8001"),
        ({"ALLOWED_HOSTS": "192.0.2.10"}, "http://192.0.2.10:8000"),
        ({"ALLOWED_HOSTS": "*"}, "http://localhost:8000"),
    ],
)
def test_letters_lead_to_the_name_under_which_people_are_signed_in(
    given: dict[str, str], address: str, tmp_path
) -> None:
    kept = {n: v for n, v in os.environ.items() if n not in {"PORT", "ALLOWED_HOSTS"}}
    said = subprocess.run(
        [sys.executable, "-c", "from config.settings import play; print(play.SITE_ADDRESS)"],
        cwd=BASE_DIR,
        env={**kept, "CHANCELLERY_VAR": str(tmp_path), **given},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.strip() == address
