"""Rounds and games of hanafuda, settled; and claims on them. Open ``round`` first.

``settling`` applies the steps of the rule set, ``by_result`` takes rounds without cards, ``games`` adds rounds up.
"""
