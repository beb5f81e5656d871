"""Parts of the calibration dialog and panel."""
