"""The command line: one file a group of commands; parse, call, print, nothing else."""
