"""The filters, one module per command, in the usual order of a chain.

Sources:      read
Normalisers:  html2text, segment, lang
Scorers:      charlm, wordlm, archive, docfreq, shallow, mlp, combine
Roles:        role
Letters:      tag
Pruners:      prune
Sinks:        emit, look
Judges:       eval, label
Trainers:     train_charlm, train_docfreq, train_lang, train_shallow, train_wordlm, train_mlp
Joint:        train_combine
Runners:      chain, clean

`stream` has the runner of all filters, `record` and `fields` the records between them.
"""
