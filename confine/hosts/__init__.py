"""Hosts: what each calls its files and settings, one file a host."""
