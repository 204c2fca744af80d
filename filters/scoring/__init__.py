"""What scorers share: models and scores, the page's evidence, the language."""
