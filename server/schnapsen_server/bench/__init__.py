"""Measures and tortures whole servers from outside: real processes, real sockets, one store."""
