"""What is asked: cases, their place in the taxonomy, and the loaders, one module per source format."""
