"""Words with typos: how long it takes to find rows, and how often the word is among the first 50.

The words are real ones of the files. Each has one typo, and one of more than eight letters may have
two, made by rule: a letter inserted, removed, replaced or swapped with the next one. The first
letter stays.
"""

import random
import re
import string

from comparison.report import OURS, Bar, Row, faster

WORDS = 1000
SEED = 24
TIMES = 4


def mistyped(word, choices):
    """The word with a typo."""
    place = choices.randrange(1, len(word))
    letter = choices.choice(string.ascii_lowercase)
    swapped = word[place + 1:place + 2] + word[place]
    return choices.choice([
        word[:place] + letter + word[place:], word[:place] + word[place + 1:],
        word[:place] + letter + word[place + 1:], word[:place] + swapped + word[place + 2:]])


def questions(context, count):
    """Words as typed, the words themselves, and how many typos are allowed."""
    choices = random.Random(SEED)
    with open(context.lines, encoding="utf-8") as lines:
        words = sorted({word for line in choices.sample(list(lines), 20_000)
                        for word in re.findall(r"\b[a-z]{4,20}\b", line.lower())})
    asked = []
    while len(asked) < count:
        word = choices.choice(words)
        typed = mistyped(word, choices)
        if len(word) > 8 and choices.random() < 0.3:
            typed = mistyped(typed, choices)
        if typed != word and len(typed) >= (8 if len(word) > 8 else 4):
            asked.append((typed, word, 1 if len(typed) < 8 else 2))
    return asked


def typos(section, context):
    """Each word by turns."""
    count = 20 if context.is_quick else WORDS
    frizbee = context.opened("frizbee", context.lines)
    tantivy = context.opened("tantivy", context.lines)
    times, found = {}, {}
    for typed, word, most in questions(context, count):
        ask = {
            OURS: lambda: context.type(typed, match="typos", threads=context.threads),
            "frizbee": lambda: frizbee.ask(
                {"text": typed, "threads": context.threads, "typos": most}),
            "tantivy": lambda: tantivy.ask({"text": typed, "typos": most})}
        for name, question in ask.items():
            elapsed, answer = question()
            times.setdefault(name, []).append(elapsed)
            has_word = any(re.search(rf"(?<![a-z]){word}", row.lower()) for row in answer["first"])
            found[name] = found.get(name, 0) + has_word
    section.add(Row(f"a word, {context.threads} threads", times,
                    [faster("frizbee", TIMES), faster("tantivy", TIMES)]))
    best = max(number for name, number in found.items() if name != OURS)
    section.add(Row(
        f"found of {count:,}", {name: [number] for name, number in found.items()},
        [Bar("no fewer than others", lambda medians: medians[OURS], lambda ours: ours >= best)],
        unit="words"))
