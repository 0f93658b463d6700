"""The session engine; it knows no game and no front end."""
