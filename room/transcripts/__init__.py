"""Readers that turn a host's transcript into turns with one origin each."""
