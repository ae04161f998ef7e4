"""Answers the keystrokes of a comparison with frizbee; peers.py tells how."""

import json
import sys
import time

import frizbee

VERSION = "0.13.0"
SHOWN = 100
SHOWN_WITH_TYPOS = 50


def main():
    start = time.perf_counter()
    # Rows end with line feeds alone.
    with open(sys.argv[1], encoding="utf-8", newline="\n") as lines:
        texts = [line.rstrip("\n") for line in lines]
    rows = frizbee.Haystacks(texts)
    print(json.dumps({
        "name": f"frizbee {VERSION}", "rows": len(rows),
        "milliseconds": (time.perf_counter() - start) * 1000}), flush=True)
    counts = {}
    for line in sys.stdin:
        question = json.loads(line)
        text, threads = question["text"], question["threads"]
        most = question.get("typos", 0)
        if most == 0 and text not in counts:
            # It counts what it gives: all that match are counted here, and not measured.
            counts[text] = len(frizbee.Matcher(text, max_typos=0).match_list(rows))
        matcher = frizbee.Matcher(
            text, max_typos=most, max_items=SHOWN if most == 0 else SHOWN_WITH_TYPOS)
        start = time.perf_counter()
        if threads == 1:
            found = matcher.match_list(rows)
        else:
            found = matcher.match_list_parallel(rows, threads)
        elapsed = (time.perf_counter() - start) * 1000
        if most > 0:
            first = [texts[match.index] for match in found]
            print(json.dumps({"milliseconds": elapsed, "answer": {"first": first}}), flush=True)
            continue
        if len(found) != min(SHOWN, counts[text]):
            sys.exit(f"frizbee: {len(found)} rows were found")
        print(json.dumps({"milliseconds": elapsed, "answer": {"total": counts[text]}}), flush=True)


if __name__ == "__main__":
    main()
