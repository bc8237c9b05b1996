"""One module a command: its arguments, its work, and what it prints.

A module offers `add(subparsers)` and `run(arguments, printer) -> int`; it imports what is heavy only when
it runs.
"""
