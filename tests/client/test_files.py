"""What every file of the client keeps to: it mirrors, it draws its suits, it obeys the content policy."""

import re
from pathlib import Path

import pytest

CLIENT = Path(__file__).parents[2] / "client"
SHEETS = sorted(path for path in CLIENT.glob("*.css") if path.name != "felt.css")
PAGES = sorted(CLIENT.glob("*.html"))
SCRIPTS = sorted(CLIENT.glob("js/*.js"))
ALL = sorted(path for path in CLIENT.rglob("*") if path.suffix in {".css", ".html", ".js", ".json", ".svg"})

SIDED = re.compile(
    r"(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right|top|bottom)\b"
    r"|border-(?:top|bottom)-(?:left|right)-radius"
    r"|(?:text-align|float|clear)\s*:\s*(?:left|right)"
    r"|(?<![\w-])(?:left|right|top|bottom|(?:min-|max-)?(?:width|height))\s*:"
)


def names(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("sheet", SHEETS, ids=names)
def test_a_sheet_says_start_and_end_instead_of_left_and_right(sheet: Path) -> None:
    # Media queries ask about the screen, which has no direction.
    rules = re.sub(r"/\*.*?\*/|@media[^{]*", "", sheet.read_text("utf-8"), flags=re.DOTALL)
    assert SIDED.findall(rules) == []


@pytest.mark.parametrize("path", ALL, ids=names)
def test_suits_are_drawn_and_never_written(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(r"[\u2660-\u2667]|&#x?0*(?:266[0-7]|97(?:2[4-9]|3[01]));|\\u\{?266[0-7]", text, re.IGNORECASE)


@pytest.mark.parametrize("path", [*PAGES, *SCRIPTS], ids=names)
def test_nothing_that_the_content_policy_refuses(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(r"\sstyle=|\son[a-z]+=[\"']|setAttribute\(\s*[\"']style|javascript:|<style\b", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>", text)


@pytest.mark.parametrize("path", ALL, ids=names)
def test_nothing_comes_from_elsewhere(path: Path) -> None:
    assert not re.search(r"(?:https?:)?//(?!www\.w3\.org/)[a-z0-9-]+\.[a-z]", path.read_text("utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    named = re.findall(r"\"/static/([^\"]+)\"", page.read_text("utf-8"))
    assert named
    assert [path for path in named if not (CLIENT / path).is_file()] == []


@pytest.mark.parametrize("script", SCRIPTS, ids=names)
def test_every_module_that_a_script_imports_is_there(script: Path) -> None:
    imported = re.findall(r"(?:from|import)\s+\"(\./[^\"]+)\"", script.read_text("utf-8"))
    assert [path for path in imported if not (script.parent / path).is_file()] == []
