"""What is impossible or contradictory in a record: ``faults`` finds it, and ``refusals`` says it."""
