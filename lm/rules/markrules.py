"""The language of code, lazy pictures, and formulas that occur twice on a page.

A language follows the value of its rule: class="language-python". In `holds` of rules on code the
language is "go", in `fails` there is none.
"""
from .tagrules import HAS, IS, PREFIX, START, Rule, element

# Why rules without a page of gold stay
CODE = "pages on programs, of which the gold has few"
FORMULAS = "the gold has no page with formulas"

# On <pre>, its <code> or an element around: of HTML's own example, Prism, Rouge and Hugo; GitHub
AROUND = [
    Rule("class", PREFIX, "language-", "HTML, Prism, Rouge, Hugo", 33,
         "<div class='x language-go'><pre>x</pre></div>", "<pre class=language-none>x</pre>"),
    Rule("class", PREFIX, "highlight-source-", "GitHub", 0,
         "<div class='highlight highlight-source-go'><pre>x</pre></div>",
         "<div class=highlight-sources><pre>x</pre></div>", why=CODE),
    Rule("class", PREFIX, "highlight-text-", "GitHub", 0,
         "<div class=highlight-text-go><pre>x</pre></div>",
         "<div class=highlight-texts><pre>x</pre></div>", why=CODE),
]
# There beside BESIDE alone; elsewhere highlight- says how it looks
BESIDE_TRANSLATE = [
    Rule("class", PREFIX, "highlight-", "Sphinx", 17,
         "<div class='highlight-go notranslate'><pre>x</pre></div>",
         "<div class=highlight-box><pre>x</pre></div>"),
]
BESIDE = "notranslate"
# On <pre> and <code> alone: elsewhere it may be that of the page, <main class="lang-en">
OWN = [
    Rule("class", PREFIX, "lang-", "Prettify, Stack Overflow", 9, "<pre class='lang-go x'>x</pre>",
         "<div class=lang-go><pre>x</pre></div>", "pre code"),
]
AFTER = [
    Rule("class", PREFIX, r"sourceCode\s+", "Pandoc", 0, "<pre class='sourceCode go'>x</pre>",
         "<pre class=sourceCode>x</pre>", "pre code", CODE),
    Rule("class", PREFIX, r"brush:\s*", "SyntaxHighlighter", 7,
         "<pre class='brush: go; gutter: false'>x</pre>", "<pre class=brush>x</pre>", "pre code"),
]
STATED = [
    Rule("data-lang", HAS, "", "Hugo, Rouge", 10, "<pre><code data-lang=go>x</code></pre>",
         "<pre data-lang='a b'>x</pre>"),
    Rule("data-language", HAS, "", "Astro, Prism", 2, "<pre data-language=Go>x</pre>",
         "<pre data-language-of=go>x</pre>"),
]
NO_LANGUAGES = frozenset(
    "auto default no-highlight nohighlight none null plain undefined".split())

# Where scripts that load pictures late put the address; src is then a data: address
LATE = [Rule(name, HAS, "", software, pages, f"<p>x<img {name}=b.png src='data:image/gif,x'>",
             f"<p>x<img x-{name}=b.png src='data:image/gif,x'>", "img")
        for name, software, pages in (("data-src", "lazysizes, WordPress", 203),
                                      ("data-original", "Lazy Load for jQuery", 8),
                                      ("data-lazy-src", "WP Rocket", 44))]

# What is shown of a formula beside its MathML, which is then for screen readers; in `holds` the
# copy is dropped, in `fails` it is not
COPIES = [
    Rule("aria-hidden", IS, "true", "KaTeX, MathJax", 0,
         "<p>Is <span><math><mi>x</mi></math></span><span aria-hidden=true>y</span>.",
         "<p>Is <span><math><mi>x</mi></math></span><span aria-hidden=false>y</span>.",
         "nobr span", FORMULAS),
]
# What holds the MathML: behind the copy, and before it
MATHML_AFTER = [
    Rule("class", START, "MJX_Assistive_MathML", "MathJax 2", 0,
         "<p>Is <span aria-hidden=true>y</span><span class='MJX_Assistive_MathML x'>"
         "<math><mi>x</mi></math></span>.",
         "<p>Is <span aria-hidden=true>y</span><span class=MathML><math><mi>x</mi></math></span>.",
         "span", FORMULAS),
]
MATHML_BEFORE = [
    element("span", "KaTeX", 0,
            "<p>Is <span><math><mi>x</mi></math></span><span aria-hidden=true>y</span>.",
            "<p>Is <b><math><mi>x</mi></math></b><span aria-hidden=true>y</span>.", FORMULAS),
    element("mjx-assistive-mml", "MathJax 3", 0,
            "<p>Is <mjx-assistive-mml><math><mi>x</mi></math></mjx-assistive-mml>"
            "<span aria-hidden=true>y</span>.",
            "<p>Is <mjx><math><mi>x</mi></math></mjx><span aria-hidden=true>y</span>.", FORMULAS),
]

TABLES = {"AROUND": AROUND, "BESIDE_TRANSLATE": BESIDE_TRANSLATE, "OWN": OWN, "AFTER": AFTER,
          "STATED": STATED, "LATE": LATE, "COPIES": COPIES, "MATHML_AFTER": MATHML_AFTER,
          "MATHML_BEFORE": MATHML_BEFORE}
