"""What the model believes: networks, the methods that draw them, and their predictions. Torch lives here.

Importing this package, `posterior`, `passport`, `model_file` or `one_pixel` does not import torch.
"""
