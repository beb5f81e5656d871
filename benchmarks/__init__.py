"""What must be fast, measured: `make bench` prints each target beside what this machine reached."""
