"""What a riichi rule table holds: typed sections (``schema``) and the words of its conditions (``words``)."""
