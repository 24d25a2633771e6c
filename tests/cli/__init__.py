"""Tests of the command, one file a command; what is printed, where, and with which exit code."""
