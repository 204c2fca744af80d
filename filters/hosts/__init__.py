"""Pages of one host: grouped, counted, compared, and put back into order."""
