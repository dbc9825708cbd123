"""What the model sees: documents assembled under a window, and the ledger of what was left out."""
