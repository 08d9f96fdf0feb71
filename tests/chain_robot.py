"""Random serial arms with a chosen structure of axes, for inverse kinematics."""

import numpy as np

import dalembert as da

KIND = {"R": "revolute", "P": "prismatic"}


def arm(kinds: str, h: np.ndarray, o: np.ndarray, tip: np.ndarray, limits=None) -> da.Robot:
    """Axes h through points o, in the world, when all coordinates are zero; the last link's frame stands at `tip`."""
    links, joints, before = [da.Link("base")], [], np.zeros(3)
    for i, kind in enumerate(kinds):
        links.append(da.Link(f"link{i + 1}"))
        place = da.Pose(p=tuple(map(float, o[i] - before)))
        after = da.Pose(p=tuple(map(float, tip - o[i]))) if i == len(kinds) - 1 else da.Pose()
        joints.append(
            da.Joint(
                f"joint{i + 1}", KIND[kind], links[i].name, links[i + 1].name, place, tuple(map(float, h[i])), after
            )
        )
        before = o[i]
    return da.Robot("arm", tuple(links), tuple(joints))


def random_arm(kinds: str, seed: int, *, wrist=None, parallel=None, pair=None) -> da.Robot:
    """`wrist` (first, size): axes that meet; `parallel` first: three parallel axes; `pair` (first, "parallel"|"meeting")."""
    rng = np.random.default_rng(seed)
    h = rng.normal(size=(len(kinds), 3))
    h /= np.linalg.norm(h, axis=1, keepdims=True)
    o = rng.uniform(-0.5, 0.5, (len(kinds), 3))
    if wrist:
        centre = rng.uniform(-0.5, 0.5, 3)
        for i in range(wrist[0], sum(wrist)):
            o[i] = centre + rng.uniform(-0.3, 0.3) * h[i]
    if parallel is not None:
        h[parallel + 1], h[parallel + 2] = h[parallel], -h[parallel]
    if pair:
        i, how = pair
        if how == "parallel":
            h[i + 1] = h[i]
        else:
            o[i + 1] = o[i]
    return arm(kinds, h, o, rng.uniform(-0.5, 0.5, 3))
