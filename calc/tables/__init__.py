"""Rule tables: YAML files found, merged, opted and typed. Knows no hands."""

from calc.tables.loader import load_table
from calc.tables.ruleset import Entry, Name, OptionRule, RuleSet, Source
from calc.tables.shelf import rule_set_ids, rules_folder
from calc.tables.table import RuleTable

__all__ = [
    "Entry",
    "Name",
    "OptionRule",
    "RuleSet",
    "RuleTable",
    "Source",
    "load_table",
    "rule_set_ids",
    "rules_folder",
]
