"""Proof of the bundled suite's cases from their rendered text alone: no module here imports a writer."""
