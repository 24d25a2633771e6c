"""A round while it is settled: the table of scores and payments, and the steps of a rule set that change it."""
