"""The layers of the nets as PyTorch trains them, and their weights as numpy runs them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from scorepad.photo.nets import Array, Layer, toned


class Torch(nn.Module):
    """Runs layers on tensors of pictures × channels × rows × columns; each is normed while it learns."""

    def __init__(self, layers: Mapping[str, Layer]) -> None:
        super().__init__()
        self.layers = layers
        self.folds = nn.ModuleDict({name: _fold(layer) for name, layer in layers.items()})
        self.norms = nn.ModuleDict(
            {name: nn.BatchNorm2d(layer.gives) for name, layer in layers.items() if layer.bent}
        )

    def layer(self, name: str, seen: Tensor) -> Tensor:
        told = self.folds[name](seen)
        return self.norms[name](told).relu() if name in self.norms else told

    def doubled(self, seen: Tensor) -> Tensor:
        return nn.functional.interpolate(seen, scale_factor=2)

    def mean(self, seen: Tensor) -> Tensor:
        return seen.mean(dim=(2, 3), keepdim=True)

    def weights(self, net: str) -> dict[str, Array]:
        """Kernels (a row each of its takes, tap after tap) and biases, the norms folded in."""
        held: dict[str, Array] = {}
        for name in self.layers:
            kernel, bias = (tensor.detach() for tensor in self._folded(name))
            held[f"{net}.{name}.kernel"] = kernel.permute(2, 3, 1, 0).reshape(-1, kernel.shape[0]).numpy()
            held[f"{net}.{name}.bias"] = bias.numpy()
        return held

    def _folded(self, name: str) -> tuple[Tensor, Tensor]:
        """A layer's kernel and bias, its norm made part of them."""
        fold = self.folds[name]
        if name not in self.norms:
            return fold.weight, fold.bias
        norm = self.norms[name]
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        return fold.weight * scale[:, None, None, None], norm.bias - norm.running_mean * scale


def _fold(layer: Layer) -> nn.Module:
    return nn.Conv2d(layer.takes, layer.gives, layer.reach, layer.step, layer.reach // 2, bias=not layer.bent)


def picture(pixels: NDArray[np.uint8]) -> Tensor:
    """Pixels (pictures × rows × columns × 3) as the nets take them."""
    return torch.from_numpy(toned(pixels)).permute(0, 3, 1, 2)
