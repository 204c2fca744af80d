#!/usr/bin/env python3
"""Generate a web archive with known truth: pages of several templates, with snapshots.

usage: archives.py [--sites N] [--seed N] [--template NAME]

Writes records with "id", "url", "timestamp" and "html", one a line, in the order of a crawl. A site
has two or three templates: menus, sections, a list of most-read articles (the same on all pages of
one crawl), adverts (drawn anew for each page), a footer with the year. Some pages have snapshots,
in which comments are added, a paragraph is edited and adverts rotate. In some templates the last
paragraph and the publisher's notice are one block. Some headings of content are on several pages
of a site. The ingredients of recipes are on many; only --template recipes makes such pages.

Words of content and of boilerplate have different letters, so that `is_content` knows the truth of
any piece of text. The filters that compare pages do not use this.
"""
import argparse
import json
import random
from itertools import count

CONTENT = "bdfgklm"      # consonants of the words of content
BOILERPLATE = "hnprstv"
VOWELS = "aeiou"
TEMPLATES = ["news", "forum", "docs", "recipes"]
CRAWLS = 5               # of the site, 90 days apart


def words(letters, size, rng):
    """Return `size` words of these consonants, the frequent ones first; these are short."""
    found = {}
    for number in count():
        if len(found) == size:
            return list(found)
        length = 1 + number * 3 // size + rng.randrange(2)
        found["".join(rng.choice(letters) + rng.choice(VOWELS) for _ in range(length))] = None


def is_content(text):
    """Return whether most words of a text are content; None if it has no generated word."""
    rows = text.lower()
    content, other = (sum(map(rows.count, letters)) for letters in (CONTENT, BOILERPLATE))
    return content > other if content or other else None


class Language:
    """Sentences of words whose frequencies follow Zipf's law."""

    def __init__(self, letters, size, rng):
        self._words = words(letters, size, rng)
        self._weights = [1 / (rank + 2) for rank in range(size)]

    def phrase(self, rng, least, most):
        text = " ".join(rng.choices(self._words, self._weights, k=rng.randint(least, most)))
        return text.capitalize()

    def paragraph(self, rng, sentences):
        return " ".join(self.phrase(rng, 5, 22) + "." for _ in range(sentences))


class Site:
    """A site: its languages, its templates and its pages."""

    def __init__(self, number, seed, templates):
        self.rng = random.Random(f"{seed} {number}")
        self.host = f"site{number}.example"
        self.content = Language(CONTENT, 4000, self.rng)
        self.other = Language(BOILERPLATE, 600, self.rng)
        self.adverts = [self.phrase(3, 9) for _ in range(40)]
        self.notice = f"{self.phrase(2, 4)}. {self.phrase(3, 5)}"
        self.menu = [self.phrase(1, 3) for _ in range(self.rng.randint(5, 14))]
        self.sections = [[self.phrase(1, 3) for _ in range(self.rng.randint(3, 7))]
                         for _ in range(3)]
        self.read_most = [[self.phrase(4, 9) for _ in range(6)] for _ in range(CRAWLS)]
        self.headings = [self.content.phrase(self.rng, 1, 2) for _ in range(12)]
        self.ingredients = [f"{amount} {self.content.phrase(self.rng, 1, 2)}"
                            for amount in range(1, 60)]
        self.templates = [(name, self._layout()) for name in templates]

    def phrase(self, least, most):
        return self.other.phrase(self.rng, least, most)

    def _layout(self):
        """Return the parts that are the same on all pages of one template."""
        rng = self.rng
        return {"aside": rng.random() < 0.7, "inner": rng.random() < 0.5,
                "joined": rng.random() < 0.35, "wrap": rng.choice(["div", "article", "section"]),
                "slots": rng.randint(1, 3), "labels": [self.phrase(1, 3) for _ in range(6)],
                "footer": [self.phrase(1, 4) for _ in range(rng.randint(3, 9))]}

    def pages(self, name, layout, number):
        """Yield the records of a page: its snapshots, one or more."""
        rng = self.rng
        body = self._body(name)
        section = rng.randrange(3)
        comments = []
        crawls = sorted(rng.sample(range(CRAWLS), rng.choice([1, 1, 2, 3, 4])))
        for crawl in crawls:
            if comments or rng.random() < 0.5:
                comments += [self.content.paragraph(rng, rng.randint(1, 3))
                             for _ in range(rng.randint(0, 4))]
            if crawl != crawls[0] and rng.random() < 0.3:
                body[rng.randrange(1, len(body))] = ("p", self.content.paragraph(rng, 3))
            day = 1 + number % 28
            yield {"id": f"{self.host}/{name}/{number}@{crawl}",
                   "url": f"http://{self.host}/{name}/{number}",
                   "timestamp": f"2016-{1 + 2 * crawl:02}-{day:02}T12:00:00Z",
                   "html": self._html(layout, body, comments, section, crawl)}

    def _body(self, name):
        rng, content = self.rng, self.content
        found = [("h1", content.phrase(rng, 3, 9))]
        found += [("p", content.paragraph(rng, rng.randint(2, 5)))
                  for _ in range(rng.randint(3, 12))]
        if name == "docs":
            found.insert(2, ("pre", content.phrase(rng, 4, 12)))
        if name in ("docs", "news") and rng.random() < 0.5:
            found.insert(3, ("ul", [content.phrase(rng, 3, 12) for _ in range(4)]))
        if name == "recipes":
            found.insert(1, ("ul", rng.sample(self.ingredients, rng.randint(5, 10))))
        for heading in rng.sample(self.headings, rng.randint(0, 2)):
            found.insert(rng.randint(2, len(found) - 1), ("h2", heading))
        return found

    def _html(self, layout, body, comments, section, crawl):
        rng, labels = self.rng, layout["labels"]
        adverts = iter(rng.sample(self.adverts, 4))
        body = [*body]
        if layout["joined"]:
            tag, text = body[-1]
            body[-1] = tag, f"{text} {2016 + crawl // 4} - {self.notice}"
        main = [f"<{tag}>{_items(text) if tag == 'ul' else text}</{tag}>" for tag, text in body]
        if layout["inner"]:
            main.insert(min(3, len(main)), f"<div class=ad>{next(adverts)}</div>")
        parts = [
            f"<div class=top><span>{labels[0]}</span></div><ul class=menu>{_items(self.menu)}</ul>",
            f"<ul class=sub>{_items(self.sections[section])}</ul>",
            f"<{layout['wrap']} class=main>{''.join(main)}</{layout['wrap']}>",
            f"<div class=tools>{labels[1]} | {labels[2]}</div>"]
        if comments:
            parts.append(f"<h2>{labels[3]}</h2><ol class=comments>" + "".join(
                f"<li><p>{text}</p><span class=reply>{labels[4]}</span></li>"
                for text in comments) + "</ol>")
        if layout["aside"]:
            parts.append(f"<aside><h3>{labels[5]}</h3><ul>{_items(self.read_most[crawl])}</ul>"
                         + "".join(f"<div class=ad>{next(adverts)}</div>"
                                   for _ in range(layout["slots"])) + "</aside>")
        notice = "" if layout["joined"] else f"<p>{2016 + crawl // 4} - {self.notice}</p>"
        parts.append(f"<footer><ul>{_items(layout['footer'])}</ul>{notice}</footer>")
        return f"<!doctype html><title>{body[0][1]}</title><body>{''.join(parts)}"


def _items(texts):
    return "".join(f"<li>{text}</li>" for text in texts)


def archive(sites, seed=0, templates=None, pages=12):
    """Yield the records of an archive, site by site.

    templates: names of TEMPLATES that each site has; None draws two or three of them.
    pages:     number of pages of each template.
    """
    rng = random.Random(seed)
    for number in range(sites):
        names = templates or sorted(rng.sample(TEMPLATES[:3], rng.randint(2, 3)))
        site = Site(number, seed, names)
        for name, layout in site.templates:
            for page in range(pages):
                yield from site.pages(name, layout, page)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", type=int, default=10, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--template", choices=TEMPLATES, help="all pages are of this one")
    args = parser.parse_args()
    for record in archive(args.sites, args.seed, [args.template] if args.template else None):
        print(json.dumps(record))


if __name__ == "__main__":
    main()
