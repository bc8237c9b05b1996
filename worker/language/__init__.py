"""What the offline writer knows of languages: sentences, tables of patterns, and the matcher that reads them."""
