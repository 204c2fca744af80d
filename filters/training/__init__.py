"""What trainers share: gold, labels, checks of options, and the figures of the papers."""
