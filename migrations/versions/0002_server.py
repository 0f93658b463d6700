"""
Packed history, followers, small counters: what a store for many tables keeps beside the log.

For PostgreSQL it is the first step, and makes all tables.
"""

import sqlalchemy as sa
from alembic import op

from tenmatsu.migrations.postgresql_0002 import list_statements

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the cache of packed history, the checkpoints of followers, and the counters."""
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        for statement in list_statements():
            connection.exec_driver_sql(statement)
        return
    op.create_table(
        "packs",
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("branch", sa.String(32), nullable=False),
        sa.Column("first_version", sa.Integer(), nullable=False),
        sa.Column("last_version", sa.Integer(), nullable=False),
        sa.Column("end_hash", sa.LargeBinary(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("session", "branch", "first_version"),
    )
    op.create_table(
        "followers",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "upkeep",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
