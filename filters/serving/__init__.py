"""scutch-serve: a page on this machine that cleans pages pasted or dropped on it.

    server.py    requests, refusals and answers; the page is that of scutch-view with a form;
                 labels by hand, kept as gold, and their classes
    processes.py processes, each ended if it takes too long, and their work
"""
