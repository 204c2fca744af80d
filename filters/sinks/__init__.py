"""The formats that scutch-emit writes."""
