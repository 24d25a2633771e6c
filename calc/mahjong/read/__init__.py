"""Records of wins in, columns of hands out, with every complaint about a single record. Open ``columns`` first."""
