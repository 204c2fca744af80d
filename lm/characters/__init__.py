"""Character n-gram models of clean and dirty text (Evert 2007), and of languages.

    alphabets.py         the symbols of characters
    ngrams.py            the models, and their table of n-grams
    classifier.py        ratio, calibration, the page as context: the score
    charactertraining.py its training
    languagemodel.py     the language of a text, and its training
    lettermodel.py       letters and pairs of letters of many languages: which reading is likely
    scripts.py           the script of a text
"""
