"""How strong the levels are, on the scale of the players' ratings. None: not measured yet.

The figures come from `schnapsen arena`, each level against the next; write them here with the run that gave them.
"""

from typing import Final

from schnapsen_protocol.cards import Level

RATINGS: Final[dict[Level, int | None]] = dict.fromkeys(Level)
