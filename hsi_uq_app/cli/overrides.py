"""`--set key=value`, as often as needed, into the fields that correct a header."""

from hsi_uq_app.errors import UserError


def overrides_of(settings: list[str] | None) -> dict[str, str]:
    """The fields to correct.

    Raises:
        UserError: a setting without an equals sign.
    """
    fields = {}
    for setting in settings or []:
        key, equals, value = setting.partition("=")
        if not equals or not key.strip():
            raise UserError(f"--set {setting} is not key=value", "write for example --set interleave=bil")
        fields[key.strip().lower()] = value.strip()
    return fields
