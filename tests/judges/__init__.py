"""Independent judges of four-player riichi wins: random hands, other projects' scorers, one comparable value."""
