"""Names in any script, without markup and tricks."""

import pytest

from schnapsen_protocol.refusals import Code, Refused
from schnapsen_server.web.names import checked_name


@pytest.mark.parametrize("name", ["אבי 123!", "Kaiserin_Sissi", "Ö1", "李四", "महेश", "نور", "O'Hara", "x" * 20])
def test_any_script_is_welcome(name: str) -> None:
    assert checked_name(name) == name


def test_a_name_is_made_canonical() -> None:
    assert checked_name("  Jo\u0308rg \t  K ") == "Jörg K"


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "a",
        "x" * 21,
        "<b>x</b>",
        "a\x00b",
        "ab\u202ecd",
        "\u200bab",
        "\u200dab",
        "ab\u2066c",
        "!!",
        "a" + "\u0301\u0302\u0303" * 4,
        "\ud800x",
        "\ue000\ue001",
    ],
)
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_name(name)
    assert refused.value.code is Code.BAD_NAME
