"""What we can say: quantile maps, the High-Confidence Set, detections."""
