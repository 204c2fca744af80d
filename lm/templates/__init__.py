"""Pages of one template compared with each other (Leśniak 2017), and texts of a host counted.

    structure.py     a page's structure as a set of tokens
    minhash.py       signatures of structures, and similar ones by LSH bands
    crosses.py       the pages a page is compared with
    pagediff.py      what two pages share
    bitpatterns.py   content or boilerplate, tables B.1 to B.5
    reclassify.py    T002 to T006: classes for blocks that the tables leave invalid
    neighbourhood.py features of the nodes around a block, for reclassify.py
    randomforest.py  the forest of T006
    docfrequency.py  on how many pages of a host a text occurs
"""
