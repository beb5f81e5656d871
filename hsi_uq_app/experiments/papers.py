"""The papers that the experiments follow.

Ries et al. 2023: D. Ries and others, "Comparing the quality of neural network uncertainty estimates for
classification problems", arXiv 2308.05903, doi 10.1109/ICMLA55696.2022.00039.
Tao et al. 2024: L. Tao, H. Guo, M. Dong and C. Xu, "Consistency Calibration: Improving Uncertainty
Calibration via Consistency among Perturbed Neighbors", arXiv 2410.12295.
"""

RIES, TAO = "Ries et al. 2023", "Tao et al. 2024"
RIES_IN_FULL = (
    "Ries et al. 2023 (*Comparing the quality of neural network uncertainty estimates for classification "
    "problems*, arXiv 2308.05903)"
)
"""For the first mention on a page."""
