"""The five methods compared on simulated suburbs."""
