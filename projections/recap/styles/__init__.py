"""The styles in which a story is told."""
