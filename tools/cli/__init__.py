"""The command line `tenmatsu`: the first front end."""
