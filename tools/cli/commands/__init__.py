"""The commands, one module each or one for a group; imported when they are used."""
