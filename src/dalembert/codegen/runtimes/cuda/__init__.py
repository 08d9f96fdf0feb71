"""How PTX is run on a GPU: the driver, the arrays of CuPy, PyTorch and JAX, and kernels called on them."""
