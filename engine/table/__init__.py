"""The table itself: what any session has, whatever the game."""
