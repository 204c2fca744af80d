"""scutch-serve: a page on this machine that cleans pages pasted or dropped on it.

    server.py    requests, refusals and answers; the page is that of scutch-view with a form
    processes.py processes, each ended if it takes too long
    worker.py    the work of such a process
    labelling.py labels by hand, kept as gold, and their classes
"""
