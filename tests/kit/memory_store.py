"""The memory's promises, kept in memory."""

from .memory_log import MemoryBook, MemoryLog
from .memory_tables import memory_tables


class MemoryStore:
    """As much of `Store` as a table needs. All processes have the same one."""

    def __init__(self) -> None:
        self.log = MemoryLog()
        self.players = MemoryBook(self.log)
        self.tables = memory_tables(self.log)
