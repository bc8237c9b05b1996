"""Outside the sandbox: ruleset and backends, supervisor, door and command line."""
