"""What a link says before anybody opens it: names and score where everybody may know them, and nothing elsewhere."""

import html
import re
import urllib.request

import pytest

from kit.client import guest
from kit.played import Played
from kit.server import ServerProcess
from schnapsen_protocol.cards import Preset, Versus
from schnapsen_protocol.commands import ResignMatch
from schnapsen_protocol.terms import Gallery, Terms
from schnapsen_server.game.house import OpenMatch, TakeSeat
from schnapsen_server.game.state import Match
from schnapsen_server.web.edition import ClientFiles, client_dir
from schnapsen_server.web.languages import by_weight, words
from schnapsen_server.web.previews import preview

EDITION = ClientFiles(client_dir()).edition
EN = words(EDITION, "en")
NAMES = ("Sissi", "אבי 123!")


def played(*names: str, gallery: Gallery = Gallery.PUBLIC, listed: bool = True, over: bool = False) -> Match:
    game = Played()
    game.do(OpenMatch(Preset.SEED, Versus.HUMAN, 1, Terms(gallery=gallery, listed=listed)))
    for name in names:
        game.do(TakeSeat(name, name))
    if over:
        game.do(ResignMatch(), 1)
    return game.match


def said(match: Match | None) -> str:
    shown = preview("m", match, EN)
    return f"{shown.title}\n{shown.description}\n{shown.picture}"


@pytest.mark.parametrize(
    "match",
    [
        played(*NAMES, gallery=Gallery.CLOSED),
        played(*NAMES, gallery=Gallery.CLOSED, over=True),
        played(*NAMES, gallery=Gallery.CLOSED, listed=False, over=True),
        played(NAMES[0], listed=False),
        played(*NAMES, listed=False),
    ],
)
def test_a_private_match_says_no_more_than_one_that_does_not_exist(match: Match) -> None:
    assert said(match) == said(None)


def test_a_listed_table_says_who_waits() -> None:
    assert said(played(NAMES[0])).startswith("\u2068Sissi\u2069 is waiting for an opponent\n")


def test_a_listed_match_says_how_it_stands_and_a_finished_one_how_it_ended() -> None:
    running, over = played(*NAMES), played(*NAMES, listed=False, over=True)
    assert preview("m", running, EN).title == "\u2068Sissi\u2069 0 : 0 \u2068אבי 123!\u2069"
    assert preview("m", running, EN).picture is None
    assert "\u2068Sissi\u2069 wins the match · \u2068אבי 123!\u2069 resigned" in said(over)
    assert preview("m", over, EN).picture == "/m/m/picture.png?lang=en"


def head(server: ServerProcess, path: str, **headers: str) -> dict[str, str]:
    """The title and the tags of a page, as a program reads them that shows links."""
    with urllib.request.urlopen(urllib.request.Request(server.url + path, headers=headers)) as answer:
        page = answer.read().decode().partition("</head>")[0]
    tags = re.findall(r"<meta (?:property|name)=(['\"])(.*?)\1 content=(['\"])(.*?)\3>", page)
    (title,) = re.findall("<title>(.*?)</title>", page)
    return {"title": title, **{name: html.unescape(content) for _, name, _, content in tags}}


async def test_the_tags_are_in_the_head_in_the_visitors_language_and_names_can_break_nothing(
    server: ServerProcess,
) -> None:
    ann = await guest(server, "Ann \"'&amp; O'Hara")
    _, opened = await server.ask("POST", "/api/matches", {"versus": "human", "listed": True}, token=ann.token)
    path = f"/m/{opened['match']}"
    found = head(server, path)
    assert found["og:title"] == "\u2068Ann \"'&amp; O'Hara\u2069 is waiting for an opponent"
    assert "&amp;amp;" in found["title"]
    assert found["og:url"] == server.url + path
    assert found["og:image"].startswith(f"{server.url}/static/")
    assert found["og:image"].endswith("/icons/icon-512.png")
    german = head(server, path, **{"Accept-Language": "fr, de-AT;q=0.9, en;q=0.5"})
    assert (german["og:locale"], "sucht einen Gegner" in german["og:title"]) == ("de_AT", True)
    hebrew = head(server, "/", **{"Accept-Language": "iw"})
    assert (hebrew["og:locale"], hebrew["og:title"]) == ("he_IL", words(EDITION, "he").text("home.title"))
    # By link alone nothing is told, nor of what is not there.
    private, _ = await ann.open()
    assert head(server, f"/m/{private}")["og:title"] == head(server, "/m/nothing")["og:title"] == "A match of Schnapsen"


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("de", ["de"]),
        ("en;q=0.2, he", ["he", "en"]),
        ("de;q=0, en", ["en"]),
        ("de;q=..., en", ["en"]),
        ("*, ,;;q=q", []),
        ("a" * 10_000, []),
    ],
)
def test_an_accept_language_header_is_read_as_far_as_it_makes_sense(header: str, wanted: list[str]) -> None:
    assert by_weight(header) == wanted
