"""What can be asked, one file a part of the rules."""
