"""The table where the game is spoken: rooms, who listens at them, and the time they keep."""
