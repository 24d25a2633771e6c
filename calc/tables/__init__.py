"""Rule tables: YAML files found, merged, opted and typed. Knows no hands."""

from calc.tables.misfit import explain_misfit
from calc.tables.ruleset import Entry, Name, OptionRule, RuleSet
from calc.tables.shelf import rule_set_ids, rules_folder
from calc.tables.table import RuleTable, load_table

__all__ = [
    "Entry",
    "Name",
    "OptionRule",
    "RuleSet",
    "RuleTable",
    "explain_misfit",
    "load_table",
    "rule_set_ids",
    "rules_folder",
]
