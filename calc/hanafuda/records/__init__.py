"""What people write down of hanafuda: rounds and games; as lines and plain data. Open ``types`` first."""
