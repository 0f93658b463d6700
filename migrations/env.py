"""Alembic's entry: run the steps on the connection handed in, in the caller's own transaction."""

from alembic import context

connection = context.config.attributes["connection"]
context.configure(connection=connection)
context.run_migrations()
