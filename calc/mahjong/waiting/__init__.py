"""Hands one tile short: what they wait for, and what each winning tile would pay. Open ``waits`` first."""
