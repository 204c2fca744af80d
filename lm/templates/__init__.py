"""Pages of one template compared with each other (Leśniak 2017), and texts of a host counted.

    structure.py     a page's structure, its signature, and pages of similar structure
    crosses.py       the pages a page is compared with, and the text that they share
    blockclasses.py  content or boilerplate, by tables B.1 to B.5 and test cases T002 to T006
    docfrequency.py  on how many pages of a host a text occurs
"""
