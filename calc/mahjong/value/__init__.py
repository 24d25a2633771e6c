"""From hands to points: readings, yaku, fu, base points and payments, all in columns. Open ``valuing`` first."""
