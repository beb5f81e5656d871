"""What the analyst wants, turned into transitions and tasks."""
