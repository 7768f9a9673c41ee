"""The client's files in memory: of one moment, and read again when they have changed."""

import json
import re
from pathlib import Path

import pytest

from schnapsen_server.web.edition import ClientFiles, Edition

PAGE = """<script src="/static/js/first.js"></script>
<h1 data-t="a.html"></h1>
<link rel="stylesheet" href="/static/x.css">
<link rel="stylesheet" href="/static/y.css">
<script type="module" src="/static/js/a.js"></script>"""
A = """import { b } from "./b.js";
t("a.whole", `a.begun_${b}`);
const send = () => import(`./rest.js?1`);
"""
FILES = {
    "x.css": "x",
    "y.css": "y",
    "index.html": PAGE,
    "js/a.js": A,
    "js/b.js": "",
    "js/first.js": "",
    "js/rest.js": 't("a.whole", "a.later");\n',
    "i18n/en.json": json.dumps(
        {
            name: name
            for name in ("_about", "a.whole", "a.whole.german", "a.begun_x", "a.later", "a.html", "a.else", "b.whole")
        }
    ),
}


def written(folder: Path, **changes: str) -> Path:
    for name in ("js", "i18n"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for path, text in {**FILES, **changes}.items():
        (folder / path).write_text(text)
    return folder


def test_the_digest_is_of_what_the_files_say_and_not_of_where_and_when(tmp_path: Path) -> None:
    here, there, other = (
        ClientFiles(written(tmp_path / name, **changes)).edition.digest
        for name, changes in (("here", {}), ("there", {}), ("other", {"x.css": "z"}))
    )
    assert here == there != other


def test_a_change_shows_at_the_next_look_and_what_was_read_stays_as_it_was(tmp_path: Path) -> None:
    files = ClientFiles(written(tmp_path))
    before = files.edition
    assert files.look() is before
    written(tmp_path, **{"x.css": "another", "js/b.js": "another();"})
    after = files.look()
    assert before.digest != after.digest
    assert (before.file("x+y.css"), after.file("x+y.css")) == (b"xy", b"anothery")
    assert b"another()" not in before.file("js/a.joined.js")
    assert b"another()" in after.file("js/a.joined.js")


def test_a_page_names_what_is_joined_under_the_digest() -> None:
    edition = Edition({path: text.encode() for path, text in FILES.items()})
    named = re.findall(r'"/static/([0-9a-f]+)/([^"]+)"', edition.page("index.html"))
    assert named == [(edition.digest, path) for path in ("js/first.js", "x+y.css", "js/a.joined.js")]
    assert edition.file("x+y.css") == b"xy"
    [later] = re.findall(r"a\.later\.\w+\.joined\.js", edition.file("js/a.joined.js").decode())
    assert b'"a.later"' in edition.file(f"js/{later}")


def test_the_texts_of_a_page_are_those_that_it_mentions_and_those_of_what_comes_later() -> None:
    edition = Edition({path: text.encode() for path, text in FILES.items()})
    assert 'first.js" data-words="a."' in edition.page("index.html")
    assert set(json.loads(edition.file("i18n/a.en.json"))) == {"a.whole", "a.whole.german", "a.begun_x", "a.html"}
    assert set(json.loads(edition.file("i18n/a.later.en.json"))) == {"a.later"}


@pytest.mark.parametrize("path", ["js", "../x.css", "js/b.joined.js", "js/../js/a.joined.js", "y+x.css", "x+x+x.css"])
def test_all_else_is_not_there(path: str) -> None:
    with pytest.raises(KeyError):
        Edition({path: text.encode() for path, text in FILES.items()}).file(path)
