"""The mathematics: models and their files. No options, no printing, no records.

    characters/        Evert 2007, and languages
    words/             Fernández-Pichel et al. 2023
    shallow/           Kohlschütter et al. 2010
    perceptron/        Schäfer 2016
    templates/         Leśniak 2017
    evidence/          features of a page's blocks, for scorers and roles
    combine/           one score from all evidence
    documents/         the quality of whole documents
    gold/              alignment and measures
    rules.py           rules about web pages: the rows of share/rules
    modelfile.py       the format of all model files
    writing.py         errors of files that are written
    hashing.py         hashes of texts and of numbers
    sketches.py        texts that are alike
    significance.py    whether a difference of two systems is more than chance
    codepoints.py      texts as arrays of code points
    spaceless.py       scripts without spaces between words
    titlewords.py      titles and lines beside each other
    tagnames.py        kinds of blocks, and elements around the whole page
    arrays.py          arrays as sets, runs of equal values, mixed bits
    elements.py        trees of elements as arrays
    sentenceends.py    the marks at which a sentence ends
    calibration.py     from scores to probabilities
    pagecontext.py     the page as a hidden Markov model
    crossvalidation.py folds by site, F, weights
"""
