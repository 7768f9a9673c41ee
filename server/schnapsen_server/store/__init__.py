"""The memory of the house: event log, players' book, and the store under them. It knows Redis and not the game."""
