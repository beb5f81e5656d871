"""`hsi-uq`: each verb parses, calls workflow and prints. One verb, one file; `VERBS` is the table."""

from hsi_uq_app.cli.program import main

__all__ = ["main"]
