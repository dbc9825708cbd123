"""One run: its settings and id, a case taken through its stages, the result row that comes out."""
