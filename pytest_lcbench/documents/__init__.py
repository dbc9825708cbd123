"""Texts: read late, addressed by the hash of their content, counted once."""
