"""The shipped profiles, as YAML data."""
