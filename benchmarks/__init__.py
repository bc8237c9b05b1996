"""Measurements of Scribe beside what else is there, as ratios within one run."""
