"""The rules: pure functions over values. No clock, no dice, no input or output.

`decide` says what a command makes happen or refuses it, `evolve` makes the next match of a happening, `view` shows a
match to one viewer.
"""
