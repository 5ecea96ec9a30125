"""The production picture keeps its promises: healthy, unprivileged, scalable, no secret inside."""

import json
import re
import tomllib
from typing import Any

import pytest
import yaml

from config.celery import LONGEST_FAREWELL
from config.supervision import stack
from core.paths import BASE_DIR

COMPOSE: dict[str, Any] = yaml.safe_load((BASE_DIR / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
SECRET = re.compile("KEY|PASSWORD|TOKEN|SECRET")
FROM_ENVIRONMENT = re.compile(r"\$\{[A-Z_]+(:[?-][^}]*)?\}")


def test_it_has_every_part_of_the_stack() -> None:
    assert set(SERVICES) == {"proxy", "site", "migrate", "db", "redis"}


@pytest.mark.parametrize("name", sorted(set(SERVICES) - {"site", "migrate"}))
def test_every_service_can_say_whether_it_is_well(name: str) -> None:
    assert SERVICES[name]["healthcheck"]["test"]


def test_the_site_is_asked_by_its_own_image() -> None:
    assert "healthcheck" not in SERVICES["site"]
    assert 'CMD ["python", "deploy/healthcheck.py"]' in (BASE_DIR / "Dockerfile").read_text()


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_no_service_runs_as_root(name: str) -> None:
    assert SERVICES[name]["user"] not in {"root", "0", "0:0"}
    assert SERVICES[name]["cap_drop"] == ["ALL"]


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_secrets_come_from_the_environment_and_their_lack_is_explained(name: str) -> None:
    for variable, value in SERVICES[name].get("environment", {}).items():
        if SECRET.search(variable) or "://" in str(value):
            written = FROM_ENVIRONMENT.sub("", str(value))
            assert "${" not in written
            if SECRET.search(variable):
                assert written == "", f"{variable} holds something that is not from outside"
    for needed in re.findall(r"\$\{([A-Z_]+):\?", str(SERVICES[name])):
        assert f"| `{needed}` |" in (BASE_DIR / "docs" / "running.md").read_text()


def test_the_site_runs_all_its_parts_in_one_program_which_one_setting_makes_larger() -> None:
    assert "command" not in SERVICES["site"]
    [command] = re.findall(r"^CMD (\[.*\])$", (BASE_DIR / "Dockerfile").read_text(), re.MULTILINE)
    program, *options = json.loads(command)
    assert [program, *options[:2]] == ["python", "manage.py", "serve"]
    assert not set(options) & set(stack.NAMES)
    assert SERVICES["site"]["environment"]["SITE_PROCESSES"] == "${SITE_PROCESSES:-}"


@pytest.mark.parametrize("name", ["LIMITS", "GUEST_GAMES"])
def test_how_much_may_be_done_is_set_where_docker_runs_it_too(name: str) -> None:
    assert SERVICES["site"]["environment"][name] == f"${{{name}:-}}"


def test_docker_waits_until_the_site_has_ended_by_itself() -> None:
    [patience] = re.findall(r'"--patience", "(\d+)"', (BASE_DIR / "Dockerfile").read_text())
    seconds = int(SERVICES["site"]["stop_grace_period"].removesuffix("s"))
    assert seconds > stack.patience_of_tasks(int(patience)) > LONGEST_FAREWELL


def test_the_site_believes_the_network_that_only_the_proxy_shares_with_it() -> None:
    assert {n for n, s in SERVICES.items() if "front" in s["networks"]} == {"proxy", "site"}
    [network] = COMPOSE["networks"]["front"]["ipam"]["config"]
    assert SERVICES["site"]["environment"]["TRUSTED_PROXIES"] == network["subnet"]
    [alias] = SERVICES["site"]["networks"]["front"]["aliases"]
    # By this name the proxy finds the processes in that network and in no other.
    assert f"dynamic a {alias} 8000" in (BASE_DIR / "deploy" / "Caddyfile").read_text()
    assert "trusted-proxies" not in (BASE_DIR / "Dockerfile").read_text()


def test_what_must_last_lies_in_volumes() -> None:
    for name in ("db", "redis"):
        [volume] = SERVICES[name]["volumes"]
        assert volume.split(":")[0] in COMPOSE["volumes"]


def test_nothing_but_the_way_in_is_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    assert SERVICES["db"]["networks"] == SERVICES["redis"]["networks"] == ["inside"]


def test_the_image_runs_as_an_ordinary_account_and_takes_every_package() -> None:
    lines = (BASE_DIR / "Dockerfile").read_text().splitlines()
    last_user = [line for line in lines if line.startswith("USER ")][-1]
    copied = {line.split()[1] for line in lines if line.startswith("COPY ")}
    contracts = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["tool"]["importlinter"]
    site = set(contracts["root_packages"]) - {"examples"}

    assert last_user == "USER chancellery"
    assert site <= copied
    assert "examples" not in copied
    # And the builder is shown what it is to copy.
    shown = (BASE_DIR / ".dockerignore").read_text().splitlines()
    assert {f"!{package}" for package in site} <= set(shown)
    assert "!examples" not in shown


def test_the_proxy_starts_without_root_and_may_write_its_certificates() -> None:
    proxy = SERVICES["proxy"]
    image = (BASE_DIR / proxy["build"]["dockerfile"]).read_text()
    [folder] = [v.split(":")[1] for v in proxy["volumes"] if v.split(":")[0] in COMPOSE["volumes"]]

    assert proxy["environment"]["XDG_DATA_HOME"] == folder
    assert f"chown {proxy['user']} {folder}" in image
    # The image's own program asks for a capability that cap_drop takes from everybody.
    assert "cp /usr/bin/caddy /usr/local/bin/caddy" in image
    assert 'CMD ["/usr/local/bin/caddy",' in image


def directives(caddyfile: str) -> list[str]:
    """The first word of every line of a Caddyfile that says something."""
    lines = [re.sub(r"(^|\s)#.*", "", line).split() for line in caddyfile.splitlines()]
    return [words[0] for words in lines if words]


def test_the_proxy_compresses_nothing() -> None:
    """The site does, and blurs the lengths: see `docs/security.md`."""
    assert directives("a {\n\tencode zstd # small\n}\n") == ["a", "encode", "}"]
    written = directives((BASE_DIR / "deploy" / "Caddyfile").read_text())
    assert "reverse_proxy" in written
    # `import` and `templates` could bring anything in; `precompressed` belongs to `file_server`.
    assert not {"encode", "import", "templates", "precompressed"} & set(written)


def test_the_proxy_writes_no_address_that_is_a_key() -> None:
    """What a proxy cannot answer it writes to its log: whole, unless told otherwise."""
    caddyfile = (BASE_DIR / "deploy" / "Caddyfile").read_text()
    (before, _, _) = caddyfile.partition("{$SITE_ADDRESS}")
    assert "log {" in before
    for part in ("request>uri delete", "request>headers delete"):
        assert part in before


def test_the_app_is_told_its_address() -> None:
    assert COMPOSE["x-app"]["environment"]["SITE_ADDRESS"] == "https://${SITE_ADDRESS}"
