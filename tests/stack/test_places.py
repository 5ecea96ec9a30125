"""Where the embedded servers keep their data and their sockets."""

from pathlib import Path

import pytest

from config.places import LONGEST_SOCKET_PATH, POSTGRES_SOCKET, Place
from config.redis_urls import for_celery
from config.secrets_file import local_secrets
from config.services import EmbeddedServices, ServiceError
from config.settings import base


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
