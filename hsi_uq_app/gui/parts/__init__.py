"""How each part of the window is shown from the state."""
