"""One module for each step of the schema; steps are added, never changed."""
