"""The table of close codes on the protocol's page, the server's code and the client agree."""

import re
from pathlib import Path

from schnapsen_protocol.close_codes import CloseCode

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (\d{4}) \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)
PAGE = (ROOT / "protocol/README.md").read_text(encoding="utf-8")
ADVICE = {int(code): advice for code, advice in ROW.findall(PAGE)}


def test_the_page_lists_every_code_that_the_server_uses_once() -> None:
    listed = [int(code) for code, _ in ROW.findall(PAGE)]
    assert listed == sorted(CloseCode)


def test_the_server_closes_with_no_number_that_has_no_name() -> None:
    number = re.compile(r"(?:close|fail|close_all)\([^)\n]*\b(1\d{3}|4\d{3})\b")
    sources = (ROOT / "server/schnapsen_server").rglob("*.py")
    assert [path.name for path in sources if number.search(path.read_text(encoding="utf-8"))] == []


def test_the_client_comes_back_after_the_codes_after_which_the_page_says_so() -> None:
    text = (ROOT / "client/js/line.js").read_text(encoding="utf-8")
    (final,) = re.findall(r"const FINAL = new Set\(\[([\d, ]+)\]\)", text)
    assert {int(code) for code in final.split(",")} == {
        code for code, advice in ADVICE.items() if advice.startswith("no")
    }
