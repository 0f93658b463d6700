"""Playing at the keyboard: a prompt that knows commands, names and open choices."""
