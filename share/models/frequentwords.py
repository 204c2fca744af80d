"""Make a table of badness: the words that most documents of a language have."""
from collections import Counter

import numpy as np

from scutch.lm.documents.badness import LEAST_DEVIATION, WORDS, Badness, log_frequencies


def made(texts, settings=None):
    """Return the Badness of languages.

    texts: {language: Tokenised of documents of good text, of about equal length}.
    """
    words, means, deviations = {}, [], []
    for language, documents in texts.items():
        counted = [Counter(map(str.lower, words)) for words in documents.words()]
        words[language] = _frequent(counted)
        logs = np.array([log_frequencies(np.array([times[word] for word in words[language]], float),
                                         times.total()) for times in counted])
        means.append(logs.mean(0))
        deviations.append(np.maximum(LEAST_DEVIATION, logs.std(0)))
    return Badness(words, np.array(means, np.float32), np.array(deviations, np.float32), settings)


def _frequent(counted):
    """Return the words of letters that most documents have, by the alphabet."""
    documents = Counter(word for times in counted for word in times if word.isalpha())
    most = sorted(documents, key=lambda word: (-documents[word], word))[:WORDS]
    return sorted(most)
