"""Proof of the bundled suite's cases from their rendered text alone: nothing here imports the writers (see ``legal``, ``financial``, ``papers``)."""
