"""How honest it is: metrics, reliability diagrams, calibrators."""
