"""Every "no": a code for programs and a sentence for people."""

from enum import StrEnum


class Code(StrEnum):
    # The rules say no.
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    NOT_ON_LEAD = "NOT_ON_LEAD"
    CARD_NOT_IN_HAND = "CARD_NOT_IN_HAND"
    BAD_CARD = "BAD_CARD"
    MUST_FOLLOW = "MUST_FOLLOW"
    MUST_TRUMP = "MUST_TRUMP"
    MUST_HEAD = "MUST_HEAD"
    NO_MARRIAGE = "NO_MARRIAGE"
    MARRIAGE_LEAD_CARD = "MARRIAGE_LEAD_CARD"
    MARRIAGE_NEEDS_TRICK = "MARRIAGE_NEEDS_TRICK"
    ALREADY_CLOSED = "ALREADY_CLOSED"
    STOCK_EMPTY = "STOCK_EMPTY"
    STOCK_CLOSED = "STOCK_CLOSED"
    STOCK_TOO_SMALL = "STOCK_TOO_SMALL"
    NO_TRUMP_JACK = "NO_TRUMP_JACK"
    EXCHANGE_NEEDS_TRICK = "EXCHANGE_NEEDS_TRICK"
    NO_CLAIMS = "NO_CLAIMS"
    HAND_OVER = "HAND_OVER"
    HAND_RUNNING = "HAND_RUNNING"
    MATCH_OVER = "MATCH_OVER"
    MATCH_RUNNING = "MATCH_RUNNING"
    MATCH_PAUSED = "MATCH_PAUSED"
    MATCH_NOT_PAUSED = "MATCH_NOT_PAUSED"
    NOT_STARTED = "NOT_STARTED"
    NOTHING_PROPOSED = "NOTHING_PROPOSED"
    SEAT_TAKEN = "SEAT_TAKEN"
    TIME_LEFT = "TIME_LEFT"
    NOT_AWAY = "NOT_AWAY"
    TOO_LATE = "TOO_LATE"
    # The door or the table says no.
    MALFORMED = "MALFORMED"
    UNKNOWN_MATCH = "UNKNOWN_MATCH"
    NOT_A_PLAYER = "NOT_A_PLAYER"
    NOT_JOINED = "NOT_JOINED"
    STALE = "STALE"
    BUSY = "BUSY"
    RATE_LIMITED = "RATE_LIMITED"
    UNAVAILABLE = "UNAVAILABLE"
    OUTDATED = "OUTDATED"
    NOT_SIGNED_IN = "NOT_SIGNED_IN"
    BAD_NAME = "BAD_NAME"
    BAD_TEXT = "BAD_TEXT"
    NO_WATCHERS = "NO_WATCHERS"
    NEWER_MATCH = "NEWER_MATCH"
    DAMAGED_MATCH = "DAMAGED_MATCH"
    NO_HINTS = "NO_HINTS"
    THINKING = "THINKING"
    BAD_ORIGIN = "BAD_ORIGIN"


SENTENCES: dict[Code, str] = {
    Code.NOT_YOUR_TURN: "It is not your turn.",
    Code.NOT_ON_LEAD: "Only the player who leads can do this, before leading a card.",
    Code.CARD_NOT_IN_HAND: "You do not hold this card.",
    Code.BAD_CARD: "This is not a card.",
    Code.MUST_FOLLOW: "You must follow suit.",
    Code.MUST_TRUMP: "You cannot follow suit: play a trump.",
    Code.MUST_HEAD: "You must beat the card that was led.",
    Code.NO_MARRIAGE: "You do not hold king and queen of this suit.",
    Code.MARRIAGE_LEAD_CARD: "A marriage is led with the king.",
    Code.MARRIAGE_NEEDS_TRICK: "You may announce a marriage only after your first trick.",
    Code.ALREADY_CLOSED: "The stock is closed already.",
    Code.STOCK_EMPTY: "The stock is empty.",
    Code.STOCK_CLOSED: "The stock is closed.",
    Code.STOCK_TOO_SMALL: "Too few cards are left in the stock.",
    Code.NO_TRUMP_JACK: "You do not hold the jack of trumps.",
    Code.EXCHANGE_NEEDS_TRICK: "You may exchange the trump only after your first trick.",
    Code.NO_CLAIMS: "The server counts: there is nothing to claim.",
    Code.HAND_OVER: "This hand is over.",
    Code.HAND_RUNNING: "This hand is still being played.",
    Code.MATCH_OVER: "This match is over.",
    Code.MATCH_RUNNING: "This match is still being played.",
    Code.MATCH_PAUSED: "This match is paused.",
    Code.MATCH_NOT_PAUSED: "This match is not paused.",
    Code.NOT_STARTED: "This match has not started.",
    Code.NOTHING_PROPOSED: "Nobody has proposed this.",
    Code.SEAT_TAKEN: "Both seats are taken.",
    Code.TIME_LEFT: "The time is not up.",
    Code.NOT_AWAY: "Your opponent is here, or may still come back in time.",
    Code.TOO_LATE: "You have played a card already: this match can only be resigned, or stopped by consent.",
    Code.MALFORMED: "This message cannot be read.",
    Code.UNKNOWN_MATCH: "This match does not exist, or not any more.",
    Code.NOT_A_PLAYER: "You are watching: only the two players can do this.",
    Code.NOT_JOINED: "Join a match first.",
    Code.STALE: "The table has changed meanwhile. Here is how it stands.",
    Code.BUSY: "Too many commands are waiting at this table. Try again.",
    Code.RATE_LIMITED: "Too fast: wait a moment.",
    Code.UNAVAILABLE: "The server cannot store anything right now. Try again: nothing is done twice.",
    Code.OUTDATED: "This page is older than the server. Please reload; your match is kept.",
    Code.NOT_SIGNED_IN: "This needs the cookie or the bearer token of a player.",
    Code.BAD_NAME: "A name has 2 to 20 characters, without control characters or < and >.",
    Code.BAD_TEXT: "Say one of the phrases, or a text of 1 to 200 characters.",
    Code.NO_WATCHERS: "The players of this match want no watchers.",
    Code.NEWER_MATCH: "This match was written by a newer server. Nothing of it is lost: try again later.",
    Code.DAMAGED_MATCH: "What is kept of this match cannot be read.",
    Code.NO_HINTS: "There are no hints at this table.",
    Code.THINKING: "The computer has too much to think about. Ask again in a moment.",
    Code.BAD_ORIGIN: "This page may not use this server.",
}


class Refused(Exception):
    """The answer is no; nothing was changed. Only the asker hears it."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code = code

    def __str__(self) -> str:
        return SENTENCES[self.code]
