"""Pages made into blocks together have those of each alone, whatever is on the others."""
import random

import pytest

from scutch import pipe

# Pieces of real pages, and pieces that once went wrong
PIECES = [*"""
<p>|</p>|<div>|</div>|<div class="a b" id="c" role="main">|<span>|</span>|<b>|</b>|<br>|<hr>|<li>
<ul>|</ul>|<h2>|</h2>|<table><tr><td>|<td>|</table>|<dl><dt>|<dd>|<article>|<button>|</button>
<a href=x>|</a>|<a href=x>A</a><a href=y>B</a>|<a href=x>A</a> <a href=y>B</a>|<a>A<a>B</a>
<object>|</object>|<marquee><a href=q>|</marquee>|<a hidden>|<a>&#1;</a>|<a>&#8195;</a>
<p class=hiddenBox>|<b class="x hiddenBox">|<dialog class=hiddenBox>|<p class=hiddenBoxes>
<pre>|</pre>|<listing>&#10; a|<xmp><b>|</xmp>|<plaintext>|<pre> <title>t</title><div>
<code>&amp;lt;|<code>|</code>|<kbd>|</kbd>|<samp>x &amp;amp;lt; y|</samp>|&amp;<b>lt;</b>
<div hidden>|<span hidden>|<span style="display:none">|<em hidden>|</em>|<x-y hidden>|</x-y>
<span style="display:block">|<b style="display: table-cell">|<a href=x style="Display:Flex">
<my-very-long-element-name-a style="display: none">|</my-very-long-element-name-a>|<col hidden>
<my-very-long-element-name-b>|</my-very-long-element-name-b>|<p hidden id="S:1">|<title hidden>u
<div role=tabpanel style="visibility: hidden">|<body style="visibility:hidden">|<dialog>|</dialog>
<dialog open>|<dialog style="color:red">|<p title='x style="display:none"'>|<p title=" hidden=">
<p title=" class=" class="c" id=' id='>|<p id=" id=">| class="| id="|x hidden="| style="|none"
<title>y</title>|<svg><title>t</title><p>|<math><mi>x</mi>|<math><title>q</title>|<frameset>
<math><script>a<b</script>|<template><p>z</p></template>|<noscript><img></noscript>|<textarea>t
<select><option>o</select>|<ruby>x<rt>y</rt></ruby>|<noembed>x<</noembed>|<meta name=x content=y>
<a\x1c hidden>|<!-- <p> x -->|<!-->|<!--<li style="display:none">x</li>-->
<!doctype html>|<?php x ?>|<p <!--x>|<p a<b="1">|<x<xmp>|<st<plaintext>|<a<b>
&nbsp;|&amp;nbsp;|&amp;amp;quot;|&lt;b&gt;|&quot;|"|&#133;|Ã©|é|e&#769;|&#769;|&#4352;&#4449;
&#173;|&#8203;|&#65534;|&#128512;|\ufb01|of\ufb03ce
\u3000|\u2003|\x1c|\x01|_|---|--|*|. .|  |\n  \n|\t
<span class=n>Bob</span><span class=m>Baker|<i class=t>2019</i><span class=u>Sep|</span><i class=v>
</sub><b class=w>|10<sup>15</sup>|<sup>|</sup>
7<sup><a href=q>15</a>|7<a href=q><sup>15|$12<sup>99|1<sup>1</sup>/<sub>2|</sup>/|10|15
<a href=x>Co</a><a href=x rel=y>ntact|&#8205;|&#8291;
<b><i class=p>A1</i></b><b><i>B2|</b><!-- x --><i class=q>C|<i class=r>D3</i>E
</i><title>t</title><b>|<i class=dropcap>T</i>HE
<pre><span class=line>a</span>|<span class=line>b</span>|<span class="x line">
</span><span class=line>|<pre><b><span class=line>|</span><span style="display:block">
<b class=sr-only>5 stars</b>|(5)|<i class="x screen-reader-text">|<p class=sr-only>|, so
<span class=lineno>1</span>|<td class="hl linenos">|<pre class=lineno>1|<span class="lineno">
<del>$5</del>|<ins>$4</ins>|<s>un</s>|<strike>|</strike>|$3|<img class=m>|Foo</b><i class=icon></i>
<div role=heading aria-level=3>|<p role=heading>|<span role=heading>| role="heading"
<div role=dialog>|<b aria-modal=true>|<dialog aria-modal=false role=alertdialog>|<p role=Dialog>
<dialog open role=dialog>|<dialog style="display:none">|<p role="dialogs">
<i role=tooltip>|<b style="--x-display:none">|<b style="/*display:none*/">
<p style="display:none;display:block">|<b style="Display:block;visibility:hidden !important">
<p data-nosnippet>|<b data-nosnippet=x>
 aria-modal="true"
<h2 id=u>Use<a href=#u>¶</a></h2>|<a name=v href="#v">|<a href=#u>#</a>|<a href="#v">\uf0c1</a>
#</a>|<a href=#u style="display:block">§</a>
<a hidden href=#u>#</a>|<a href=#u>Â¶</a>|<a href=#w>#</a>
<table><tr><td rowspan=2>A<td>B<tr><td>C</table>|<td rowspan=2>|<th colspan=3>D|<td rowspan=0>E|<tr>
<ol start=5><li>x|<li value=7>y|<ol start=" +08a">|<p start=3>|<li value=1234567890>|<li start=2>z
<td colspan=70>|<td colspan=" 2x" rowspan=3>F|</tbody>|<td>G
(<a href=#u>#</a>)|<noscript>|</noscript>|<noscript>x</noscript>|<p class="w-condition-invisible">
one|two words|3.5 %|Ünï|и так далее|今日は。|word
""".strip().replace("\n", "|").split("|"), "\n", " ", "好\n", "京\n 　", f"<p class='{'w' * 90}'>"]

ODD = ["<p>One</p></pre></a></span>", '<p>One<a href="x">two</p><pre>  t\n u',
       '<p>One<span hidden="">two</p>', "", "<li>x" * 3_000]


@pytest.mark.parametrize("parser", ["html5lib", "lexbor"])
@pytest.mark.parametrize("limit", ["", " --max-segments 3"])
def test_pages_of_a_batch_do_not_see_each_other(parser, limit):
    if parser == "lexbor":
        pytest.importorskip("selectolax", reason="the extra [fast] is not installed")
    rng = random.Random(7)
    texts = ["".join(rng.choices(PIECES, k=rng.choice([3, 10, 40]))) for _ in range(120)]
    pages = [{"id": str(number), "html": text} for number, text in enumerate([*ODD, *texts])]
    chain = f"html2text --marks --parser {parser}{limit}, segment"
    assert list(pipe(pages, chain)) == [record for page in pages for record in pipe([page], chain)]
