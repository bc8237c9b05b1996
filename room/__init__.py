"""The memory room as a store: documents, index, journal, registry, recall and transcripts."""
