"""What the analyst is doing, as one immutable state. No Qt here."""
