"""docker-compose.yml, as far as it can be judged without an engine."""

import ast
import re
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # its stubs are one more package for three lines

from bootstrap import CHECKOUT

TEXT = (CHECKOUT / "docker-compose.yml").read_text("utf-8")


@pytest.fixture
def services() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load(TEXT)["services"]
    return found


def test_there_is_a_server_and_its_store(services: dict[str, dict[str, Any]]) -> None:
    assert set(services) == {"redis", "server"}
    assert services["server"]["environment"]["REDIS_URL"].startswith("redis://redis:6379")


def test_what_a_service_waits_for_exists_and_can_become_healthy(services: dict[str, dict[str, Any]]) -> None:
    for service in services.values():
        for name, wait in service.get("depends_on", {}).items():
            assert wait == {"condition": "service_healthy"}
            assert services[name]["healthcheck"]["test"]


def test_the_store_keeps_what_it_was_told(services: dict[str, dict[str, Any]]) -> None:
    store = services["redis"]
    assert "--appendonly yes" in store["command"]
    assert "noeviction" in store["command"]
    volumes = yaml.safe_load(TEXT)["volumes"]
    assert [mount.split(":")[0] in volumes and mount.split(":")[1] for mount in store["volumes"]] == ["/data"]


def test_nothing_starts_without_a_secret(services: dict[str, dict[str, Any]]) -> None:
    assert re.fullmatch(r"\$\{SCHNAPSEN_SECRET:\?.+}", services["server"]["environment"]["SCHNAPSEN_SECRET"])


def test_only_this_machine_reaches_the_server_unless_asked(services: dict[str, dict[str, Any]]) -> None:
    assert "ports" not in services["redis"]
    assert services["server"]["ports"] == ["${SCHNAPSEN_BIND:-127.0.0.1}:${SCHNAPSEN_PORT:-8000}:8000"]


def test_the_server_says_that_it_is_well_and_has_time_to_leave(services: dict[str, dict[str, Any]]) -> None:
    server = services["server"]
    command, interpreter, option, program = server["healthcheck"]["test"]
    assert (command, interpreter, option) == ("CMD", "python", "-c")
    assert "/health" in program
    ast.parse(program)
    assert int(server["stop_grace_period"].removesuffix("s")) > 10


def test_the_image_copies_what_there_is_and_does_not_run_as_root(services: dict[str, dict[str, Any]]) -> None:
    steps = [line.split() for line in services["server"]["build"]["dockerfile_inline"].splitlines()]
    copied = [name for step in steps if step[0] == "COPY" for name in step[1:-1]]
    assert [name for name in copied if not (CHECKOUT / name).exists()] == []
    assert [step[1] for step in steps if step[0] == "USER"] == ["schnapsen"]
