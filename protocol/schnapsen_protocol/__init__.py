"""The language of the table: cards, commands, events, views, frames. It knows no rule, no clock and no socket."""

PROTOCOL_VERSION = 1
"""Raised when an old client could misread a frame. Such a client is told to reload."""
