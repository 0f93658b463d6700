"""The formats in which a document is written."""
