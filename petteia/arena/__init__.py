"""Many games: simulating, fuzzing, measuring."""
