"""Answers words with typos with tantivy; peers.py tells how."""

import json
import sys
import time

import tantivy

SHOWN = 50


def main():
    start = time.perf_counter()
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("path", stored=False)
    builder.add_unsigned_field("row", stored=True)
    schema = builder.build()
    index = tantivy.Index(schema)
    writer = index.writer(heap_size=500_000_000)
    with open(sys.argv[1], encoding="utf-8", newline="\n") as lines:
        rows = [line.rstrip("\n") for line in lines]
    for number, row in enumerate(rows):
        document = tantivy.Document()
        document.add_text("path", row)
        document.add_unsigned("row", number)
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()
    print(json.dumps({
        "name": "tantivy", "rows": len(rows),
        "milliseconds": (time.perf_counter() - start) * 1000}), flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        start = time.perf_counter()
        query = tantivy.Query.fuzzy_term_query(
            schema, "path", question["text"], distance=question["typos"])
        found = searcher.search(query, SHOWN, count=True)
        elapsed = (time.perf_counter() - start) * 1000
        first = [rows[searcher.doc(address)["row"][0]] for _, address in found.hits]
        print(json.dumps(
            {"milliseconds": elapsed, "answer": {"total": found.count, "first": first}}), flush=True)


if __name__ == "__main__":
    main()
