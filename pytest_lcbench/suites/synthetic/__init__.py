"""The bundled suite: worlds drawn from a seed, documents written from them, cases whose gold answers are computed."""
