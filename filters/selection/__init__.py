"""Which segments and which sentences of a record are kept."""
