"""Character n-gram models of clean and dirty text (Evert 2007), and of languages."""
