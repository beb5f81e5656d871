"""Parts of the comparison: its columns, its table."""
