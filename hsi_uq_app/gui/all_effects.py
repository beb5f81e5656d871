"""Every effect of the program: those that follow at once, and those that wait for the sliders to rest."""

from hsi_uq_app.gui import comparison_effects, effects, library_effects, suburb_effects

EFFECTS = effects.EFFECTS + suburb_effects.EFFECTS + library_effects.EFFECTS
AT_REST = effects.AT_REST + comparison_effects.AT_REST + suburb_effects.AT_REST
