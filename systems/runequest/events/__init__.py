"""What happens, one file a part of the rules."""
