"""The proof of the bundled suite: a checker for each field reads the rendered text alone and shares no code with its writer."""
