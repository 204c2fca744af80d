"""Texts aligned with gold text, and the measures of the papers."""
