"""Pages of one template compared with each other (Leśniak 2017), and texts of a host counted."""
