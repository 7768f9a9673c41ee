"""Pictures of results and of moments: what they show, and to whom; and that no font of the machine matters."""

import random
import re
import struct
import urllib.request
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pylopdf_fonts_he
import pytest

from kit.client import Guest, guest
from kit.played import Played, at_random
from kit.server import ServerProcess
from kit.store import match, store, store_url
from schnapsen_protocol.cards import Card, Preset, Versus
from schnapsen_protocol.commands import ResignMatch
from schnapsen_protocol.terms import Gallery, Terms
from schnapsen_server.game.house import DealNext, OpenMatch, TakeSeat
from schnapsen_server.game.state import Hand
from schnapsen_server.store.happenings import replay
from schnapsen_server.store.open import Store
from schnapsen_server.web.edition import ClientFiles, client_dir
from schnapsen_server.web.languages import LANGUAGES, words
from schnapsen_server.web.pictures.cards import Cards
from schnapsen_server.web.pictures.png import WRITABLE, png, spelling
from schnapsen_server.web.pictures.position import position
from schnapsen_server.web.pictures.result import result

__all__ = ["match", "store", "store_url"]

EDITION = ClientFiles(client_dir()).edition
NAMES = ('<Ann> & "Co"', "אבי 123!")


def begun(*players: str, gallery: Gallery = Gallery.PUBLIC) -> Played:
    game = Played()
    game.do(OpenMatch(Preset.SEED, Versus.HUMAN, 1, Terms(gallery=gallery)))
    for player, name in zip(players, NAMES, strict=True):
        game.do(TakeSeat(player, name))
    return game


def texts(svg: str) -> str:
    """All that is written in it. Raises if it is no XML."""
    return "\n".join(ElementTree.fromstring(svg).itertext())


def test_a_result_tells_who_played_how_it_ended_and_the_last_trick_in_every_language() -> None:
    game = begun("ann", "avi").concede(1, 0, 1, 1)
    for language in LANGUAGES:
        said = words(EDITION, language)
        svg = result(game.match, EDITION, language)
        written = texts(svg)
        score = "9 : 3" if said.direction == "ltr" else "3 : 9"
        for part in (*NAMES, score, said.text("res.short.conceded"), said.text("match.winner", name="").strip(" –")):
            assert part in written, part
        assert not re.search(r'<style|class=|<script|href="(?!#)', svg)
    resigned = begun("ann", "avi")
    resigned.do(ResignMatch(), 0)
    assert words(EDITION, "en").text("match.resigned", name="") in texts(result(resigned.match, EDITION, "en"))
    luck = random.Random(5)
    won = next(one for _ in range(50) if (one := at_random(begun("a", "b"), luck).match).hand and one.hand.last_trick)
    assert won.hand
    assert won.hand.last_trick
    drawn = Cards(EDITION, words(EDITION, "en")).face(won.hand.last_trick.led.card, 770, 295, 200, -5)
    assert drawn in result(won, EDITION, "en")


def test_a_moment_shows_no_hand_to_those_who_may_not_look() -> None:
    luck = random.Random(seed := random.randrange(2**32))
    print(f"seed {seed}")
    game = at_random(begun("ann", "avi"), luck)
    hands = [match.hand for _, match in replay(game.entries) if match.hand]

    def drawn(hand: Hand, *, opened: bool) -> str:
        return position(game.match, hand, 0, EDITION, "en", opened=opened)

    for hand in luck.sample(hands, min(20, len(hands))):
        others = list(Card)
        luck.shuffle(others)
        cards = iter(others)
        sides = tuple(replace(side, cards=tuple(next(cards) for _ in side.cards)) for side in hand.sides)
        hidden = replace(hand, sides=(sides[0], sides[1]), stock=tuple(next(cards) for _ in hand.stock))
        assert drawn(hand, opened=False) == drawn(hidden, opened=False)
        if any(side.cards for side in hand.sides) and sides != hand.sides:
            assert drawn(hand, opened=True) != drawn(hidden, opened=True)


def test_the_font_that_comes_along_has_every_letter_that_is_drawn_as_one() -> None:
    letters = {code for code in range(0x3000) if WRITABLE.fullmatch(chr(code))}
    assert len(letters) > 300
    assert letters <= covered(pylopdf_fonts_he.sans_path().read_bytes())
    spell = spelling("Player")
    assert [spell(name, 1) for name in ("Jörg Müller", "אבי", "Ольга", "花子")] == [
        "Jörg Müller",
        "אבי",
        "Player 2",
        "Player 2",
    ]


def covered(font: bytes) -> set[int]:
    """The characters that a font file has, by its table of ranges (cmap, format 4)."""
    tables = {
        font[at : at + 4]: struct.unpack(">II", font[at + 8 : at + 16]) for at in range(12, 12 + 16 * font[5], 16)
    }
    start = tables[b"cmap"][0]
    (count,) = struct.unpack(">H", font[start + 2 : start + 4])
    for at in range(start + 4, start + 4 + 8 * count, 8):
        table = start + struct.unpack(">I", font[at + 4 : at + 8])[0]
        kind, _, _, doubled = struct.unpack(">4H", font[table : table + 8])
        if kind == 4:
            ends = struct.unpack(f">{doubled // 2}H", font[table + 14 : table + 14 + doubled])
            starts = struct.unpack(f">{doubled // 2}H", font[table + 16 + doubled : table + 16 + 2 * doubled])
            return {code for first, last in zip(starts, ends, strict=True) for code in range(first, last + 1)}
    raise AssertionError("no such table")


def test_names_are_pixels_and_each_is_another_one() -> None:
    match = begun("ann", "avi").concede(1, 1, 1).match
    first = png(result(match, EDITION, "he"))
    assert first.startswith(b"\x89PNG")
    assert struct.unpack(">II", first[16:24]) == (1200, 630)
    ann, avi = match.players
    assert ann
    renamed = replace(match, players=(replace(ann, name="Bob"), avi))
    assert png(result(renamed, EDITION, "he")) != first


@pytest.fixture
async def server(store_url: str, tmp_path: Path) -> AsyncIterator[ServerProcess]:
    process = ServerProcess(tmp_path, REDIS_URL=store_url)
    await process.start()
    yield process
    await process.stop()
    assert "Traceback" not in "".join(process.output), "".join(process.output)


async def kept(store: Store, game: Played, match_id: str) -> str:
    await game.keep(store, match_id)
    return f"/m/{match_id}/picture"


async def status(server: ServerProcess, path: str, visitor: Guest | None = None) -> int:
    return (await server.ask("GET", path, token=None if visitor is None else visitor.token))[0]


def get(server: ServerProcess, path: str) -> tuple[Mapping[str, str], bytes]:
    with urllib.request.urlopen(server.url + path) as answer:
        return answer.headers, answer.read()


async def test_pictures_are_for_those_who_may_look_on(server: ServerProcess, store: Store, match: str) -> None:
    ann = await guest(server)
    over = await kept(store, begun(ann.player, "avi").concede(1, 1, 1), match)
    headers, svg = get(server, f"{over}.svg?lang=de")
    assert "aufgegeben" in texts(svg.decode())
    assert headers["Content-Type"] == "image/svg+xml"
    assert await server.ask("GET", f"{over}.svg?lang=de", **{"If-None-Match": headers["ETag"]}) == (304, b"")
    headers, drawn = get(server, f"{over}.png?lang=de")
    assert (headers["Content-Type"], drawn) == ("image/png", png(svg.decode()))
    headers, saved = get(server, f"{over}?lang=de")
    assert (headers["Content-Disposition"], saved) == ('attachment; filename="schnapsen.png"', drawn)
    # A hand that is over: a stranger sees backs, her who played it sees cards.
    _, strange = await server.ask("GET", f"{over}.svg?hand=1&step=0")
    _, own = await server.ask("GET", f"{over}.svg?hand=1&step=0", token=ann.token)
    assert strange != own
    wrongs = {"?hand=9": 409, "?hand=1&step=99": 400, "?hand=x": 400, "?hand=-1": 400, "?hand=": 400}
    for wrong, code in wrongs.items():
        assert await status(server, f"{over}.svg{wrong}") == code, wrong
    for path in ("/m/nothing/picture.svg", f"{over}.gif"):
        assert await status(server, path) == 404, path

    closed = begun(ann.player, "avi", gallery=Gallery.CLOSED).concede(1, 1, 1)
    path = await kept(store, closed, f"{match}c")
    assert [await status(server, f"{path}.svg"), await status(server, f"{path}.svg", ann)] == [404, 200]
    running = begun(ann.player, "avi").concede(1)
    running.do(DealNext())
    path = await kept(store, running, f"{match}r")
    assert [await status(server, f"{path}.svg"), await status(server, f"{path}.svg", ann)] == [404, 409]
    assert [await status(server, f"{path}.svg?hand={n}", ann) for n in (1, 2)] == [200, 409]
    # The steps of a hand are those of its replay, also where somebody gave the match up in the middle of it.
    running.do(ResignMatch(), 1)
    path = await kept(store, running, f"{match}g")
    _, told = await server.ask("GET", f"/api/matches/{match}g/replay?hand=2", token=ann.token)
    steps = len(told["steps"])
    assert steps == 2
    assert [await status(server, f"{path}.svg?hand=2&step={n}", ann) for n in range(steps + 1)] == [200, 200, 400]
    # Whoever asks for many is asked to wait.
    assert {await status(server, "/m/nothing/picture.svg") for _ in range(40)} == {404, 429}
