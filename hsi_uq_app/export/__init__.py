"""What leaves the program: masks, maps and pictures, one file a format."""
