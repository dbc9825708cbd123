"""Who reads it: terminal tables, Markdown, JSON. All are renderings of one summary."""
