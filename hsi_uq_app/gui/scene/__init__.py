"""Parts of the scene view: pictures, markers, colour bar."""
