"""Read models folded from events: they can be dropped and rebuilt."""
