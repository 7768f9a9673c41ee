"""The words of the client: the same in every language, and all of them there."""

import gzip
import json
import re
from pathlib import Path

import pytest

from schnapsen_server.web.edition import ClientFiles

CLIENT = Path(__file__).parents[2] / "client"
FORMS = {"en": {"one", "other"}, "de": {"one", "other"}, "he": {"one", "two", "other"}}
Text = str | dict[str, str]


def texts(language: str) -> dict[str, Text]:
    """Keys and texts, without what begins with an underscore: that is about the file."""
    found: dict[str, Text] = json.loads((CLIENT / "i18n" / f"{language}.json").read_text("utf-8"))
    return {key: text for key, text in found.items() if not key.startswith("_")}


def read_by_a_native(language: str) -> list[str]:
    found: list[str] = json.loads((CLIENT / "i18n" / f"{language}.json").read_text("utf-8"))["_read"]
    return found


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def parameters(text: Text) -> set[str]:
    return {name for form in forms(text) for name in re.findall(r"\{(\w+)\}", form)}


def sources() -> str:
    return "\n".join(file.read_text("utf-8") for file in [*CLIENT.glob("*.html"), *CLIENT.glob("js/*.js")])


def kinds() -> str:
    return "|".join(sorted({key.split(".")[0] for key in texts("en")}))


def used() -> set[str]:
    """Keys named as a whole in the pages and the scripts: whatever is written like one."""
    return set(re.findall(rf"""["'`]((?:{kinds()})\.\w+(?:\.\w+)*)["'`]""", sources()))


def begun() -> set[str]:
    """Keys that the scripts end with something that they know only then."""
    return set(re.findall(rf"`((?:{kinds()})\.[\w.]*)\$\{{", sources()))


@pytest.mark.parametrize("language", ["de", "he"])
def test_every_language_has_the_same_keys(language: str) -> None:
    assert texts(language).keys() == texts("en").keys()


@pytest.mark.parametrize("language", ["de", "he"])
def test_every_language_fills_the_same_holes(language: str) -> None:
    other = texts(language)
    assert {key: parameters(other[key]) for key in other} == {
        key: parameters(text) for key, text in texts("en").items()
    }


@pytest.mark.parametrize("language", FORMS)
def test_plurals_have_the_forms_of_their_language(language: str) -> None:
    plurals = {key: set(text) for key, text in texts(language).items() if isinstance(text, dict)}
    assert plurals
    assert plurals == dict.fromkeys(plurals, FORMS[language])


def test_the_same_texts_have_plurals_in_every_language() -> None:
    counted = [{key for key, text in texts(language).items() if isinstance(text, dict)} for language in FORMS]
    assert counted[0] == counted[1] == counted[2]


@pytest.mark.parametrize("language", FORMS)
def test_no_text_is_empty_and_no_brace_is_left_open(language: str) -> None:
    for key, text in texts(language).items():
        for form in forms(text):
            assert form.strip(), key
            assert not re.search(r"[{}]", re.sub(r"\{\w+\}", "", form)), key


def test_hebrew_is_hebrew() -> None:
    for key, text in texts("he").items():
        for form in forms(text):
            words = re.findall(r"[A-Za-z]{2,}", re.sub(r"\{\w+\}", "", form))
            assert set(words) <= {"Schnapsen"}, key


def test_every_text_that_the_pages_use_is_there() -> None:
    assert len(used()) > 300
    assert used() <= texts("en").keys()
    assert {start for start in begun() if not any(key.startswith(start) for key in texts("en"))} == set()


@pytest.mark.parametrize("language", FORMS)
def test_no_page_begins_with_many_texts(language: str) -> None:
    edition = ClientFiles(CLIENT).edition
    for page in CLIENT.glob("*.html"):
        for entry in re.findall(r"/js/(\w+)\.joined", edition.page(page.name)):
            if page.name != "offline.html":  # has its own
                assert len(gzip.compress(edition.file(f"i18n/{entry}.{language}.json"))) < 4_800, entry


def test_what_a_native_speaker_has_read_is_there() -> None:
    assert set(read_by_a_native("he")) <= texts("he").keys() | set(sections("he"))


def sections(language: str) -> list[str]:
    """The parts of the rules, which are no keys but are read as well."""
    rules = (CLIENT / "rules" / f"{language}.html").read_text("utf-8")
    return [f"rules#{name}" for name in re.findall(r'<section id="([\w-]+)"', rules)]


if __name__ == "__main__":
    for waiting in sorted({*texts("he"), *sections("he")} - set(read_by_a_native("he"))):
        print(waiting)
