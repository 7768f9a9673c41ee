"""What a player plays and has played: his own matches, and nobody else's."""

import logging
import re
from collections.abc import Callable, Sequence
from enum import StrEnum

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schnapsen_protocol.cards import Seat, other
from schnapsen_protocol.refusals import Code, Refused
from schnapsen_protocol.views import FinishedRow, MatchRow, Phase
from schnapsen_server.game.state import Match
from schnapsen_server.game.view import view
from schnapsen_server.rooms.own_matches import SUMMARY, Summary, list_match
from schnapsen_server.store.contract import FinishedMatch, Unreadable

from .api import answer, asker, spoken
from .house import House

logger = logging.getLogger(__name__)

MOST_GOING_ON = 50
PAGE = 20
PLACE = re.compile(r"(\d{1,15})\.([\w-]{1,64})", re.ASCII)
"""Where a page ends: the time of its last match, and its id."""


class Only(StrEnum):
    """Which of the finished matches are asked for."""

    RATED = "rated"
    UNRATED = "unrated"
    """Between people, and not rated."""
    COMPUTER = "computer"
    WON = "won"
    LOST = "lost"


WANTED: dict[Only, Callable[[Summary], bool]] = {
    Only.RATED: lambda of: of.rated,
    Only.UNRATED: lambda of: not of.rated and of.player is not None,
    Only.COMPUTER: lambda of: of.player is None,
    Only.WON: lambda of: of.won is True,
    Only.LOST: lambda of: of.won is False,
}


class OwnMatches:
    """The endpoints under which a player finds his matches."""

    def __init__(self, house: House) -> None:
        self._house = house

    def routes(self) -> list[Route]:
        return [
            Route("/api/matches", spoken(self.all), methods=["GET"]),
            Route("/api/matches/finished", spoken(self.finished), methods=["GET"]),
        ]

    async def all(self, request: Request) -> Response:
        player = asker(request, self._house)
        going_on = await self._going_on(player)
        finished, following = await self._finished(player)  # asked for last: whatever is in neither then never was
        return answer({"matches": going_on, "finished": finished, "next": following})

    async def finished(self, request: Request) -> Response:
        player, asked = asker(request, self._house), request.query_params
        place = PLACE.fullmatch(asked.get("before", "0.-"))
        only = asked.get("only")
        if place is None or (only is not None and only not in list(Only)) or not asked.keys() <= {"before", "only"}:
            raise Refused(Code.MALFORMED)
        before = (int(place[1]), place[2]) if "before" in asked else None
        finished, following = await self._finished(player, before, None if only is None else Only(only))
        return answer({"finished": finished, "next": following})

    async def _going_on(self, player: str) -> list[MatchRow]:
        """Also sees to it that matches which are over stand where they belong: who ended one may have died over it."""
        house, rows = self._house, list[MatchRow]()
        for match_id in await house.book.matches(player, MOST_GOING_ON):
            try:
                found = await house.directory.peek(match_id)
            except Unreadable as unreadable:  # by its link he is told why; the others must not go with it
                logger.warning("match %s is left out of a list: %s", match_id, unreadable)
                continue
            if found is None:
                continue
            match, at = found
            seat = match.seat_of(player)
            if match.is_over:
                await list_match(house.book, match_id, match, at)
            elif seat is not None:
                rows.append(going_on(match_id, match, seat, at, house))
        return sorted(rows, key=lambda one: -one.at)

    async def _finished(
        self, player: str, before: tuple[int, str] | None = None, only: Only | None = None
    ) -> tuple[list[FinishedRow], str | None]:
        """The newest matches before that place, and the place before which there are more."""
        found = [
            (one, summary)
            for one in await self._house.book.finished_matches(player)
            if before is None or (one.at, one.match) < before
            for summary in (SUMMARY.validate_json(one.summary),)
            if only is None or WANTED[only](summary)
        ]
        page = found[:PAGE]
        last = page[-1][0] if len(found) > PAGE else None
        return await self._rows(player, page), None if last is None else f"{last.at}.{last.match}"

    async def _rows(self, player: str, page: Sequence[tuple[FinishedMatch, Summary]]) -> list[FinishedRow]:
        house = self._house
        changes = await house.ratings.changes(player, [one.match for one, _ in page])
        return [
            FinishedRow(
                match=one.match,
                at=one.at,
                **summary._asdict(),
                rating_change=change,
                kept=house.directory.filer.is_kept(one.at),
            )
            for (one, summary), change in zip(page, changes, strict=True)
        ]


def going_on(match_id: str, match: Match, seat: Seat, at: int, house: House) -> MatchRow:
    seen = view(match, seat)
    opponent = match.players[other(seat)]
    return MatchRow(
        match=match_id,
        seat=seat,
        phase=seen.phase,
        preset=seen.preset,
        versus=seen.versus,
        opponent=None if opponent is None else opponent.name,
        level=None if opponent is None else opponent.level,
        score=(match.score[seat], match.score[other(seat)]),
        your_turn=wants(seen.phase, seat, seen.to_play, ready=match.ready[seat]),
        proposal=match.proposal,
        terms=match.terms,
        at=at,
        invite=house.identities.invite(match_id) if opponent is None else None,
    )


def wants(phase: Phase, seat: Seat, to_play: Seat | None, *, ready: bool) -> bool:
    """The match waits for this seat."""
    return (phase is Phase.PLAYING and to_play == seat) or (phase is Phase.HAND_OVER and not ready)
