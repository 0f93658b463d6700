"""Front ends and helpers: the only room that may import all others."""
