"""Gallery of robots: symbolic robots from lectures, well-known arms with published parameter values, linkages and
parallel robots.

`gallery.puma560()` returns a robot, and `gallery.names()` lists all names. The module of a robot is imported on first
use. The attribute `robot.source` contains the references for the parameter values.
"""

from __future__ import annotations

from dalembert.namespace import namespace

_WHERE = {
    "dalembert.robot.gallery.textbook": (
        "pendulum", "pr", "rp", "planar_2r", "planar_3r", "planar_rpr", "spatial_3r", "cartesian", "cylindrical",
        "spherical", "scara", "articulated", "cart_pole", "spinning_top", "free_body", "four_bar", "slider_crank",
        "five_bar",
    ),
    "dalembert.robot.gallery.published": ("rx90", "puma560", "stanford", "panda", "ur5"),
    "dalembert.robot.gallery.kuka": ("iiwa14",),
    "dalembert.robot.gallery.andrews": ("andrews_squeezer",),
    "dalembert.robot.gallery.parallel": ("planar_3rrr", "delta", "stewart"),
    "dalembert.robot.gallery.machine_tool": ("orthoglide",),
    "dalembert.robot.gallery.mobile": ("quadrotor", "quadruped"),
}  # fmt: skip
__all__, __getattr__, __dir__ = namespace(__name__, _WHERE)
__all__ += ["names"]


def names() -> tuple[str, ...]:
    """Return the names of all robots in the gallery.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> from dalembert import gallery
    >>> len(gallery.names())
    31
    >>> gallery.names()[:3]
    ('pendulum', 'pr', 'rp')
    """
    return tuple(name for robots in _WHERE.values() for name in robots)
