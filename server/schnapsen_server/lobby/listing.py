"""Which row of the list a table has. What was not listed when it was opened never shows there."""

from collections.abc import Mapping

from schnapsen_protocol.cards import Seat, Versus
from schnapsen_protocol.lobby_frames import ListedPlayer, LiveRow, TableRow
from schnapsen_protocol.ratings import Reliability
from schnapsen_protocol.terms import Gallery
from schnapsen_protocol.views import Phase
from schnapsen_server.game.state import Match


def may_be_listed(match: Match) -> bool:
    return match.terms.listed and match.versus is Versus.HUMAN


def row_of(
    match_id: str, match: Match, opened_at: int, watchers: int, reliability: Mapping[str, Reliability]
) -> TableRow | LiveRow | None:
    """The row as everybody sees it, whatever process makes it; None: there is nothing to join or to watch.

    `reliability` is that of the match's players.
    """
    terms = match.terms
    if not may_be_listed(match):
        return None

    def listed(seat: Seat) -> ListedPlayer | None:
        player = match.players[seat]
        return None if player is None else ListedPlayer(player.id, player.name, player.rating, reliability[player.id])

    host, guest = listed(0), listed(1)
    match match.phase:
        case Phase.WAITING if host is not None:
            return TableRow(match_id, host, match.preset, terms.clock, terms.rated, opened_at, terms.hide_points)
        case Phase.PLAYING | Phase.HAND_OVER if host is not None and guest is not None:
            if terms.gallery is Gallery.CLOSED:
                return None
            score = match.score
            return LiveRow(match_id, (host, guest), match.preset, terms.clock, terms.rated, score, watchers, opened_at)
        case _:
            return None
