#!/usr/bin/env python3
"""Counts words and phrases that are not the field's own, in comments, strings and documents.

Usage: tools/dialect.py [--list] [--by pattern|file|crate] [paths...]

A tool for editing, not a gate: every pattern has legitimate uses, and those that are known are in ALLOWED.
"""
import argparse, collections, pathlib, re, sys

PATTERNS = {
    "figure": r"\bfigures?\b",
    "known": r"\bhow (?:it|they|each|this|that)(?: \w+)? (?:is|are) known\b",
    "told": r"\b(?:told|tells?|telling)\b",
    "says": r"\b(?:says?|said)\b",
    "stands": r"\b(?:stands?|stood|standing)\b",
    "lies": r"\b(?:lies|lay there)\b",
    "held against": r"\b(?:held|holds?|holding|hold) (?:\w+ ){0,3}against\b|\bheld (?:to|beside)\b",
    "judge": r"\bjudg(?:e|es|ed|ing|ement|ments?)\b",
    "way": r"\b(?:ways?|underway)\b",
    "apart": r"\b(?:falls?|fell|falling|fallen|take|takes|taken|kept) apart\b|\bapart\b",
    "hangs together": r"\bhangs? together\b",
    "share no": r"\bshar(?:e|es|ing) (?:no|only)\b",
    "alike": r"\balike\b",
    "between ends": r"\bbetween (?:two|its|their) ends\b",
    "by rule": r"\b(?:by|without a|no) rule\b",
    "limit of size": r"\blimits? of size\b",
    "without it": r"\bwithout (?:it|one|a wish|them)\b|\bwish(?:es|ed)?\b",
    "as in": r"\bas in(?::| [`'\"0-9(])",
    "ending": r"\bendings?\b|\bits end\b",
    "so many": r"\b(?:so|that|as) many\b|\bso (?:much|far|long|often)\b",
    "anew": r"\banew\b",
    "whoever": r"\b(?:whoever|whatever|nobody|somebody|who)\b",
    "mended": r"\bmend(?:s|ed)?\b|\bmade good\b",
    "dear": r"\bdear(?:er|est)?\b",
    "counted by": r"\bcounted by the definition\b",
    "programme": r"\bprogrammes?\b",
    "leftover": r"\bwhat (?:is|are|was|were) (?:left|there|asked|wanted|said)\b|\btakes? away\b|\bwhat \w+ (?:says?|tells?|can beat|takes|leaves?)\b",
    "opening": r"(?:^|[.!]\s+)(?:What|Whether|How (?:many|much|far|often|long|a|the|it)|Who|Where|Whose|Nothing|None)\b",
    "beside": r"\bbeside\b",
    "whole": r"\bwhole\b",
    "too": r", too\b",
    "fly": r"\bfl(?:y|ies) through\b",
    "come/go": r"\b(?:comes?|goes|go) (?:with|on|before|from it|along|along it|out|into)\b",
    "asks": r"\bask(?:s|ed|ing)?\b",
    "content": r"\bis content\b|\bwonder\b",
    "of its own": r"\bof (?:its|their) own\b",
    "one of": r"\b(?:the|this) one that\b|\bthose (?:that|of|which)\b",
    "is there": r"\b(?:is|are) there\b|\bthere (?:is|are) (?:no|none|a)\b",
    "no X": r"\bis no (?:\w+)\b|\bare no (?:\w+)\b",
    "words": r"\bwords?\b",
}
# The glossary's left column proper: the count of the issue. The rest are habits worth a look.
CORE = ["figure", "known", "told", "says", "stands", "lies", "held against", "judge", "way", "apart", "hangs together", "share no",
        "alike", "between ends", "by rule", "limit of size", "without it", "as in", "ending", "so many", "anew", "whoever",
        "mended", "dear", "counted by", "programme", "leftover", "opening", "fly", "beside", "whole", "words"]

# Legitimate uses, removed before matching.
ALLOWED = [
    r"\bFigures? \d+\w*", r"\b(?:figures?) (?:of|in|from) (?:a|the|your|my) papers?", r"(?:--|<|\")figures?\b", r"\bfigures\.rs",  # pictures in papers; the old option
    r"\b(?:one|two|three|both|either|k|\d+)[- ]ways?\b", r"\bin (?:the|a|this|that|any|some) \w*\s?ways?\b", r"\b(?:by|on|under) (?:the )?way\b", r"\bhalfway\b",
    r"\b(?:the )?same way\b", r"\bways to\b", r"\bno way\b",
    r"\bas many (?:\w+ )?as\b", r"\bso far\b(?= as)", r"\bas long as\b", r"\bso long as\b", r"\bas far as\b", r"\bas often as\b",
    r"\bstandalone\b", r"\bstand(?:s)? for\b", r"\bstanding in\b",
    r"\bdocument words?\b", r"\b(?:64|32|128|machine)-bit words?\b", r"\bwords? of (?:a )?(?:length|bits|\d+)", r"\bcode words?\b", r"\bkey ?words?\b", r"\breserved words?\b",
    r"\bwords? (?:of k letters|as a number|aa|abab|of any length|\()", r"\b(?:machine|whole) words?\b", r"WORDS?", r"'\{word\}'|\{word\}", r"\btell(?:s)? \w+ (?:from|apart)\b",
    r"\bfarther apart\b|\bhow far apart\b|\bapart from\b|\bof \d+ apart\b|\bapart \d", r"\bthe other way round\b", r"\bon (?:its|the|their) way\b",
    r"\bde Bruijn words?\b", r"\bKautz words?\b", r"\bWord(?:s)?\b",
    r"\bwhole (?:numbers?|workspace|page|file)\b", r"\bas a whole\b",
    r"\bwithout one\b(?= of)", r"\bWho\b(?= \w+ \d{4})",
    r"\bthe rules?\b(?= of)", r"\bby rule \d",
    r"\bWhat's\b", r"\b(?:at|by) (?:its|their) end\b",
    r"\bspending\b", r"\bpending\b",
    # Read one by one, and kept:
    r"\bshar(?:e|es|ing) no code\b",  # independence of an oracle
    r"\b(?:half|twice|equally|nearly|w times) (?:as )?many\b", r"\b[Aa]s many\b(?=.*\bas\b)",  # comparisons of counts
    r"\bwords? for words?\b", r"\bbroken word\b", r"\b(?:magic|widest|longer|shell) word\b", r"\bbetween words\b",  # words of a text
    r"\blines? of (?:\w+ )?words\b", r"\bword w\b", r"\bword k of row\b",  # machine words of bit matrices
    r"\bwords of (?:a |Kautz and )?(?:de Bruijn|Kautz)", r"\{word:\?\}",
    r"\b(?:scatter|allgather|alltoall)(?: most)? words\b",  # words sent, in the cost model of the papers
    r"\bstand-ins?\b", r"\bjudge\.rs\b", r"\balike\.rs\b", r"\[\[figures\]\]", r"`(?:figures|judged|unjudged|apart|ending|says|words)`",  # terms, files and old keys
    r"\bEnding\b", r"\bverify::deadlock::judge\b", r"\bWHOLE\b", r"\bas in `", r"\bso far\b(?=$)",
    # Code rather than prose: format placeholders, JSON keys, selectors of the page, names of files and fields.
    r"\{[a-z_]+(?::[^{}]*)?\}", r"\"(?:judged|ending|says|words?|apart)\"(?=[:,])", r"#words\b", r"#panel-\w+ \.\w+|#panel-figures\b", r"\bbeside\.txt\b",
    r"\boutcome\.ending\b", r"\bsuper::alike\b", r"NoRoute::Apart\b", r"\bcrossedge::words::|\blet words = |assert_eq!\(words,|assert!\(judge\(",
]
ALLOWED_RE = re.compile("|".join(ALLOWED))
COMMENT = re.compile(r"^\s*(?://[/!]?|#)\s?(.*)$")
TRAILING = re.compile(r"(?<!:)\s//\s(.*)$")
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')


def texts(path):
    """Yields (kind, line number, text) of every comment, string or line of prose of a file."""
    lines = path.read_text(errors="replace").splitlines()
    if path.suffix in {".md"}:
        for number, line in enumerate(lines, 1):
            yield "docs", number, line
    elif path.suffix in {".rs", ".ts", ".py", ".html", ".tsx", ".js", ".mjs", ".toml", ".ipynb", ".pyi"}:
        for number, line in enumerate(lines, 1):
            comment = COMMENT.match(line)
            if path.suffix == ".rs" and line.lstrip().startswith("#["):
                comment = None
            if comment:
                yield "comments", number, comment.group(1)
                continue
            trailing = TRAILING.search(line)
            if trailing:
                yield "comments", number, trailing.group(1)
                line = line[: trailing.start()]
            for string in STRING.finditer(line):
                if " " in string.group(1).strip():
                    yield "strings", number, string.group(1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--core", action="store_true", help="only the glossary")
    parser.add_argument("--by", default="pattern", choices=["pattern", "file", "crate"])
    parser.add_argument("--kind", choices=["docs", "comments", "strings"])
    parser.add_argument("--only", help="one pattern")
    parser.add_argument("paths", nargs="*", default=["."])
    options = parser.parse_args()
    names = [options.only] if options.only else CORE if options.core else PATTERNS
    compiled = {name: re.compile(PATTERNS[name], 0 if name == "opening" else re.I) for name in names}
    counts, lines_hit = collections.Counter(), collections.Counter()
    for root in options.paths:
        root = pathlib.Path(root)
        files = [root] if root.is_file() else sorted(root.rglob("*"))
        for path in files:
            if not path.is_file() or {"target", "node_modules", ".git", "tools", "dist"} & set(path.parts):
                continue
            for kind, number, text in texts(path):
                if options.kind and kind != options.kind:
                    continue
                cleaned = ALLOWED_RE.sub(" ", text)
                hits = [name for name, pattern in compiled.items() if pattern.search(cleaned)]
                if not hits:
                    continue
                tests = "tests" in path.parts
                lines_hit[kind + (" (tests)" if tests else "")] += 1
                parts = path.parts
                crate = parts[parts.index("crates") + 1] if "crates" in parts else str(parts[0])
                for name in hits:
                    counts[{"pattern": name, "file": str(path), "crate": crate}[options.by]] += 1
                if options.list:
                    print(f"{path}:{number}: [{','.join(hits)}] {text.strip()}")
    if not options.list:
        for name, count in counts.most_common():
            print(f"{count:6}  {name}")
    print("lines:", dict(lines_hit), file=sys.stderr)


main()
