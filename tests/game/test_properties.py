"""What holds in every match, whatever is dealt and played: thousands of random hands of each preset.

Hypothesis prints the seed of a match that breaks a promise and tries it again first the next time.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate, islice

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kit.hands import Dice, command, deal, play, refusal
from schnapsen_protocol.cards import SEATS, Card, Preset, Rank, Seat, Versus, other
from schnapsen_protocol.codec import EVENTS, EventCodec, write
from schnapsen_protocol.commands import Command
from schnapsen_protocol.events import (
    HandDealt,
    HandEnd,
    HandWon,
    MarriageDeclared,
    StockClosed,
    TrumpExchanged,
)
from schnapsen_protocol.views import Phase
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import evolve, fold
from schnapsen_server.game.house import DealNext, HouseCommand, OpenMatch, TakeSeat
from schnapsen_server.game.moves import MARRIAGE, PLAY, legal
from schnapsen_server.game.secret import DeckDealt, Happening
from schnapsen_server.game.state import Hand, Match
from schnapsen_server.game.view import view

CODEC = EventCodec(*EVENTS, DeckDealt)
WORDS: dict[str, Command] = {
    word: command(word) for word in (*PLAY.values(), *MARRIAGE.values(), "close", "exchange", "claim")
}
RARE = ("close", "claim")
EYES: tuple[Seat | None, ...] = (0, 1, None)

seeds = st.integers(0, 2**63)
presets = pytest.mark.parametrize("preset", list(Preset))


def matches(count: int) -> settings:
    return settings(max_examples=count, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@dataclass(frozen=True)
class Played:
    log: tuple[Happening, ...]
    moments: tuple[Match, ...]
    """The match each time somebody was to move."""


def random_match(preset: Preset, seed: int) -> Played:
    """A match in which every move is drawn from the legal ones."""
    dice, luck, match = Dice(seed), random.Random(seed), Match()
    log: list[Happening] = []
    moments: list[Match] = []

    def happen(seat: Seat | None, asked: Command | HouseCommand) -> None:
        nonlocal match
        batch = decide(match, seat, asked, dice, 0)
        log.extend(batch)
        match = fold(batch, match)

    for asked in (OpenMatch(preset, Versus.HUMAN, dice.seat()), TakeSeat("ann", "Ann"), TakeSeat("bob", "Bob")):
        happen(None, asked)
    while match.phase is not Phase.MATCH_OVER:
        assert match.hand is not None
        seat = match.hand.to_play
        if seat is None:
            happen(None, DealNext())
            continue
        moments.append(match)
        words = legal(match, seat)
        # Closing and claiming at every chance would leave no long hands.
        often = [word for word in words if word not in RARE or luck.random() < 0.1]
        happen(seat, WORDS[luck.choice(often or list(words))])
    return Played(tuple(log), tuple(moments))


def states(log: tuple[Happening, ...]) -> Iterator[Match]:
    """The match after every happening."""
    return accumulate(log, evolve, initial=Match())


def everywhere(hand: Hand) -> list[Card]:
    lying = [*hand.stock, *([hand.upcard] if hand.upcard else []), *([hand.table.card] if hand.table else [])]
    return lying + [
        card for side in hand.sides for card in (*side.cards, *(won for trick in side.won for won in trick))
    ]


@presets
@matches(60)
@given(seed=seeds)
def test_cards_and_points_are_neither_made_nor_lost(preset: Preset, seed: int) -> None:
    values = {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2}
    for match in random_match(preset, seed).moments:
        assert match.hand is not None
        cards = everywhere(match.hand)
        assert sorted(cards) == sorted(Card)
        in_tricks = [card for side in match.hand.sides for trick in side.won for card in trick]
        assert sum(side.trick_points for side in match.hand.sides) == sum(values[card.rank] for card in in_tricks)
        assert sum(values[card.rank] for card in cards) == 120


@presets
@matches(15)
@given(seed=seeds)
def test_what_is_listed_is_accepted_and_all_else_refused(preset: Preset, seed: int) -> None:
    for match in random_match(preset, seed).moments:
        for seat in SEATS:
            shown = view(match, seat)
            accepted = {word for word, asked in WORDS.items() if refusal(match, seat, asked) is None}
            assert set(shown.legal) == accepted
            assert shown.legal == legal(match, seat)
            for word, code in shown.blocked.items():
                assert word == "marriage" or refusal(match, seat, WORDS[word]) is code
            assert ("marriage" in shown.blocked) is not any(word.startswith("marriage:") for word in accepted)


@presets
@matches(60)
@given(seed=seeds)
def test_the_answer_to_a_lead_follows_the_rules_word_by_word(preset: Preset, seed: int) -> None:
    """The duty is worked out here once more, from sets of cards."""
    for match in random_match(preset, seed).moments:
        hand = match.hand
        if hand is None or hand.table is None or hand.to_play is None:
            continue
        led, held = hand.table.card, set(hand.sides[hand.to_play].cards)
        order = "JQKTA"
        same = {card for card in held if card[0] == led[0]}
        higher = {card for card in same if order.index(card[1]) > order.index(led[1])}
        trumps = {card for card in held if card[0] == hand.trump}
        duty = (preset is not Preset.SEED and higher) or same or trumps or held
        free = hand.stock and hand.closing is None
        assert set(legal(match, hand.to_play)) == {f"play:{card}" for card in (held if free else duty)}


@presets
@matches(150)
@given(seed=seeds)
def test_a_hand_has_one_winner_who_is_paid_by_the_rules(preset: Preset, seed: int) -> None:
    match = fold(random_match(preset, seed).log)
    assert match.winner is not None
    assert len(match.results) <= 13
    assert match.score[match.winner] in (7, 8, 9)
    assert match.score[other(match.winner)] < 7
    for result in match.results:
        winner, loser = result.winner, other(result.winner)
        assert result.game_points in (1, 2, 3)
        match result.reason:
            case HandEnd.SIXTY_SIX:
                assert result.points[winner] >= 66
                assert preset is not Preset.SEED or result.points[loser] < 66
            case HandEnd.LAST_TRICK:
                assert (result.game_points, result.closer) == (1, None)
                if preset is Preset.SEED:
                    assert sum(result.points) == 120
                    assert 55 <= result.points[0] <= 65
                    assert result.marriages == (0, 0)
            case HandEnd.CLAIM:
                assert result.points[winner] >= 66
            case HandEnd.FALSE_CLAIM:
                assert result.points[loser] < 66
                assert result.game_points >= 2
            case HandEnd.CLOSER_FAILED:
                assert result.closer == loser
        if result.closer == loser:
            assert result.game_points >= 2
            assert result.at_close or result.reason is HandEnd.FALSE_CLAIM
    assert [sum(result.game_points for result in match.results if result.winner == seat) for seat in SEATS] == [
        *match.score
    ]


@matches(60)
@given(seed=seeds)
def test_where_the_house_counts_two_never_have_sixty_six(seed: int) -> None:
    for match in states(random_match(Preset.SEED, seed).log):
        if match.hand is not None:
            assert sum(side.points >= 66 for side in match.hand.sides) <= 1


@presets
@matches(60)
@given(seed=seeds)
def test_in_a_hand_there_is_one_exchange_one_close_and_one_marriage_a_suit(preset: Preset, seed: int) -> None:
    counts: Counter[object] = Counter()
    for happening in random_match(preset, seed).log:
        match happening:
            case HandDealt():
                counts.clear()
            case TrumpExchanged() | StockClosed() | HandWon():
                counts[type(happening)] += 1
            case MarriageDeclared(_, suit, _, _):
                counts[suit] += 1
        assert not counts or max(counts.values()) == 1


@presets
@matches(60)
@given(seed=seeds)
def test_a_log_read_back_is_the_same_match(preset: Preset, seed: int) -> None:
    log = random_match(preset, seed).log
    again = CODEC.decode(CODEC.encode(log))
    assert again == log
    assert CODEC.encode(again) == CODEC.encode(log)
    live, replayed = fold(log), fold(again)
    assert replayed == live
    assert [write(view(replayed, viewer)) for viewer in EYES] == [write(view(live, viewer)) for viewer in EYES]


def hidden_from(match: Match, viewer: Seat | None) -> list[Card]:
    """The cards that this viewer cannot know: face down in the stock, or unseen in a hand not his own."""
    assert match.hand is not None
    unseen = [*match.hand.stock]
    for seat, side in zip(SEATS, match.hand.sides, strict=True):
        if seat != viewer:
            unseen += [card for card in side.cards if card not in side.known]
    return unseen


@presets
@matches(60)
@given(seed=seeds, where=st.integers(0, 2**63))
def test_cards_that_a_viewer_cannot_know_leave_no_trace(preset: Preset, seed: int, where: int) -> None:
    """The log is folded with those cards shuffled: every view that was sent up to then has the same bytes."""
    log = random_match(preset, seed).log
    luck = random.Random(where)
    moments = list(enumerate(islice(states(log), 1, None)))
    playing = [at for at, match in moments if match.phase is Phase.PLAYING]
    dealt_out = [at for at, match in moments if match.hand is not None]  # to watchers no hand is opened, ever
    for viewer in EYES:
        at = luck.choice(dealt_out if viewer is None else playing)
        hidden = hidden_from(fold(log[: at + 1]), viewer)
        swapped = dict(zip(hidden, luck.sample(hidden, len(hidden)), strict=True))
        dealt = max(n for n in range(at + 1) if isinstance(log[n], DeckDealt))
        deck = log[dealt]
        assert isinstance(deck, DeckDealt)
        other_deck = replace(deck, deck=tuple(swapped.get(card, card) for card in deck.deck), secret="other")
        before = fold(log[:dealt])
        real, imagined = fold((deck,), before), fold((other_deck,), before)
        for happening in log[dealt + 1 : at + 1]:
            real, imagined = evolve(real, happening), evolve(imagined, happening)
            assert write(view(real, viewer)) == write(view(imagined, viewer))


def count(match: Match, depth: int) -> int:
    """How many sequences of so many legal moves there are."""
    if match.hand is None or match.hand.to_play is None:
        return 1
    words = legal(match, match.hand.to_play)
    return len(words) if depth == 1 else sum(count(play(match, word), depth - 1) for word in words)


@pytest.mark.parametrize(
    ("preset", "counts"),
    [(Preset.SEED, [8, 43, 271, 1432]), (Preset.TOURNAMENT, [10, 53, 367, 1929]), (Preset.SHARP, [7, 32, 226, 1124])],
    ids=list(Preset),
)
def test_the_tree_of_moves_has_its_size(preset: Preset, counts: list[int]) -> None:
    assert [count(deal(preset=preset), depth) for depth in (1, 2, 3, 4)] == counts
