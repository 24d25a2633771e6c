"""Why a round is settled as it is, and where a claim departs from it. Open ``explanation`` first."""
