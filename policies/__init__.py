"""The rules: pure judgements without I/O, and the profiles as data."""
