"""Why a win is worth what it is: reasons, notes, claims and where they depart. Open ``explanation`` first."""
