"""docker-compose.yml, as far as it can be judged without an engine. `test_topology.py` runs what it describes."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest

from bootstrap import CHECKOUT
from kit.caddy import find
from kit.compose import FILE, caddyfile, compose, filled_in
from kit.node import NoProgram, program
from schnapsen_server.settings import Settings

Service = dict[str, Any]
DCLINT = "dclint@3.1.0"
LONGEST_DRAIN = 10


@pytest.fixture
def services() -> dict[str, Service]:
    found: dict[str, Service] = compose()["services"]
    return found


def test_there_is_a_proxy_before_servers_with_one_store(services: dict[str, Service]) -> None:
    assert set(services) == {"proxy", "server", "redis"}
    assert services["server"]["environment"]["REDIS_URL"].startswith("redis://redis:6379")
    assert services["server"]["deploy"]["replicas"] == 2
    (names,) = re.findall(r"reverse_proxy (.+) \{", caddyfile())
    assert names.split() == [f"{compose()['name']}-server-{number}:8000" for number in (1, 2)]


def test_what_a_service_names_exists(services: dict[str, Service]) -> None:
    whole = compose()
    for service in services.values():
        for name, wait in service.get("depends_on", {}).items():
            assert wait == {"condition": "service_healthy"}
            assert services[name]["healthcheck"]["test"]
        assert set(service["networks"]) <= set(whole["networks"])
        assert {mount.split(":")[0] for mount in service.get("volumes", ())} <= set(whole["volumes"])
        assert {one["source"] for one in service.get("configs", ())} <= set(whole["configs"])


def test_the_store_keeps_what_it_was_told_and_is_reached_by_the_servers_alone(services: dict[str, Service]) -> None:
    store = services["redis"]
    assert "--appendonly yes --appendfsync always" in store["command"]
    assert "--maxmemory-policy noeviction" in store["command"]
    assert [mount.split(":")[1] for mount in store["volumes"]] == ["/data"]
    assert [name for name, one in services.items() if "back" in one["networks"]] == ["server", "redis"]
    assert compose()["networks"]["back"] == {"internal": True}
    most = int(re.findall(r"--maxmemory (\d+)mb", store["command"])[0])
    assert 2 * most <= 1024  # a rewrite of the log may need it all once more
    assert store["deploy"]["resources"]["limits"]["memory"] == "1G"


def test_nothing_starts_without_a_secret(services: dict[str, Service]) -> None:
    with pytest.raises(KeyError, match="SCHNAPSEN_SECRET"):
        filled_in(services["server"]["environment"]["SCHNAPSEN_SECRET"], {})


def test_only_the_proxy_is_reached_and_only_from_this_machine_unless_asked(services: dict[str, Service]) -> None:
    assert [name for name, one in services.items() if "ports" in one] == ["proxy"]
    ports = [filled_in(one, {}) for one in services["proxy"]["ports"]]
    assert ports == ["127.0.0.1:8000:80", "127.0.0.1:8443:443"]
    wide = {"SCHNAPSEN_HTTP": "80", "SCHNAPSEN_HTTPS": "443"}
    assert [filled_in(one, wide) for one in services["proxy"]["ports"]] == ["80:80", "443:443"]


@pytest.mark.parametrize(("domain", "secure"), [("", False), ("play.example.org", True)])
def test_the_settings_are_such_as_the_server_takes(
    services: dict[str, Service], domain: str, secure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    variables = {"SCHNAPSEN_SECRET": "x", "SCHNAPSEN_DOMAIN": domain}
    for name, value in services["server"]["environment"].items():
        monkeypatch.setenv(name, filled_in(str(value), variables))
    settings = Settings()
    assert settings.secure_cookies is secure
    assert settings.workers == 1
    assert settings.trusted_proxies == (services["proxy"]["networks"]["front"]["ipv4_address"],)


def test_nobody_else_is_ever_given_the_address_of_the_proxy(services: dict[str, Service]) -> None:
    (addresses,) = compose()["networks"]["front"]["ipam"]["config"]
    proxy = ip_address(services["proxy"]["networks"]["front"]["ipv4_address"])
    assert proxy in ip_network(addresses["subnet"])
    assert proxy not in ip_network(addresses["ip_range"])


def test_the_server_says_when_it_is_ready_and_has_time_to_leave(services: dict[str, Service]) -> None:
    server = services["server"]
    command, interpreter, option, program = server["healthcheck"]["test"]
    assert (command, interpreter, option) == ("CMD", "python", "-c")
    assert "/ready" in program
    ast.parse(program)
    assert int(server["stop_grace_period"].removesuffix("s")) > LONGEST_DRAIN
    noticed = int(re.findall(r"health_interval (\d+)s", caddyfile())[0])
    assert server["environment"]["SCHNAPSEN_NOTICE_MS"] > 1000 * noticed


def test_nobody_has_more_power_than_he_needs(services: dict[str, Service]) -> None:
    for service in services.values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert set(service["deploy"]["resources"]["limits"]) == {"cpus", "memory"}
        assert service["healthcheck"]["test"][0] == "CMD"
    assert {name: one["cap_add"] for name, one in services.items() if "cap_add" in one} == {
        "proxy": ["NET_BIND_SERVICE"]
    }
    assert services["redis"]["user"] == "valkey"


def test_the_image_copies_what_there_is_and_does_not_run_as_root(services: dict[str, Service]) -> None:
    steps = [line.split() for line in services["server"]["build"]["dockerfile_inline"].splitlines()]
    copied = [name for step in steps if step[0] == "COPY" for name in step[1:-1]]
    assert [name for name in copied if not (CHECKOUT / name).exists()] == []
    assert [step[1] for step in steps if step[0] == "USER"] == ["schnapsen"]


@pytest.mark.parametrize("domain", ["", "play.example.org"])
def test_the_proxy_understands_what_it_is_told(domain: str, tmp_path: Path) -> None:
    program = find()
    if program is None:
        pytest.skip("no Caddy on PATH, and none could be installed: apt-get install caddy")
    (tmp_path / "Caddyfile").write_text(caddyfile(SCHNAPSEN_DOMAIN=domain), "utf-8")
    told = subprocess.run(
        [program, "adapt", "--adapter", "caddyfile", "--config", tmp_path / "Caddyfile"],
        capture_output=True,
        check=True,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    served = json.loads(told.stdout)["apps"]["http"]["servers"]
    site = next(one for one in served.values() if one["listen"] != [":2020"])
    assert site["listen"] == [":443" if domain else ":80"]  # with a name it gets a certificate for it
    assert ("match" in site["routes"][0]) is bool(domain)


def composed(tmp_path: Path, text: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """What podman-compose makes of the file. It asks podman for its version and nothing else."""
    podman = tmp_path / "podman"
    podman.write_text("#!/bin/sh\necho podman version 5.0.0\n")
    podman.chmod(0o755)
    (tmp_path / "docker-compose.yml").write_text(text, "utf-8")
    return subprocess.run(
        [sys.executable, "-m", "podman_compose", "-f", tmp_path / "docker-compose.yml", "config"],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", **variables},
    )


def test_a_compose_fills_the_file_in_and_asks_for_the_secret(tmp_path: Path) -> None:
    text = FILE.read_text("utf-8")
    done = composed(tmp_path, text, SCHNAPSEN_SECRET="very secret", SCHNAPSEN_DOMAIN="play.example.org")
    assert done.returncode == 0, done.stderr
    assert "very secret" in done.stdout
    assert "play.example.org {" in done.stdout
    assert re.search(r"SCHNAPSEN_SECURE_COOKIES: '?true'?", done.stdout)
    without = composed(tmp_path, text)
    assert without.returncode != 0
    assert "SCHNAPSEN_SECRET" in without.stdout + without.stderr


def linted(text: str, folder: Path) -> str:
    """What dclint says of the file's form, which it compares with the schema of the day."""
    folder.mkdir()
    (folder / "docker-compose.yml").write_text(text, "utf-8")
    try:
        dclint = program(DCLINT, "bin/dclint.cjs")
    except NoProgram as missing:
        pytest.skip(str(missing))
    done = subprocess.run([*dclint, "-f", "json", folder], capture_output=True, text=True, check=False)
    found = [message for file in json.loads(done.stdout) for message in file["messages"]]
    return "\n".join(one["message"] for one in found if one["rule"] == "invalid-schema")


@pytest.mark.skipif(not shutil.which("node"), reason="dclint needs node")
def test_its_form_is_that_of_a_compose_file(tmp_path: Path) -> None:
    text = FILE.read_text("utf-8")
    assert linted(text, tmp_path / "good") == ""
    assert "/services/proxy" in linted(text.replace("healthcheck:", "healthchek:", 1), tmp_path / "bad")
