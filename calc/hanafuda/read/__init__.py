"""Records of rounds in, checked cards and seats out. Open ``hands`` first."""
