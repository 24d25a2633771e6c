"""What a riichi rule table holds: typed sections and the words of its conditions. Open ``schema`` first.

``schema`` has what concerns a hand, ``ruleset`` what concerns rounds and games, and the whole. ``words`` has the words
of conditions. ``checks`` says what a table may not say.
"""
