"""Character n-gram models of clean and dirty text (Evert 2007), and of languages.

    alphabets.py         which symbol stands for a character
    ngrams.py            the models, eq. 1 to 3
    hashtable.py         their table of n-grams
    classifier.py        ratio, calibration, the page as context: the score
    training.py          its training
    languages.py         which language a text is in
    languagetraining.py  training of that
    scripts.py           which script it is written in
"""
