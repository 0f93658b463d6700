"""What happened at the table: events, their envelope and their codec."""
