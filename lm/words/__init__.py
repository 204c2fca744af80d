"""Word n-gram models: counts, estimates, perplexity (Fernández-Pichel et al. 2023)."""
