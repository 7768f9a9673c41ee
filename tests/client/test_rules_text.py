"""The text of the rules: the same in every language, and what it says of the game is what the server plays."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from schnapsen_protocol.cards import Card, Preset, Rank, Suit
from schnapsen_protocol.commands import LONGEST_TEXT
from schnapsen_protocol.events import HandEnd
from schnapsen_protocol.terms import MINUTE, SECOND, UNSETTLED, USUAL_CLOCK
from schnapsen_server.game.deck import DECK, PLAIN_MARRIAGE, POINTS, RANK_POINTS, TRUMP_MARRIAGE
from schnapsen_server.game.presets import RULES, Counting, Review, Rules
from schnapsen_server.game.scoring import MATCH_POINTS, SAFE_POINTS, WINNING_POINTS, verdict
from schnapsen_server.game.state import Closing, Hand, Side
from schnapsen_server.rooms.clocks import NEXT_HAND_MS
from schnapsen_server.rooms.dealing import SECRET_BYTES
from schnapsen_server.rooms.presence import GRACE_AFTER_LEAVING_MS, GRACE_MS
from schnapsen_server.web import names
from schnapsen_server.web.api import INVITED_MS

from .test_texts import CLIENT, FORMS

VOID = {"br", "img", "meta"}
SECTIONS = [
    "cards", "deal", "tricks", "marriage", "closing", "exchange", "sixty-six", "counting", "buttons", "time",
    "keyboard", "screen-readers", "fair", "no", "glossary",
]  # fmt: skip
FUN = {"en": "Have fun!", "de": "Viel Spaß!", "he": "תעשה חיים!"}


@dataclass
class Node:
    tag: str
    attributes: dict[str, str]
    children: "list[Node]" = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    """Its own and those of its children, in their order."""

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())

    def every(self, attribute: str | None = None) -> "Iterator[Node]":
        for child in self.children:
            if attribute is None or attribute in child.attributes:
                yield child
            yield from child.every(attribute)

    def shape(self) -> list[tuple[str, dict[str, str]]]:
        """All that has to be the same in every language: each element but plain ones in a line of text."""
        plain = {"b", "i", "span", "kbd"}
        return [(node.tag, node.attributes) for node in self.every() if node.tag not in plain or _marked(node)]


def _marked(node: Node) -> bool:
    return any(name == "id" or name.startswith("data-") for name in node.attributes)


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Node("article", {})
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(node)
        if tag not in VOID:
            self._open.append(node)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop().tag == tag, self.getpos()

    def handle_data(self, data: str) -> None:
        for node in self._open:
            node.words.append(data)


def read(language: str) -> Node:
    reader = Reader()
    reader.feed((CLIENT / "rules" / f"{language}.html").read_text("utf-8"))
    reader.close()
    assert reader._open == [reader.root]
    return reader.root


TEXTS = {language: read(language) for language in FORMS}
every_language = pytest.mark.parametrize("language", FORMS)


def facts(rules: Rules) -> dict[str, int]:
    assert USUAL_CLOCK.bank_ms % MINUTE == 0
    return {
        **{rank.value: points for rank, points in RANK_POINTS.items()},
        "deck": len(DECK),
        "all_points": sum(POINTS.values()),
        "win": WINNING_POINTS,
        "safe": SAFE_POINTS,
        "match": MATCH_POINTS,
        "plain_marriage": PLAIN_MARRIAGE,
        "trump_marriage": TRUMP_MARRIAGE,
        "exchange_min": rules.exchange_min,
        "close_min": rules.close_min,
        "next_s": NEXT_HAND_MS // SECOND,
        "bank_min": USUAL_CLOCK.bank_ms // MINUTE,
        "increment_s": USUAL_CLOCK.increment_ms // SECOND,
        "first_s": UNSETTLED.first_move_ms // SECOND,
        "invited_min": INVITED_MS // MINUTE,
        "grace_s": GRACE_MS // SECOND,
        "left_s": GRACE_AFTER_LEAVING_MS // SECOND,
        "secret_bits": SECRET_BYTES * 8,
        "longest_text": LONGEST_TEXT,
        "shortest_name": names.SHORTEST,
        "longest_name": names.LONGEST,
    }


HOLDS: dict[str, Callable[[Rules], bool]] = {
    "must_head": lambda rules: rules.must_head,
    "may_duck": lambda rules: not rules.must_head,
    "king_leads": lambda rules: rules.marriage_leads == (Rank.KING,),
    "queen_leads": lambda rules: set(rules.marriage_leads) == {Rank.KING, Rank.QUEEN},
    "marriage_waits": lambda rules: not rules.marriage_needs_trick,
    "marriage_needs_trick": lambda rules: rules.marriage_needs_trick,
    "exchange_free": lambda rules: not rules.exchange_needs_trick,
    "exchange_needs_trick": lambda rules: rules.exchange_needs_trick,
    "counted": lambda rules: not rules.claims,
    "claims": lambda rules: rules.claims,
    "points_both": lambda rules: rules.show_points is Counting.BOTH,
    "points_own": lambda rules: rules.show_points is Counting.OWN,
    "points_none": lambda rules: rules.show_points is Counting.NONE,
    "review_last": lambda rules: rules.trick_review is Review.LAST,
    "review_own": lambda rules: rules.trick_review is Review.OWN,
    "review_none": lambda rules: rules.trick_review is Review.NONE,
}
"""For which presets a part of the text holds. Parts that differ by a number only are held to it by their fact."""
BY_NUMBER = {"exchange_min", "close_min"}


@pytest.mark.parametrize("language", ["de", "he"])
def test_every_language_has_the_same_parts(language: str) -> None:
    for number, (here, there) in enumerate(zip(TEXTS[language].shape(), TEXTS["en"].shape(), strict=False)):
        assert here == there, number
    assert len(TEXTS[language].shape()) == len(TEXTS["en"].shape())


@every_language
def test_every_part_has_words_in_its_language(language: str) -> None:
    text = TEXTS[language]
    assert [node.attributes["id"] for node in text.children if node.tag == "section"] == SECTIONS
    assert text.children[-1].text == FUN[language]
    for node in text.every():
        if node.tag in {"h2", "h3", "p", "li", "dt", "dd", "td", "th", "figcaption", "caption"}:
            assert node.text, node
        if language == "he" and node.tag in {"h2", "h3", "p", "li", "dd"} and "data-keys" not in node.attributes:
            assert re.search(r"[א-ת]", node.text), node


def test_every_anchor_is_there_once_and_every_refusal_has_one() -> None:
    text = TEXTS["en"]
    anchors = [node.attributes["id"] for node in text.every("id")]
    assert len(anchors) == len(set(anchors))
    explained = [reason for node in text.every("data-why") for reason in node.attributes["data-why"].split()]
    assert all("id" in node.attributes for node in text.every("data-why"))
    keys = json.loads((CLIENT / "i18n" / "en.json").read_text("utf-8"))
    assert sorted(explained) == sorted(key.removeprefix("why.") for key in keys if re.fullmatch(r"why\.\w+", key))
    scripts = "".join(path.read_text("utf-8") for path in CLIENT.glob("js/*.js"))
    assert set(re.findall(r"/rules#([a-z-]+)\"", scripts)) <= set(anchors)


@every_language
def test_what_is_for_some_presets_holds_for_just_these(language: str) -> None:
    seen = set()
    for node in TEXTS[language].every("data-for"):
        rule, presets = node.attributes["data-rule"], set(node.attributes["data-for"].split())
        seen.add(rule)
        if rule not in BY_NUMBER:
            assert presets == {preset.value for preset in Preset if HOLDS[rule](RULES[preset])}, rule
    assert seen == HOLDS.keys() | BY_NUMBER


@every_language
@pytest.mark.parametrize("preset", Preset)
def test_every_number_is_the_servers(language: str, preset: Preset) -> None:
    known = facts(RULES[preset])
    told = {node.attributes["data-fact"] for node in shown(TEXTS[language], preset) if "data-fact" in node.attributes}
    assert told == known.keys()
    for node in shown(TEXTS[language], preset):
        if name := node.attributes.get("data-fact"):
            assert node.text == str(known[name]), name


def shown(node: Node, preset: Preset) -> Iterator[Node]:
    """What a reader of this preset sees."""
    for child in node.children:
        if preset.value in child.attributes.get("data-for", preset.value).split():
            yield child
            yield from shown(child, preset)


@every_language
def test_the_examples_are_counted_as_the_server_counts(language: str) -> None:
    examples = list(TEXTS[language].every("data-example"))
    assert len(examples) == 9
    for node in examples:
        reason, *words = node.attributes["data-example"].split()
        given = dict(word.split("=") for word in words)
        counts = {name: tuple(map(int, value.split("/"))) for name, value in given.items() if "/" in value}
        worth = verdict(hand(given.get("closed"), counts), 0, HandEnd(reason)).game_points
        assert node.children[-1].text == str(worth), node.text
        named = {int(part.text) for part in node.every() if part.tag == "i"}
        assert named <= {points for points, _ in counts.values()}, node.text
        if reason == HandEnd.LAST_TRICK:
            assert sum(points for points, _ in counts.values()) == sum(POINTS.values())


def hand(closed: str | None, counts: dict[str, tuple[int, ...]]) -> Hand:
    """The winner at seat 0; who has no trick has announced something in vain."""

    def side(name: str) -> Side:
        points, tricks = counts.get(name, (0, 0))
        return Side((), won=((Card.SA, Card.SJ),) * tricks, trick_points=points, marriages=0 if tricks else 20)

    closing = None if closed is None else Closing(0 if closed == "winner" else 1, *counts["at"])
    return Hand(1, 1, Suit.HEARTS, None, (), (side("winner"), side("loser")), 0, closing=closing)


@every_language
def test_the_ranks_stand_in_their_order(language: str) -> None:
    drawn = [node.attributes["data-card"] for node in TEXTS[language].every("data-card")][:5]
    assert all(POINTS[Card(higher)] > POINTS[Card(lower)] for higher, lower in pairwise(drawn))
