"""Plain text: its paragraphs, lists, headings and bars, and where its sentences end."""
