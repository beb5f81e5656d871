"""What a person can mend, as one exception."""


class UserError(Exception):
    """Something the user can mend: bad input, a missing file, a full disk.

    Raised anywhere below the doors; the command line prints it as one line and exits 2, the window shows it
    in its notice strip. Everything else that escapes is a bug.

    Args:
        message: what is wrong, and where (file, line, key), in one line.
        hint: what to do about it, in one line; may be empty.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}; {self.hint}" if self.hint else self.message
