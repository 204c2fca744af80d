"""The marks at which a sentence ends, in all scripts.

The splitter of sentences, the evidence of a page and roles read them here. The rules of
Kohlschütter 2010 have those of the paper: lm/shallow/shallowfeatures.py.
"""

SPACED = ".!?…‥؟۔።։"        # end a sentence if white space, or nothing, follows
UNSPACED = "。！？｡।॥။។"    # end one also without: scripts that set no space there
ENDS = SPACED + UNSPACED + "．"
CLOSING = "\"')]}»«”“’›‹」』）】》〉"    # may stand behind the mark; « and “ close in German
