"""Many games: `simulate` runs and sums them up, `bench` measures how fast."""
