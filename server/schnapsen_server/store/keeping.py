"""How much is kept of one player, and for how long."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Keeping:
    player_seconds: int = 400 * 24 * 3600
    """After the last visit or match everything of the player is forgotten; 0: never.

    The cookie that says who somebody is lives as long: after that time nobody can come back as this player.
    """
    matches: int = 200
    """How many of the newest matches that go on stand in the player's list."""
    results: int = 400
    """How many of the newest matches that are over stand in the player's list.

    As many of the newest results are kept one by one; of older ones the sum.
    """


USUAL = Keeping()
