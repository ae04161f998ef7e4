// There is nothing to call: see EmptyICU.c.
