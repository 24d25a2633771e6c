"""What strangers may send, by whatever door: nothing costs more than an error."""
