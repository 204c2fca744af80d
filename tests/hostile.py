"""Pages that break parsers, and ways to break pages, for the tests and share/bench.

`PAGES` makes each page on call. `GROWING` makes pages of n parts, whose cost must be linear in n.
"""
import random

TEXT = "Wind farms at sea turn day and night; the cables to the coast are laid in summer. "


def page(body, head="<title>T</title>"):
    """Return an ordinary page around some markup; the text after that must still be found."""
    return (f"<!doctype html><html><head>{head}</head><body>{body}"
            f"<p>{TEXT}</p></body></html>").encode()


def attributes(count):
    """Return a tag with `count` attributes."""
    return f"<div {' '.join(f'a{number}=x' for number in range(count))}>{TEXT}</div>"


def names(count, after, start="a"):
    """Return `count` different names of attributes, each with a text after it."""
    return "".join(f"{start}{number}{after}" for number in range(count))


CONTROLS = "".join(map(chr, [*range(1, 9), 11, *range(14, 32), *range(127, 160), 0xFFFE, 0xFFFF]))

PAGES = {
    "50 000 nested div": lambda: page("<div>" * 50_000 + TEXT),
    "20 000 unclosed b": lambda: page("<b>x" * 20_000),
    "20 000 unclosed b in p": lambda: page("<p><b>x" * 20_000),
    "20 000 unclosed font": lambda: page("<p><font size=1>x" * 20_000),
    "20 000 unclosed a": lambda: page("<a href=x>x" * 20_000),
    "200 000 p": lambda: page("<p>x" * 200_000),
    "100 000 attributes": lambda: page(attributes(100_000)),
    "one attribute 1 000 000 long": lambda: page(f'<p class="{"x " * 500_000}">{TEXT}'),
    "NUL and control characters": lambda: page(
        f'<p title="a\0b{CONTROLS}">c\0d{CONTROLS}e</p><p\0>f<\0p>g<a\x1b href="\0">h</a>'),
    "references to no character": lambda: page(
        "<p>&#xD800; &#x110000; &#0; &#128; &#99999999999999999999; &#x; &#; &; &nosuch; &#xFDD0;"),
    "colspan 2^53-1": lambda: page(
        f"<table><tr><td colspan={2**53 - 1} rowspan={2**53 - 1}>a<td>b<tr><td>c</table>"),
    "php": lambda: page('<?php if ($a > 1) { echo "<p>no"; } ?><p>yes</p><? x ?><?'),
    "100 000 <!--": lambda: page("<!--" * 100_000),
    "100 000 comments": lambda: page("<!-- x -->" * 100_000),
    "300 000 &amp": lambda: page("&amp" * 300_000),
    "one line of 5 MB": lambda: page("<p>" + TEXT * (5 * (1 << 20) // len(TEXT))),
    "one word of 5 MB": lambda: page("<p>" + "x" * (5 << 20)),
    "svg and math": lambda: page(
        "<svg><title>s</title><text>drawn</text><foreignObject><p>inside</p></foreignObject></svg>"
        "<math><mi>x</mi><annotation-xml encoding='text/html'><p>a</p></annotation-xml></math>"
        "<p>after<svg><p>breaks out</p>"),
    "no formulas in attributes": lambda: page(
        "<math></math>" + '<p title="<math></mi>">x' * 25_000 + TEXT),
    "formulas of _": lambda: page(f"<math><mi>{'_' * 4_900}.a</mi><mi>b</mi></math>" * 1_000),
    "nested formulas": lambda: page(("<math>" + "<mfrac><mi>a</mi>" * 150 + "b" + "</mfrac>" * 150
                                     + "</math>") * 50 + "<math><mi>a</mi>" * 1_000),
    "50 000 nested svg": lambda: page("<svg><g>" * 25_000 + TEXT),
    "empty": lambda: b"",
    "white space": lambda: b" \n\t\r\n\x0c",
    "bare text": lambda: TEXT.encode(),
    "bare tag": lambda: b"<",
    "XML declaration with a charset": lambda: (
        '<?xml version="1.0" encoding="iso-8859-15"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 '
        'Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html><body><p>caf\u00e9 '
        '12 \u20ac</p></body></html>').encode("iso-8859-15"),
    "UTF-16 with BOM": lambda: page("<p>caf\u00e9 \u20ac").decode().encode("utf-16"),
    "UTF-16 big-endian with BOM": lambda: b"\xfe\xff" + page("<p>caf\u00e9").decode().encode(
        "utf-16-be"),
    "UTF-16 without BOM": lambda: page("<p>caf\u00e9 \u20ac").decode().encode("utf-16-le"),
    "UTF-32": lambda: page("<p>caf\u00e9 \u20ac").decode().encode("utf-32"),
    "half a character": lambda: page("<p>caf\u00e9")[:-2] + b"\xe2\x82",
    "windows-1252 that claims UTF-8": lambda: page(
        "<p>caf\u00e9 \u20ac 5 \u201equoted\u201c",
        "<meta charset=utf-8>").decode().encode("cp1252"),
    "unclosed title": lambda: f"<html><head><title>T<body><p>{TEXT}</p><p>{TEXT}".encode(),
    "unclosed textarea": lambda: page(f"<textarea>x\n<p>{TEXT}</p>"),
    "unclosed style": lambda: page(f"<style>p {{}}\n<p>{TEXT}</p>"),
    "unclosed script": lambda: page(f"<script>x()\n<p>{TEXT}</p>"),
    "unclosed comment": lambda: page(f"<!-- x\n<p>{TEXT}</p>"),
    "unclosed attribute": lambda: page(f'<a href="x>y</a><p>{TEXT}</p>'),
    "30 000 nested tables": lambda: page("<table><tr><td>" * 10_000 + TEXT),
    "100 000 cells of a table": lambda: page("<table>" + "<tr><td>x<td>y" * 50_000),
    "20 000 texts fostered out of tables": lambda: page("<table>x<b>" * 20_000),
    "50 000 nested li": lambda: page("<ul><li>" * 25_000 + TEXT),
    "100 000 closing tags": lambda: page("</p></div></b>" * 33_000),
    "5 000 b closed in the wrong order": lambda: page("<b><i><p>x</b></i>" * 5_000),
    "100 000 br": lambda: page("x<br>" * 100_000),
    "50 000 nested select and option": lambda: page("<select><option>x" * 25_000),
    "20 000 nested template": lambda: page("<template><p>x" * 20_000),
    "20 000 nested button and form": lambda: page("<form><button>x" * 10_000),
    "11 000 nested hidden span": lambda: page("<span hidden>" * 11_000),
    "20 000 texts between hidden ones": lambda: page("x<b hidden>y</b>" * 20_000),
    "100 000 <": lambda: page("<" * 100_000),
    "100 000 </": lambda: page("</" * 100_000),
    "100 000 CDATA": lambda: page("<![CDATA[x]]>" * 100_000),
    "a frameset": lambda: b"<html><frameset><frame src=a><noframes><p>x</noframes></frameset>",
    "plaintext": lambda: page(f"<p>{TEXT}<plaintext><p>{TEXT}"),
    "200 000 spaces": lambda: page("<p>a" + " \n" * 100_000 + "b"),
    "100 000 soft marks": lambda: page("<p>" + "a\u0301\u200d\u00ad" * 100_000),
    "50 000 marks on one letter": lambda: page("<p>a" + "\u0301\u0323" * 25_000),
    "mojibake of mojibake": lambda: page(
        "<p>" + "\u00c3\u0192\u00c2\u00a9\u00e2\u20ac\u2122" * 10_000),
    "60 000 pieces of mojibake": lambda: page("<p>" + "\u0301 \u00c3\u00a9 b " * 60_000),
    "100 000 brackets and quotes": lambda: page("<p>" + "\u201c(\u2018[" * 25_000),
    "100 000 full stops": lambda: page("<p>" + "e.g. a. " * 100_000),
    "100 000 bars": lambda: page("<p>" + "Home | " * 100_000),
    # Regular expressions that may scan the rest of the page repeatedly
    "script, a quote and 16 000 <p": lambda: b"<script><p a='" + b"<p " * 16_000 + b"'",
    "script, a quote and 16 000 <!--": lambda: b"<script><p a='" + b"<!--" * 16_000 + b"'",
    "select, a quote and 32 000 <select": lambda: (
        b"<select><!--</select >-->" + b"<p>x" * 5 + b"<select a='" + b"<select " * 32_000 + b"'"),
    "3 000 000 <": lambda: b"<" * 3_000_000,
    "a comment of 3 000 000 -": lambda: page("<!--" + "-" * 3_000_000 + "-->"),
    "names of 1 000 000 letters": lambda: page(
        f"<title></{'x' * 1_000_000}</title><{'x' * 1_000_000}>"),
    "an attribute of 200 000 &": lambda: page(f"<p title='{'&' * 200_000}'>x"),
    # Elements that nest although their end tags may be omitted, or seem to be there
    "50 000 rt": lambda: page("<rt>" * 50_000),
    "25 000 li and dd": lambda: page("<li><dd>" * 25_000),
    "50 000 optgroup": lambda: page("<optgroup>" * 50_000),
    "25 000 div closed in comments": lambda: page("<div><!--</div>-->" * 25_000 + TEXT),
    "25 000 div closed in svg": lambda: page("<div><svg><desc></div>" * 25_000),
    "50 000 g in a style of svg": lambda: page("<svg><style>" + "<g>" * 50_000),
    "40 000 listing/ behind svg": lambda: page("<svg>" + "<listing/>x" * 40_000),
    "25 000 div behind odd quotes": lambda: page("<p '><div '>" * 25_000),
    "20 000 button and em": lambda: page("<button><em>" * 20_000),
    "a title that hides 50 000 div": lambda: (
        b"<title><body>" + b"<div>" * 50_000 + b"</title><p>" + TEXT.encode()),
    "100 000 options": lambda: page("<select>" + "<option>o" * 100_000 + "</select>"),
    "21 900 a in a table": lambda: page("<table>" + "<a>x" * 21_900),
    "16 000 rb and rt": lambda: page("<ruby>" + "<rb>x<rt>y" * 8_000 + "</ruby>"),
    "8 000 rb and b": lambda: page("<rb><b>x" * 4_000),
    "3 900 span around 3 900 tables": lambda: page("<span>" * 3_900 + "<table>x" * 3_900),
    "3 900 x in svg, 3 900 </y>": lambda: page("<svg>" + "<x>" * 3_900 + "</y>" * 3_900),
    "400 kbd around 40 000 &amp;": lambda: page(
        "<kbd>" * 400 + "&amp;" * 40_000 + "</kbd>" * 400),
    "text of 1 MB that grows 20 000 times": lambda: page(
        "<p>" + "word " * 200_000 + "x</x>" * 20_000),
    # Names and counts
    "2 500 ruby and end tags of others": lambda: page("<ruby></tt></h2>" * 2500 + TEXT),
    "2 000 p of 499 attributes": lambda: page(
        ("<p " + " ".join(f"a{number}" for number in range(499)) + ">") * 2_000),
    "250 000 bare names in a tag": lambda: page(
        f"<p {' '.join(map(str, range(250_000)))}>x"),
    "60 tags of 8 000 bare names": lambda: page(
        f"<p {' '.join(map(str, range(8_000)))}>x" * 60),
    "100 000 names of attributes": lambda: page("".join(
        f"<p {' '.join(f'a{row}x{column}' for column in range(20))}>" for row in range(5_000))),
    "100 000 names of tags": lambda: page("".join(f"<q{row}></q{row}>" for row in range(100_000))),
    "a tag of 200 000 spaces": lambda: page("<p a" + " " * 200_000 + ">"),
    "a number of 5 000 digits": lambda: page(f"<p>&#{'9' * 5_000};<a title='&#{'9' * 5_000};'>x"),
    "words of every plane": lambda: page("<p>" + "w\u00f6rd \u4eca\u65e5 \U0001f600 " * 300_000),
    "<a> around <plaintext>": lambda: b"<p><a><plaintext>b",
    "control characters in a name": lambda: page("<a\x01b hidden>x</a\x01b>"),
    # Zero-width characters, attributes and elements that are opened again
    "160 000 joiners and marks without width": lambda: page(
        "<p>a" + "\u200b\u200c\u200d\ufeff" * 40_000 + "b"),
    "100 000 joiners in words": lambda: page("<pre>" + ("a" + "\u200d" * 1_000) * 100 + "b</pre>"),
    "20 000 bytes of a class, reopened": lambda: page(
        f"<p><b class='{'x' * 20_000}'>" + "<p>x" * 20_000),
    "three classes of 2 MB, reopened": lambda: page("<p>" + "".join(
        f"<b class='{number}{'x' * 2_000_000}'>" for number in range(3)) + "<p>x" * 300),
    "a link of 2 MB, reopened": lambda: page(
        f'<p><a href="{"x" * 2_000_000}">' + "<li>x" * 1_000),
    "fonts of 1 000 bytes, reopened in cells": lambda: page("<table><tr>" + (
        "<td>" + "".join(f"<font face='{number}{'x' * 1_000}'>" for number in range(20))
        + "<div>x</div>" * 40) * 250 + "</table>"),
    "100 000 attributes of a script": lambda: page(
        f"<script {names(100_000, '=1 ')}>x</script>"),
    "100 000 attributes of a title": lambda: page("", f"<title {names(100_000, '=1 ')}>T</title>"),
    "50 000 names between /": lambda: page(f"<p {names(50_000, '/')}>x"),
    "50 000 names between quotes": lambda: page("<p " + names(50_000, "='x'") + ">x"),
    "50 000 names behind a quoted >": lambda: page(f"<p title='>' {names(50_000, chr(10))}>x"),
    "600 tags of 2 600 names": lambda: page(f"<p {names(2_600, '/')}>x" * 600),
    "50 html of 10 000 names": lambda: page(f"<html {names(10_000, ' ')}>x" * 50),
    "700 iframes of 499 names": lambda: page("".join(
        f"<iframe {names(499, '=1 ', f'a{row}x')}></iframe>" for row in range(700))),
    # Texts that are decoded, searched or split at each of many places
    "110 formulas of 1 200 &amp; in 230 roots": lambda: page(
        ("<p><math>" + "<msqrt>" * 230 + f"<mi>{'&amp;' * 1_200}</mi>" + "</msqrt>" * 230
         + "</math>") * 110),
    "formulas of long words": lambda: page(
        ("<p><math>" + "<msup>" * 200 + f"<mi>{'x' * 6_000}</mi>" + "<mn>2</mn></msup>" * 200
         + "</math>") * 100),
    "a mark of 400 000 %41": lambda: page(
        f"<h1><a href='#{'%41' * 400_000}'>#</a>x</h1>"),
    "300 000 </titl": lambda: page("", "<title>" + "</titl" * 300_000 + "</title>"),
    "300 000 </styl": lambda: page("<style>" + "</styl" * 300_000 + "</style>"),
    "300 000 </scrip in a comment of a script": lambda: page(
        "<script><!--" + "</scrip--" * 300_000 + "--></script>"),
    "300 000 dashes and <script in a script": lambda: page(
        "<script><!--" + "-" * 300_000 + "<script>" + "-x" * 300_000 + "</script>--></script>"),
    "blocks in 12 100 div": lambda: page(
        "<div>" * 12_100 + "<p>one</p><p>two</p><ul><li>three<li>four</ul>"),
}

PIECES = [
    b"<p>", b"</p>", b"<div class='a b'>", b"</div>", b"<b>", b"</b>", b"<a href=x>", b"</a>",
    b"<br>", b"<table>", b"<tr>", b"<td>", b"</table>", b"<ul><li>", b"</ul>", b"<h1>",
    b"</h2>", b"<pre>", b"<script>", b"</script>", b"<style>", b"<title>", b"</title>",
    b"<textarea>", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<svg>", b"</svg>", b"<math>",
    b"<template>", b"</template>", b"<select>", b"<option>", b"<form>", b"<input value='",
    b"<?xml ", b"<!doctype html>", b"<html lang=en>", b"<body>", b"</body>", b"<plaintext>",
    b"<noscript>", b"<frameset>", b"<meta charset=", b"utf-8>", b"<", b">", b"/", b"&",
    b"&amp;", b"&#", b"&#x1F600;", b"&lt", b'"', b"'", b"=", b" ", b"\n", b"\0", b"word",
    b"Two words.", b"caf\xc3\xa9", b"caf\xe9", b"\xff\xfe", b"\xed\xa0\x80", b"\xf0\x9f\x98",
    b"\xe2\x80\xa8", b"\xc2\x85", b"\x0b", b"\x1b", b"| ", b"* ", b"1. ", b"\xef\xbb\xbf",
]


def strings(count, seed=2007):
    """Yield `count` byte strings: half of them pieces of markup, half of them any bytes."""
    rng = random.Random(seed)
    for number in range(count):
        if number % 2:
            yield b"".join(rng.choices(PIECES, k=rng.randrange(40)))
        else:
            yield rng.randbytes(rng.randrange(100))


def mutated(data, rng):
    """Return a page broken in one to five places: cut, repeated, overwritten, moved, cut short."""
    for _ in range(rng.randint(1, 5)):
        start = rng.randrange(len(data) + 1)
        end = min(len(data), start + rng.choice([1, 2, 10, 100, 5000]))
        piece, kind = data[start:end], rng.randrange(6)
        if kind == 0:
            data = data[:start] + data[end:]
        elif kind == 1:
            data = data[:start] + piece * rng.choice([2, 3, 50]) + data[end:]
        elif kind == 2:
            data = data[:start] + rng.randbytes(len(piece)) + data[end:]
        elif kind == 3:
            data = data[:start] + rng.choice(PIECES) + data[start:]
        elif kind == 4:
            data = data[:start] + data[end:] + piece
        else:
            data = data[:start] or data
    return data
