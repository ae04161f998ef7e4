"""Filters, facets and histograms in the engine, beside databases with tables in memory."""

from comparison import questions
from comparison.report import OURS, Row, faster

TIMES_DUCKDB = 5
# So many questions of each kind for a round, each with other operands.
QUESTIONS = 3


def filters(section, context):
    """The kinds of questions of questions.py, put to everybody by turns."""
    section.rounds = context.rounds * QUESTIONS
    operands = questions.Operands(context.table, context.seed)
    asked = {OURS: context.engine, "DuckDB": context.opened("duckdb", context.table),
             "SQLite": context.opened("sqlite", context.table)}
    section.agree("rows", {name: peer.rows for name, peer in asked.items()})
    names = list(asked)
    for kind, title in questions.KINDS.items():
        values, answers = {name: [] for name in asked}, {name: [] for name in asked}
        # The first question is not counted: memory is touched for the first time.
        for number in range(section.rounds + 1):
            question = operands.question(kind)
            for name in names:
                elapsed, answer = asked[name].ask(question)
                answers[name].append(answer)
                if number > 0:
                    values[name].append(elapsed)
            section.agree(str(question), {name: [given[-1]] for name, given in answers.items()})
            names.reverse()
        if not any(answers[OURS]):
            section.wrong.append(f"{title}: nothing was found")
        section.add(Row(title, {name: values[name] for name in asked},
                        [faster("DuckDB", TIMES_DUCKDB)]))
