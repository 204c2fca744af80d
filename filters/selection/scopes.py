"""The options that say what counts as text, for scutch-combine and scutch-clean."""

SCOPES = ("page", "main")
FAVORS = ("precision", "recall")


def scope_arguments(parser):
    """Declare the options."""
    parser.add_argument("--scope", choices=SCOPES, default="page",
                        help="page: all that was written for it, with readers' comments; main: "
                             "what the page is for, without them (default: %(default)s)")
    parser.add_argument("--favor", choices=FAVORS,
                        help="shift the threshold of --keep auto: towards less text that is surely "
                             "clean, or towards losing less of it")
