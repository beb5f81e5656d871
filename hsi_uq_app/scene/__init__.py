"""What was measured: cubes, where they lie on the ground, what is known about them."""
