"""An evening of our own, played, proven, forked and retold by `make demo`."""
