"""Rule tables changed value by value, to see whether some case notices."""
