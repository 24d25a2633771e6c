"""Records of rounds in, checked cards and seats out. Open ``record`` first."""
