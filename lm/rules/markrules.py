"""The language of code, lazy pictures, images that are no pictures, formulas that occur twice.

A language follows the value of its rule: class="language-python". In `holds` of rules on code the
language is "go", in `fails` there is none.
"""
from .tagrules import HAS, IS, PART, PREFIX, START, WORD, Rule, element

# Why rules without a page of gold stay
CODE = "pages on programs, of which the gold has few"
FORMULAS = "the gold has no page with formulas"
FORUMS = "pages of forums and blogs, of which the gold has few"

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
    Rule("class", PREFIX, "mw-highlight-lang-", "MediaWiki", 1,
         "<div class='mw-highlight mw-highlight-lang-go'><pre>x</pre></div>",
         "<div class=mw-highlight-lang><pre>x</pre></div>"),
]
# There beside BESIDE alone; elsewhere highlight- says how it looks
BESIDE_TRANSLATE = [
    Rule("class", PREFIX, "highlight-", "Sphinx", 16,
         "<div class='highlight-go notranslate'><pre>x</pre></div>",
         "<div class=highlight-box><pre>x</pre></div>"),
]
BESIDE = "notranslate"
# On <pre> and <code> alone: elsewhere it may be that of the page, <main class="lang-en">
OWN = [
    Rule("class", PREFIX, "lang-", "Prettify, Stack Overflow", 9, "<pre class='lang-go x'>x</pre>",
         "<div class=lang-go><pre>x</pre></div>", "pre code"),
    Rule("class", PREFIX, "code-(?!pre|block|wrap|box)", "Jira", 1, "<pre class=code-go>x</pre>",
         "<div class=code-go><pre>x</pre></div>", "pre code"),
]
AFTER = [
    Rule("class", PREFIX, r"sourceCode\s+", "Pandoc", 0, "<pre class='sourceCode go'>x</pre>",
         "<pre class=sourceCode>x</pre>", "pre code", CODE),
    Rule("class", PREFIX, r"brush:\s*", "SyntaxHighlighter", 7,
         "<pre class='brush: go; gutter: false'>x</pre>", "<pre class=brush>x</pre>", "pre code"),
    Rule("class", PREFIX, r"syntaxhighlighter\s+(?:nogutter\s+)?", "SyntaxHighlighter", 0,
         "<pre class='syntaxhighlighter nogutter  go'>x</pre>",
         "<pre class=syntaxhighlighter>x</pre>", "pre code", CODE),
]
STATED = [
    Rule("data-lang", HAS, "", "Hugo, Rouge", 10, "<pre><code data-lang=go>x</code></pre>",
         "<pre data-lang='a b'>x</pre>"),
    Rule("data-language", HAS, "", "Astro, Prism", 2, "<pre data-language=Go>x</pre>",
         "<pre data-language-of=go>x</pre>"),
    *(Rule(name, HAS, "", software, 0, f"<pre {name}='{value}'>x</pre>",
           f"<pre {name}-of='{value}'>x</pre>", why=CODE) for name, value, software in (
        ("data-code-lang", "go", "Phabricator"),
        ("data-enlighter-language", "go", "Enlighter"),
        ("data-ke-language", "go", "Tistory"),
        ("data-syntaxhighlighter-params", "brush: go; gutter: false", "Confluence"))),
]
# A class that is the name of a language: on <pre> and <code>, and beside HIGHLIGHT
HIGHLIGHT = "highlight"
NAMED = [Rule("class", WORD, "|".join(
    """asm asp awk bash batch c c# c\\+\\+ clojure cmake cmd coffeescript console cpp cs csharp css
    d dart diff django dockerfile elisp elixir elm erb erlang fortran fsharp glsl go golang
    graphql groovy haml haskell hcl html http ini ipython3 java javascript jinja js json jsx
    julia kotlin latex less lisp llvm lua makefile markdown matlab mysql nginx nix objc
    objectivec objective-c ocaml pascal perl php postgresql powershell prolog properties
    protobuf ps1 puppet py python python3 r rb rst ruby rust sass scala scheme scss sh shell
    smalltalk solidity sql svelte swift systemverilog tcl terraform tex toml ts tsx typescript
    vb verilog vhdl vim vue wasm xml yaml yml zig zsh""".split()),
    "Hexo, DEV, GeSHi, R Markdown", 16, "<figure class='highlight go'><pre>x</pre></figure>",
    "<figure class=go><pre>x</pre></figure>")]
NO_LANGUAGES = frozenset(
    "auto default no-highlight nohighlight none null plain undefined".split())

# Where scripts that load pictures late put the address; src is then a data: address
LATE = [Rule(name, HAS, "", software, pages, f"<p>x<img {name}=b.png src='data:image/gif,x'>",
             f"<p>x<img x-{name}=b.png src='data:image/gif,x'>", "img")
        for name, software, pages in (("data-src", "lazysizes, WordPress", 203),
                                      ("data-original", "Lazy Load for jQuery", 8),
                                      ("data-lazy-src", "WP Rocket", 44))]

# A src that holds the place of a picture whose address is elsewhere
PLACEHOLDERS = [Rule("src", PART, value, software, pages,
                     f"<p>x<img src='/{name}.gif' data-x=b.png>",
                     "<p>x<img src=b.png data-x=c.png>", "img")
                for value, name, software, pages in (
                    (r"(?:^|/)(?:blank|spacer|trans(?:parent)?|gr[ea]y|1x1)(?:[-_.]?[0-9x]+)?"
                     r"\.(?:gif|png|svg)", "blank", "scripts that load pictures late", 413),
                    (r"(?:place-?holder|lazy-?load)[^/]*\.(?:gif|png|svg)|(?:^|/)load(?:ing|er)"
                     r"\.(?:gif|svg)", "lazyload", "scripts that load pictures late", 123))]
# Images that are no pictures of the text: small, of a person who wrote, of software, to count
IMAGES = "img amp-img"
SIZE = "(?:[0-9]|[1-3][0-9]|40)(?:px)?"          # pixels; those of icons
NO_PICTURES = [
    *(Rule(name, IS, SIZE, "icons, trackers", pages, f"<p>x<img src=b.png {name}=16>",
           f"<p>x<img src=b.png {name}=160>", IMAGES) for name, pages in (
               ("width", 2143), ("height", 2486))),
    *(Rule("class", PART, f"(?<![a-zA-Z])(?:{value})(?![a-zA-Z])", software, pages,
           f"<p>x<img src=b.png class='x-{name}'>", f"<p>x<img src=b.png class='x-{name}ly'>",
           IMAGES)
      for value, name, software, pages in (
          ("(?:gr)?avatar", "avatar", "WordPress, Discourse, GitHub", 411),
          ("emoji|wp-smiley|smiley|emoticon", "emoji", "WordPress, Discourse, phpBB", 93),
          ("icons?|logo|sprite", "icon", "themes", 763))),
    *(Rule("src", PART, value, software, pages, f"<p>x<img src='{name}'>",
           "<p>x<img src='http://b.org/pixel-art/b.png'>", IMAGES)
      for value, name, software, pages in (
          (r"gravatar\.com/avatar|/avatars?/|/user_avatar/", "http://gravatar.com/avatar/1",
           "WordPress, Discourse, vBulletin", 353),
          ("/(?:icons?|smil(?:ies|eys)|emojis?)/", "/icons/b.png", "phpBB, vBulletin, Apache", 423),
          (r"facebook\.com/tr\b|doubleclick\.net/|scorecardresearch\.com/"
           r"|/pixel\.(?:gif|png)", "http://facebook.com/tr?id=1", "counters of visits", 615))),
]

# Pictures of formulas, whose alternative text is TeX
TEX_PICTURES = [
    *(Rule("class", WORD, value, software, pages,
           f"<p>Is <img class='x {value}' alt='x_1' src=a.png>.",
           f"<p>Is <img class='{value}' alt='A teacher at work' src=a.png>.", "img",
           "" if pages else FORMULAS)
      for value, software, pages in (
          ("formulaDsp", "Doxygen", 0), ("formulaInl", "Doxygen", 0), ("latex", "WordPress", 0),
          ("ltx_Math", "LaTeXML", 0), ("math", "Sphinx, Pandoc, DokuWiki", 0),
          ("mwe-math-fallback-image-display", "MediaWiki", 0),
          ("mwe-math-fallback-image-inline", "MediaWiki", 0),
          ("ql-img-displayed-equation", "QuickLaTeX", 0),
          ("ql-img-inline-formula", "QuickLaTeX", 0),
          ("tex", "MediaWiki to 1.21", 0), ("texrender", "Moodle", 0))),
    *(Rule("src", PART, value, software, 0, f"<p>Is <img alt='x_1' src='//a/{name}?x'>.",
           f"<p>Is <img alt='x_1' src='//a/x{name[1:]}'>.", "img", FORMULAS)
      for value, name, software in (
          (r"latex\.codecogs\.com/", "latex.codecogs.com/", "CodeCogs"),
          (r"latex\.php\?", "latex.php", "WordPress"),
          (r"equation\?tex=", "equation?tex=", "Zhihu"),
          (r"m(?:athtex|imetex)\.cgi\?", "mathtex.cgi", "mathTeX, mimeTeX"))),
]
# Pictures of emoji, whose alternative text is one, or its name between colons
EMOJI = [
    *(Rule("class", WORD, value, software, pages,
           f"<p>Is <img class='x {value}' alt='x_1' src=a.png>.",
           f"<p>Is <img class='{value}' alt='A laughing face' src=a.png>.", "img",
           "" if pages else FORUMS)
      for value, software, pages in (
          ("emoji", "WordPress, Discourse, GitHub", 7), ("emojione", "Mastodon", 0),
          ("smiley", "SMF", 1), ("smilies", "phpBB", 3), ("smilie", "XenForo", 14),
          ("wp-smiley", "WordPress", 73))),
    Rule("src", PART, "/(?:tw)?emoji/", "Twemoji, X, WordPress", 6,
         "<p>Is <img alt='x_1' src='/a/emoji/b.svg'>.",
         "<p>Is <img alt='x_1' src='/emojis/b.svg'>.", "img", FORUMS),
]

# What is shown of a formula beside its MathML, which is then for screen readers; in `holds` the
# copy is dropped, in `fails` it is not
COPIES = [
    Rule("aria-hidden", IS, "true", "KaTeX, MathJax", 0,
         "<p>Is <span><math><mi>x</mi></math></span><span aria-hidden=true>y</span>.",
         "<p>Is <span><math><mi>x</mi></math></span><span aria-hidden=false>y</span>.",
         "nobr span", FORMULAS),
]
# What MathJax 2 shows of a formula on pages with its TeX
RENDERED = [Rule("class", START, "MathJax(?:_[A-Za-z_]+)?[ \"]", "MathJax 2", 0,
                 "<p>Is <span class=MathJax>y</span><script type=math/tex>x</script>.",
                 "<p>Is <span class=MathJaxes>y</span><script type=math/tex>x</script>.",
                 "span div", FORMULAS)]
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
          "STATED": STATED, "NAMED": NAMED, "LATE": LATE, "TEX_PICTURES": TEX_PICTURES,
          "EMOJI": EMOJI, "PLACEHOLDERS": PLACEHOLDERS,
          "NO_PICTURES": NO_PICTURES, "RENDERED": RENDERED, "COPIES": COPIES,
          "MATHML_AFTER": MATHML_AFTER,
          "MATHML_BEFORE": MATHML_BEFORE}
