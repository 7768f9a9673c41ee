"""Why the server closes a websocket. The page beside this package says whether to come back after each."""

from enum import IntEnum


class CloseCode(IntEnum):
    """All that the server uses; to the left of 4000 with the meaning that the websocket's own standard gives them."""

    DONE = 1000
    BAD_WEBSOCKET = 1002
    BINARY = 1003
    NOT_UTF8 = 1007
    TOO_MANY = 1008
    TOO_LARGE = 1009
    BROKEN = 1011
    RESTARTING = 1012
    TOO_SLOW = 1013
    OUTDATED = 4001
    STRANGER = 4003
