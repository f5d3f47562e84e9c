"""What PyTorch teaches is what numpy runs: tried where PyTorch is, as `make photo-nets` brings it."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is there only where the nets are taught")

from scorepad.photo.nets import DETECTOR, JUDGE, VALUES, Numpy, detect, judge, toned  # noqa: E402
from scorepad.photo.training.learn import Pool, train_judge  # noqa: E402
from scorepad.photo.training.samples import Shown, square  # noqa: E402
from scorepad.photo.training.torches import Torch, picture  # noqa: E402


@pytest.mark.parametrize(("layers", "run", "side"), [(DETECTOR, detect, 64), (JUDGE, judge, 56)])
def test_numpy_says_what_pytorch_says(layers, run, side) -> None:  # type: ignore[no-untyped-def]
    torch.manual_seed(3)
    net = Torch(layers).eval()
    for norm in net.norms.values():
        norm.running_mean.normal_(0, 0.1)
        norm.running_var.uniform_(0.5, 1.5)
    pixels = np.random.default_rng(3).integers(0, 256, (2, side, side, 3), dtype=np.uint8)
    with torch.no_grad():
        theirs = run(net, picture(pixels)).permute(0, 2, 3, 1).numpy()
    held = {name.removeprefix("net."): weight for name, weight in net.weights("net").items()}
    ours = run(Numpy(layers, held), toned(pixels))
    assert ours.shape[-1] == VALUES + 1
    assert ours == pytest.approx(theirs, abs=1e-5)


def test_a_judge_learns_to_tell_a_red_square_from_none() -> None:
    from PIL import Image

    table = Image.new("RGB", (200, 200), (20, 120, 40))
    table.paste((230, 20, 20), (80, 80, 120, 120))
    shown = Shown(table, np.array([[4.0, 100, 100, 40]]), from_above=True)
    net = train_judge(Pool([shown], []), squares=60 * 128)
    chance = np.random.default_rng(5)
    pairs = [square(chance, shown) for _ in range(64)]
    with torch.no_grad():
        said = judge(net, picture(np.stack([pixels for pixels, _ in pairs])))[:, :, 0, 0].argmax(dim=1)
    assert (said.numpy() == [value for _, value in pairs]).mean() > 0.9
