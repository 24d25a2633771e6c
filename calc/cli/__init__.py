"""The command line: one file a command; parse, call, print, nothing else."""

import gc

# Loading modules makes many objects and no garbage; looking for it every 700 objects is a tenth of the start.
gc.set_threshold(100_000)
