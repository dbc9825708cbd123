"""Who answers: litellm behind one small protocol, the embedded reader, the response store, error classes."""
