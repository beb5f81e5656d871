"""May a model's intervals be believed?"""

from hsi_uq_app.posterior.diagnostics import Verdict, judge
from hsi_uq_app.posterior.passport import Passport


def verdict_of(passport: Passport) -> Verdict | None:
    """The model's traffic light; None where its passport lacks what it is judged by."""
    if not passport.diagnostics:
        return None
    try:
        return judge(passport)
    except KeyError:
        return None
