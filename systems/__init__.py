"""The games, one folder each; every one is a plug-in that the engine does not know by name."""
