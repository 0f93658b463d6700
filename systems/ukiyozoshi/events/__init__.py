"""What can happen in the game; one file a chapter of the rulebook."""
