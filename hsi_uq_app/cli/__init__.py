"""`hsi-uq`: each verb parses, calls workflow and prints. One verb, one file; `program.VERBS` is the table."""

from hsi_uq_app.cli.interrupt import listen

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Run one verb (`program.main`); Ctrl-C is heard before anything slow is imported."""
    if arguments is None:
        listen()
    from hsi_uq_app.cli.program import main as run

    return run(arguments)
