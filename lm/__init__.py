"""The mathematics: models and their files. No options, no printing, no records."""
