"""The picture of a match that is over: who played, how it ended, hand by hand, and the last trick."""

from schnapsen_protocol.cards import SEATS, Seat, other
from schnapsen_protocol.events import MatchEnd
from schnapsen_protocol.views import ResultView
from schnapsen_server.game.state import Match
from schnapsen_server.web.edition import Edition
from schnapsen_server.web.languages import Words, words

from .cards import Cards
from .sheet import DEEP, INK, MARKER, QUIET, Sheet, Spelling, apart, as_it_is, fitting


def result(match: Match, edition: Edition, language: str, spell: Spelling = as_it_is) -> str:
    """An SVG. `match` is over. It shows what a watcher sees, and no card that was not played."""
    said = words(edition, language)
    names = names_of(match, said, spell)
    mirrored = said.direction == "rtl"
    sheet = Sheet(headline(names, match.score), mirrored=mirrored)
    sheet.band(0, 214, DEEP)
    for seat in SEATS:
        sheet.write(
            apart(names[seat]), 280 if seat == 0 else 920, 96, 46,
            room=400, colour=MARKER if match.winner == seat else INK, bold=True,
        )  # fmt: skip
    score = match.score[::-1] if mirrored else match.score  # each number beside its name
    sheet.write(f"\u2066{score[0]} : {score[1]}\u2069", 600, 110, 84, room=200, bold=True)
    sheet.write(ending(match, names, said), 600, 178, 30, room=1120, colour=QUIET)
    _hands(sheet, match, names, said)
    cards = Cards(edition, said)
    sheet.add(cards.symbols)
    _last_trick(sheet, match, cards, said)
    return sheet.svg()


def names_of(match: Match, said: Words, spell: Spelling = as_it_is) -> tuple[str, str]:
    def name(seat: Seat) -> str:
        player = match.players[seat]
        if player is None:
            return said.text("table.free")
        return spell(player.name, seat) if player.level is None else said.text(f"computer.{player.level}")

    return name(0), name(1)


def headline(names: tuple[str, str], score: tuple[int, int]) -> str:
    return f"{apart(names[0])} {score[0]} : {score[1]} {apart(names[1])}"


def ending(match: Match, names: tuple[str, str], said: Words) -> str:
    if match.winner is None:
        return said.text(f"match.{match.called_off}")
    won = said.text("match.winner", name=apart(names[match.winner]))
    if match.ended_by in (None, MatchEnd.SCORE):
        return won
    return f"{won} · {said.text(f'match.{match.ended_by}', name=apart(names[other(match.winner)]))}"


def _hands(sheet: Sheet, match: Match, names: tuple[str, str], said: Words) -> None:
    columns = ((70, 90, "hand"), (250, 250, "winner_of"), (435, 100, "points"), (610, 210, "how"))
    height = min(46, 330 / max(len(match.results), 1))
    for left, room, key in columns:
        sheet.write(said.text(f"res.{key}"), left, 262, 22, room=room, colour=QUIET)
        texts = [cell(hand, key, names, said) for hand in match.results]
        size = fitting(min(28, 0.72 * height), room, *texts)
        for line, text in enumerate(texts, 1):
            sheet.write(text, left, 262 + line * height, size)


def cell(hand: ResultView, column: str, names: tuple[str, str], said: Words) -> str:
    match column:
        case "hand":
            return str(hand.number)
        case "winner_of":
            return apart(names[hand.winner])
        case "points":
            return f"\u2066+{hand.game_points}\u2069"
        case _:
            return said.text(f"res.short.{hand.reason}")


def _last_trick(sheet: Sheet, match: Match, cards: Cards, said: Words) -> None:
    """Backs where there is none."""
    trick = None if match.hand is None else match.hand.last_trick
    if trick is None:
        for turn in (-14, 0, 14):
            sheet.add(cards.back(sheet.x(860 + 5 * turn, 190), 290 + abs(turn), 190, turn))
        return
    sheet.write(said.text("btn.last"), 960, 262, 22, room=420, colour=QUIET)
    for card, left, turn in ((trick.led.card, 770, -5), (trick.followed.card, 950, 5)):
        sheet.add(cards.face(card, sheet.x(left, 200), 295, 200, turn))
