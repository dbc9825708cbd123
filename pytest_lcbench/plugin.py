"""pytest hooks: the only part of the package that pytest loads on its own."""
