"""How far apart two ratings may be: the one place that says it. It widens with the time waited and never narrows."""

CURVE: tuple[tuple[int, int | None], ...] = (
    (0, 150),
    (4_000, 250),
    (8_000, 400),
    (14_000, 700),
    (22_000, 1_200),
    (30_000, None),
)
"""From so many ms of waiting on: so many rating points. None: anybody."""
DOUBT = 0.5
"""How much of a rating's deviation is added: where little is known, a wider range is as fair."""
OFFER_COMPUTER_MS = 8_000
"""After so long alone the computer is offered."""
AGAIN_MS = 6_000
"""Two who met lately meet again only after both have waited so long, and found nobody else."""
UNRATED_COST = 100
"""By so many points farther away is somebody who does not ask for the same: a rated match, or an unrated one."""


def range_of(waited_ms: int, deviation: float) -> int | None:
    """The largest rating gap that somebody accepts after this time; None for any."""
    widest = [width for after, width in CURVE if after <= max(0, waited_ms)][-1]
    return None if widest is None else round(widest + DOUBT * deviation)


def accepts(waited_ms: int, deviation: float, gap: float) -> bool:
    widest = range_of(waited_ms, deviation)
    return widest is None or gap <= widest
