"""Tests of logs, with the scripts and writers they share."""
