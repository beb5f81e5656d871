"""The verbs both doors use, open, train, predict, evaluate, compare, calibrate, select, export: a file each.

Importing this package is light; each verb imports what is slow (torch, rasterio) when it is called.
"""
