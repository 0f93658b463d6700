"""The database schema, step by step; scripts are found as `tenmatsu.migrations:`."""
