"""The table of methods: a sixth one is one file and one row here."""

from typing import Any

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior import bootstrap, deep_ensemble, hmc, mc_dropout, variational
from hsi_uq_app.posterior.method import Method

METHODS: dict[str, Method[Any]] = {
    method.name: method
    for method in (
        hmc.METHOD,
        variational.METHOD,
        bootstrap.METHOD,
        deep_ensemble.METHOD,
        mc_dropout.METHOD,
    )
}


def method_named(name: str) -> Method[Any]:
    """The method of that name.

    Raises:
        UserError: no such method.
    """
    if name not in METHODS:
        raise UserError(f"there is no method {name!r}", f"choose one of {', '.join(METHODS)}")
    return METHODS[name]
