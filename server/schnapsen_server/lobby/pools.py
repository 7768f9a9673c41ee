"""What must be the same for two who search: the name of a pool spells it out."""

from schnapsen_protocol.cards import Preset
from schnapsen_protocol.terms import ClockRule


def pool_of(preset: Preset, clock: ClockRule | None) -> str:
    return f"{preset}/none" if clock is None else f"{preset}/{clock.bank_ms}+{clock.increment_ms}"


def terms_of(pool: str) -> tuple[Preset, ClockRule | None]:
    """What `pool_of` made the name of."""
    preset, _, time = pool.partition("/")
    if time == "none":
        return Preset(preset), None
    bank_ms, _, increment_ms = time.partition("+")
    return Preset(preset), ClockRule(int(bank_ms), int(increment_ms))
