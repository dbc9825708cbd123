"""How good: choice extraction, rules, judge."""
