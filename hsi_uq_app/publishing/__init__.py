"""How a file appears under its name: what may be replaced, and how several files change places as one."""
