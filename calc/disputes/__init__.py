"""Two people disagree: who is right, where the other one departs, and under which rules or circumstances that would be
right. Above the engines: everything here is asked of them by settling records.
"""
