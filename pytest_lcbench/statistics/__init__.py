"""What it means: averages, rates, coverage and bounds over result rows."""
