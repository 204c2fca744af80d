"""scutch-serve: a page on this machine that cleans what is pasted or dropped on it.

    server.py    requests, refusals and answers
    processes.py processes that do the work, each ended where it takes too long
    worker.py    the work of such a process
    form.py      the page: that of scutch-view with a form
    labelling.py labels by hand, kept as gold
"""
