"""What can be asked of the game; one file a chapter of the rulebook."""
