"""How it looks. The only importer of Qt."""
