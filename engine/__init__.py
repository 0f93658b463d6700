"""The session engine: knows no game and no front end."""
