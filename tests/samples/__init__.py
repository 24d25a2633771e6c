"""Tests of the samples: each is listed, runs by the command that the list gives, and gives what is pinned."""
