"""What browsers do not show: hidden elements and dialogs, and hidden elements that scripts show.

In `holds` all text is hidden, in `fails` none is; in SHOWN, PARENTS and OPEN the other way round.
"""
from .tagrules import DECLARES, FIRST, HAS, IS, PART, WORD, Rule, element

# Why rules without a page of gold stay
STANDARD = "the HTML standard"
CODE = "pages of documentation, of which the gold has few"
FADING = "crawls that run scripts; the gold has few such pages"
FORMULAS = "Wikipedia; the gold has no page with such a formula"

# Hidden whatever else the tag says
ALWAYS = [
    # which browsers show where scripts are off
    element("noscript", "Discourse, counters, lazy pictures", 2064,
            "<noscript>Enable JavaScript</noscript>", "<p title=noscript>Enable JavaScript"),
    # Line numbers are not to be copied. As a class of other elements it says that they have some
    Rule("class", FIRST, "lineno", "Rouge, Doxygen", 0, "<p><span class='lineno x'>7</span>",
         "<p class=lineno>7", "span td", CODE),
    Rule("class", FIRST, "linenos", "Pygments", 0, "<table><tr><td class=linenos>7</table>",
         "<pre class=linenos>7</pre>", "span td", CODE),
]

# Hidden where SHOWN does not hold
HIDDEN = [
    Rule("hidden", HAS, "", "HTML", 335, "<p hidden>Menu", "<p data-hidden=1 class=hidden>Menu"),
    # shown after a click
    Rule("popover", HAS, "", "HTML", 15, "<div popover>Menu</div>", "<p data-popover=x>Menu"),
    # Publishers keep it out of search results: banners on cookies, addresses, forms
    Rule("data-nosnippet", HAS, "", "Google", 110, "<div data-nosnippet=true>We use cookies</div>",
         "<p data-x-nosnippet=1>We use cookies"),
    # shown while the pointer is on a word
    Rule("role", IS, "tooltip", "ARIA", 35, "<span role=tooltip>A sudden wind</span>",
         "<span role=tooltips>A sudden wind</span>"),
    # [edit] in headings
    Rule("class", FIRST, "mw-editsection", "MediaWiki", 1,
         "<h2><span class=mw-editsection>[edit]</span></h2>", "<p class=mw-editsections>[edit]"),
    Rule("class", FIRST, "editsection", "MediaWiki to 1.21", 0,
         "<h2><span class=editsection>[edit]</span></h2>", "<p class=editsections>[edit]",
         why="wikis in crawls of before 2013"),
    # ways back from a footnote, other than a link with a mark alone
    *(Rule("class", FIRST, word, software, pages, f"<p><a class='{word} x'><b>Back</b></a>",
           f"<p><a class={word}s><b>Back</b></a>", why=why) for word, software, pages, why in (
          ("data-footnote-backref", "GitHub", 1, ""), ("footnote-return", "Hugo", 0, CODE),
          ("mw-cite-backlink", "MediaWiki", 2, ""))),
    # Section titled “Wind”, beside the heading
    Rule("class", FIRST, "sl-anchor-link", "Starlight", 1,
         "<div><a class=sl-anchor-link href=#w>Section titled Wind</a></div>",
         "<div><a class=sl-anchors href=#w>Section titled Wind</a></div>"),
    # messages of the comment form
    Rule("class", WORD, "hiddenBox", "TypePad", 43, "<div class='hiddenBox yellowBox'>Posted</div>",
         "<p class=hiddenbox>Names of classes differ by case"),
    # text of a paywall in other letters, which a script puts right: "Ejf Gppe.Usvdlt tjoe xjfefs"
    Rule("class", WORD, "obfuscated", "Funke", 1, "<p class='x obfuscated'>Ejf Usvdlt",
         "<p class=deobfuscated>Die Trucks"),
    # what a notebook and a box of code say of themselves: In [1]:, the language
    *(Rule("class", WORD, word, software, 0, f"<div class='{word} x'>In [1]:</div>",
           f"<div class={word}s>In [1]:</div>", why=CODE) for word, software in (
          ("jp-InputPrompt", "Jupyter"), ("jp-OutputPrompt", "Jupyter"),
          ("input_prompt", "Jupyter to 5"), ("output_prompt", "Jupyter to 5"),
          ("crayon-toolbar", "Crayon"), ("urvanov-syntax-highlighter-toolbar", "Urvanov"))),
    # menus, carts and filters that slide in
    Rule("class", WORD, "drawer", "Shopify, Foundation", 24,
         "<div class='drawer left'>Your cart</div>", "<div class=drawers>Your cart</div>"),
    Rule("class", WORD, "cart-drawer", "Shopify", 12, "<div class=cart-drawer>Your cart</div>",
         "<div class=cart>Your cart</div>"),
    Rule("class", WORD, "offcanvas", "Bootstrap", 8, "<div class='offcanvas end'>Menu</div>",
         "<div class=offcanvas-end>Menu</div>"),
    Rule("class", WORD, "off-canvas", "Foundation", 3, "<div class='off-canvas left'>Menu</div>",
         "<div class=off-canvas-left>Menu</div>"),
    # a message of forums, which a script shows
    Rule("id", IS, "bumped", "forums", 0, "<div id=bumped>Up it went</div>",
         "<p id=bumped-1>Up it went", why="forums of which the gold has few"),
    # copies of text for other conditions and screens
    Rule("class", WORD, "w-condition-invisible", "Webflow", 22,
         "<p class='x w-condition-invisible'>A copy", "<p class=w-condition>A copy"),
    Rule("class", WORD, "et_multi_view_hidden", "Divi", 6,
         "<p class='x et_multi_view_hidden'>A copy", "<p class=et_multi_view>A copy"),
]
# Hidden by their style, where SHOWN does not hold; the last declaration of a property counts
STYLES = [
    Rule("style", DECLARES, "display: none", "CSS", 1833,
         "<p style='color: red; DISPLAY : none'>Menu",
         "<p style='display:none;display:block'>Menu"),
    Rule("style", DECLARES, "visibility: hidden", "CSS", 302, "<p style='visibility:hidden'>Menu",
         "<p style='backface-visibility:hidden'>Menu"),
]

# Closed until a script opens it, as on cookies
DIALOGS = [
    element("dialog", "HTML", 39, "<dialog>We use cookies</dialog>", "<p>We use cookies"),
    Rule("role", IS, "dialog", "ARIA", 322, "<div role=dialog>We use cookies</div>",
         "<p role=dialogue>We use cookies"),
    Rule("role", IS, "alertdialog", "ARIA", 10, "<div role=alertdialog>We use cookies</div>",
         "<p role=alert>We use cookies"),
    Rule("aria-modal", IS, "true", "ARIA, Bootstrap", 184, "<p aria-modal=true>We use cookies",
         "<p aria-modal=''>We use cookies"),
    Rule("class", WORD, "modal", "Bootstrap, Semantic UI, Bulma", 136,
         "<div class='ui small modal'>We use cookies</div>", "<p class=modals>We use cookies"),
]
# What says that a <dialog> may be open: a style, and hidden, say themselves what hides
OPEN = [
    Rule("open", HAS, "", "HTML", 0, "<dialog open>News</dialog>", "<dialog>News</dialog>",
         why=STANDARD),
    Rule("style", HAS, "", "HTML", 4, "<dialog style='color:red'>News</dialog>",
         "<dialog style='display:none'>News</dialog>"),
    Rule("hidden", HAS, "", "HTML", 0, "<dialog hidden=until-found>News</dialog>",
         "<dialog hidden>News</dialog>", why=STANDARD),
]
# What says that another dialog is open: a shop's sheets with details stand beside the product
OPEN_SHEETS = [
    Rule("aria-modal", IS, "false", "ARIA, Shopify", 33,
         "<div role=dialog aria-modal=false>Size</div>", "<div role=dialog>Size</div>"),
    Rule("class", WORD, "active", "Semantic UI", 0, "<div class='ui modal active'>Size</div>",
         "<div class='ui modal inactive'>Size</div>", why=FADING),
]

# Hidden elements that a script shows. On the gold pages four in five of their words are main text,
# but only one in five of the words of other hidden elements. Names are in any case.
SHOWN = [
    # put in place when the page has loaded
    Rule("id", IS, "S:[0-9a-f]+", "React", 33, "<div hidden id=S:0>Text</div>",
         "<div hidden id=S:x>Text</div>"),
    Rule("role", IS, "tabpanel", "ARIA", 27, "<div role=tabpanel hidden>Text</div>",
         "<div role=tab hidden>Text</div>"),
    Rule("role", IS, "region", "ARIA", 33, "<div role=region data-nosnippet>Text</div>",
         "<div role=regions data-nosnippet>Text</div>"),
    Rule("hidden", IS, "until-found", "HTML", 0, "<div hidden=until-found>Text</div>",
         "<div hidden=until>Text</div>", why=STANDARD),
    Rule("class", PART, "accordion", "many", 25,
         "<div class=cmp-accordion__panel hidden>Text</div>",
         "<div class=cmp-chord__panel hidden>Text</div>"),
    Rule("class", PART, "collaps", "Bootstrap", 10,
         "<div class=collapse style='display:none'>Text</div>",
         "<div class=colla style='display:none'>Text</div>"),
    Rule("class", PART, "tab-?pane", "Bootstrap, jQuery UI", 8, "<p class='tab-pane' hidden>Text",
         "<p class='tab pane' hidden>Text"),
    # "faq" or "toggle" alone may be anything
    Rule("class", WORD, "rank-math-answer", "Rank Math", 0,
         "<p class='rank-math-answer x' hidden>Text", "<p class='rank-math' hidden>Text",
         why="blogs with questions, of which the gold has few"),
    Rule("class", WORD, "faq[-_]*answer", "many", 2,
         "<p class='a faq_answer' style='display:none'>Text", "<p class='faq toggle' hidden>Text"),
    Rule("class", WORD, "tab[-_]*content", "many", 2,
         "<p class=tab_content style='display:none'>Text", "<p class=table-content hidden>Text"),
    Rule("class", WORD, "toggle[-_]+content", "many", 1,
         "<p class=toggle-content hidden>Text", "<p class=togglecontent hidden>Text"),
    Rule("class", WORD, "a-expander-content", "Amazon", 3,
         "<p class='a-expander-content b' hidden>Text", "<p class=expander-content hidden>Text"),
    # which fade in when they are scrolled to
    Rule("class", WORD, "wow", "WOW.js", 0,
         "<p class='wow fadeInUp' style='visibility:hidden'>Text",
         "<p class=wows style='visibility:hidden'>Text", why=FADING),
    Rule("data-aos", HAS, "", "AOS", 0, "<p data-aos=fade-up style='visibility:hidden'>Text",
         "<p data-aosx=fade-up style='visibility:hidden'>Text", why=FADING),
    Rule("data-sr-id", HAS, "", "ScrollReveal", 0,
         "<p data-sr-id=1 style='visibility:hidden'>Text",
         "<p data-sr=1 style='visibility:hidden'>Text", why=FADING),
    # a picture is shown instead of MathML
    Rule("class", WORD, "mwe-math-mathml-inline", "MediaWiki", 0,
         "<p>Is <span class=mwe-math-mathml-inline style='display:none'>x</span>.",
         "<p class=mwe-math style='display:none'>x", why=FORMULAS),
    Rule("class", WORD, "mwe-math-mathml-display", "MediaWiki", 0,
         "<p>Is <span class=mwe-math-mathml-display style='display:none'>x</span>.",
         "<p class=mwe-math style='display:none'>x", why=FORMULAS),
]

# Of the parent of a hidden element: which of its children a click shows
PARENTS = [
    Rule("class", PART, "accordion", "many", 259,
         "<div class=my-accordion><p hidden>Text</div>",
         "<div class=accord><p hidden>Text</div>"),
    Rule("class", PART, "collaps", "Bootstrap", 401,
         "<div class=collapse-item><p hidden>Text</div>", "<div class=colla><p hidden>Text</div>"),
    Rule("class", PART, "faq", "many", 132, "<div class=faq_item><p hidden>Text</div>",
         "<div class=fax><p hidden>Text</div>"),
]

TABLES = {"ALWAYS": ALWAYS, "HIDDEN": HIDDEN, "STYLES": STYLES, "DIALOGS": DIALOGS, "OPEN": OPEN,
          "OPEN_SHEETS": OPEN_SHEETS, "SHOWN": SHOWN, "PARENTS": PARENTS}
