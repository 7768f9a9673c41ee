"""Those of this process who look for an opponent, and what each was told last."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from schnapsen_protocol.codec import write
from schnapsen_protocol.lobby_frames import Paired, SeekEnded, Seeking
from schnapsen_server.store.lobby_contract import Ticket

from .callers import Caller
from .curve import OFFER_COMPUTER_MS, range_of


@dataclass(slots=True)
class Seeker:
    """A player who searches, with all his connections here that hold his ticket."""

    ticket: Ticket
    callers: dict[Caller, None] = field(default_factory=dict)
    expected_ms: int | None = None
    told: Seeking | None = None

    def state(self, now: int) -> Seeking:
        waited = now - self.ticket.since
        return Seeking(
            since=self.ticket.since,
            range=range_of(waited, self.ticket.deviation),
            expected_ms=self.expected_ms,
            offer_computer=waited >= OFFER_COMPUTER_MS,
            now=now,
        )

    def tell(self, now: int, callers: Iterable[Caller] | None = None) -> None:
        """Say how the search stands, to some or to all of his connections."""
        self.told = self.state(now)
        tell(self.callers if callers is None else callers, write(self.told))

    def tell_news(self, now: int) -> None:
        """Say it again if anything but the time has changed."""
        if self.told is None or replace(self.told, now=now) != self.state(now):
            self.tell(now)


def tell_paired(callers: Iterable[Caller], match: str, within_ms: int | None = None) -> None:
    tell(callers, write(Paired(match, within_ms)))


def tell_ended(callers: Iterable[Caller]) -> None:
    tell(callers, write(SeekEnded()))


def tell(callers: Iterable[Caller], frame: bytes) -> None:
    """The newest word on a search takes the place of one that is not sent yet."""
    for caller in callers:
        caller.outbox.latest("seeking", frame)
