"""scutch-serve: a page on this machine that cleans pages pasted or dropped on it.

    server.py    requests, refusals and answers
    processes.py processes, each ended if it takes too long
    worker.py    the work of such a process
    agents.py    the Model Context Protocol
    form.py      the page: scutch-view with a form
    labelling.py labels by hand, kept as gold
    labelclasses.py    the classes that these may have
"""
