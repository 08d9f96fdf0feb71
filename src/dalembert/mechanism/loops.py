"""Functions for robots with ball joints and loops.

The module covers integration on the configuration manifold, loop closure, constraint forces and independent
coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dalembert import finding
from dalembert.algorithms import tangent
from dalembert.argument import real, shaped
from dalembert.boundary import Array, RobotLike, StateLike, as_q, as_robot
from dalembert.dynamics import Contacts, need_numbers, numbers_of
from dalembert.finding.finding import Function, Noun, RobotName
from dalembert.mechanism.assembly import Assembly, GenericConfiguration, assembly, contact_kinds, modes
from dalembert.mechanism.consistency import check_quaternions
from dalembert.robot.loop import Coupling
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree


def neutral(robot: RobotLike) -> Array:
    """Return the neutral configuration: zero for all coordinates, and the quaternion (1, 0, 0, 0) for ball joints.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file

    Returns
    -------
    array, shape (nq,)

    Examples
    --------
    >>> import dalembert as da
    >>> da.neutral(da.gallery.planar_2r())
    array([0., 0.])
    """
    return np.array(tangent.neutral(tree(as_robot(robot))), dtype=float)


def integrate(robot: RobotLike, q: StateLike, dq: StateLike, *, degrees: bool = False) -> Array:
    """Compute the configuration q ⊕ dq after a displacement dq.

    Angles and lengths are added. A ball joint rotates by dq in the axes of its body.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array_like, shape (..., nq), or mapping
        Configuration, in rad and m.
    dq : array_like, shape (..., nv), or mapping
        Displacement, in rad and m.
    degrees : bool
        Whether the angles are in degrees. The result is always in radians.

    Returns
    -------
    array, shape (..., nq)

    Examples
    --------
    >>> import dalembert as da
    >>> da.integrate(da.gallery.planar_2r(), [0.1, 0.2], [0.3, 0.3])
    array([0.4, 0.5])
    """
    return numbers_of(robot, "integrate", (q, dq), degrees)


def difference(robot: RobotLike, q0: StateLike, q1: StateLike, *, degrees: bool = False) -> Array:
    """Compute the displacement dq for which `integrate(robot, q0, dq)` equals q1.

    The displacement of a ball joint is the smaller of the two possible rotations.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q0, q1 : array_like, shape (..., nq), or mapping
        Configurations, in rad and m.
    degrees : bool
        Whether the angles are in degrees. The result is always in radians.

    Returns
    -------
    array, shape (..., nv)

    Examples
    --------
    >>> import dalembert as da
    >>> da.difference(da.gallery.planar_2r(), [0.1, 0.2], [0.5, 0.5])
    array([0.4, 0.3])
    """
    return numbers_of(robot, "difference", (q0, q1), degrees)


def assemble(robot: RobotLike, q: StateLike | None = None, *, all: bool = False, degrees: bool = False) -> Array:
    """Compute the closed configuration nearest to a guess, or all assembly modes.

    Each step of the search is the shortest step that closes the loops to first order. If the steps do not converge, the
    search restarts from configurations near the guess.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot with loops.
    q : array_like, shape (nq,), or mapping, optional
        Initial guess, in rad and m. Default: the neutral configuration.
    all : bool
        Whether to return every assembly mode that has the same actuated coordinates as q, sorted by the distance from
        q. This option is intended for planar mechanisms, which have few modes. The list is probably complete, but
        completeness is not proved.
    degrees : bool
        Whether the angles in q are in degrees. The result is always in radians.

    Returns
    -------
    array, shape (nq,), or (k, nq) with `all`

    Raises
    ------
    NotAssembled
        If no closed configuration is found.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.mechanism.library.four_bar()
    >>> da.assemble(robot, [30, 0, 0], degrees=True).round(3)
    array([ 0.23 , -0.271,  0.057])
    """
    robot = as_robot(robot)
    loops = loops_of(robot, "assemble")
    guess = neutral(robot) if q is None else _guess(robot, as_q(robot, q, degrees=degrees))
    return modes(loops, guess) if all else loops.checked(loops.nearest(guess))


def loop_closure(robot: RobotLike, q: StateLike, *, degrees: bool = False) -> Array:
    """Compute the loop-closure errors φ(q), which are zero if the loops are closed.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot with loops.
    q : array_like, shape (..., nq), or mapping
        Configuration, in rad and m.
    degrees : bool
        Whether the angles are in degrees.

    Returns
    -------
    array, shape (..., m), in m and rad

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.mechanism.library.four_bar()
    >>> da.mechanism.loop_closure(robot, [0.5, 0.0, 0.0]).round(3)  # open
    array([1.743, 2.958, 0.   , 0.   , 0.   ])
    """
    return numbers_of(robot, "loop_closure", (q,), degrees)


def loop_jacobian(robot: RobotLike, q: StateLike, *, degrees: bool = False) -> Array:
    """Compute the loop Jacobian J(q) = ∂φ/∂q with respect to the velocity coordinates.

    Admissible velocities satisfy J q̇ = 0.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot with loops.
    q : array_like, shape (..., nq), or mapping
        Configuration, in rad and m.
    degrees : bool
        Whether the angles are in degrees.

    Returns
    -------
    array, shape (..., m, nv)

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.mechanism.library.four_bar()
    >>> q = da.assemble(robot, [30, 0, 0], degrees=True)
    >>> da.mechanism.loop_jacobian(robot, q).round(3)
    array([[ 4.609,  3.94 , -0.609],
           [ 4.963,  3.078, -4.963],
           [ 0.   ,  0.   ,  0.   ],
           [ 0.   ,  0.   ,  0.   ],
           [ 0.   ,  0.   ,  0.   ]])
    """
    return numbers_of(robot, "loop_jacobian", (q,), degrees)


def loop_forces(
    robot: RobotLike,
    q: StateLike,
    qd: StateLike,
    tau: StateLike,
    *,
    wrench: Mapping[str, Any] | None = None,
    contacts: Contacts = None,
    degrees: bool = False,
) -> dict[str, Array]:
    """Compute the constraint wrench of every loop and contact.

    In an overconstrained mechanism, the motion does not determine all wrenches. In this case, the function returns the
    wrenches with the smallest norm, with moments divided by the size of the mechanism.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot with loops.
    q, qd, tau : array_like, shapes (..., nq), (..., nv), (..., nv), or mapping
        Configuration, velocities and efforts.
    wrench : mapping of frames to arrays of shape (..., 6), optional
        External wrenches [force, moment] at the frames, in world axes.
    contacts : sequence of frames, or mapping of frames to "point" or "surface", optional
        Frames that are fixed to the ground.
    degrees : bool
        Whether the angles in q and qd are in degrees.

    Returns
    -------
    dict
        Maps each loop to the wrench [force, moment] that its first frame applies to its second frame, at the second
        frame, in world axes. Maps each contact to the wrench on its frame, and each coupling to the multiplier of its
        polynomial.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.stewart()
    >>> q, still = da.assemble(robot), [0.0] * robot.nv
    >>> tau = da.inverse_dynamics(robot, q, still, still)
    >>> name, wrench = next(iter(da.mechanism.loop_forces(robot, q, still, tau).items()))
    >>> print(name, wrench[:3].round(2))
    hand1 [-7.25 -2.4   8.18]
    """
    robot = as_robot(robot)
    forces = numbers_of(robot, "loop_forces", (q, qd, tau), degrees, contacts=contacts, wrench=wrench)
    single = [isinstance(loop, Coupling) for loop in robot.loops]
    names = [*(loop.name for loop in robot.loops), *(frame for frame, _ in contact_kinds(contacts))]
    return {
        name: forces[..., k, 0] if single[k : k + 1] == [True] else forces[..., k, :] for k, name in enumerate(names)
    }


def impact(
    robot: RobotLike,
    q: StateLike,
    qd: StateLike,
    contacts: Contacts,
    *,
    restitution: float = 0.0,
    degrees: bool = False,
) -> tuple[Array, Array]:
    """Compute the velocities after an impact of frames with the ground, and the impulses.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q, qd : array_like, shapes (..., nq), (..., nv), or mapping
        Configuration and velocities before the impact.
    contacts : sequence of frames, or mapping of frames to "point" or "surface"
        Frames that hit the ground.
    restitution : float
        Coefficient of restitution: 0 for a perfectly inelastic impact, 1 for a perfectly elastic impact.
    degrees : bool
        Whether the angles in q and qd are in degrees.

    Returns
    -------
    qd : array, shape (..., nv)
        Velocities after the impact.
    impulses : array, shape (..., m)
        Impulses in N s and N m s, one per row of the constraints. A "point" contact has three rows, and a "surface"
        contact has six rows. The constraints include the loops, which remain closed.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> robot = da.gallery.quadruped()
    >>> q, qd = da.neutral(robot), np.zeros(robot.nv)
    >>> qd[2] = -1.0  # falls at 1 m/s
    >>> after, impulses = da.mechanism.impact(robot, q, qd, [robot.links[-1].name])  # one foot hits the ground
    >>> print(after[2].round(3), "m/s;", impulses.round(2), "N s")
    -0.726 m/s; [-0.01  0.85  3.28] N s
    """
    e = np.asarray(real(restitution, "restitution", lower=0, upper=1))
    after, impulses = numbers_of(robot, "impact", (q, qd, e), degrees, contacts=contacts)
    return after, impulses


def project(
    robot: RobotLike,
    q: StateLike,
    qd: StateLike,
    qdd: StateLike | None = None,
    *,
    contacts: Contacts = None,
    degrees: bool = False,
) -> Any:
    """Project velocities and accelerations onto the motions that satisfy all loop and contact constraints.

    The projected velocities are the nearest to the given velocities in the metric of the mass matrix M. Measured and
    commanded velocities rarely satisfy loop closure exactly, but the dynamics functions require that they do.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q, qd : array_like, shapes (..., nq), (..., nv), or mapping
        Configuration and velocities.
    qdd : array_like, shape (..., nv), or mapping, optional
        Accelerations.
    contacts : sequence of frames, or mapping of frames to "point" or "surface", optional
        Frames that are fixed to the ground.
    degrees : bool
        Whether the angles in q, qd and qdd are in degrees.

    Returns
    -------
    array, shape (..., nv), or a pair of arrays
        q̇, or (q̇, q̈) if `qdd` is given.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.mechanism.library.four_bar()
    >>> q = da.assemble(robot, [30, 0, 0], degrees=True)
    >>> da.mechanism.project(robot, q, [1.0, 0.0, 0.0]).round(3)
    array([ 1.642, -1.843,  0.498])
    """
    robot = as_robot(robot)
    late = np.zeros(robot.nv, getattr(qd, "dtype", float)) if qdd is None else qdd
    speeds, accelerations = numbers_of(robot, "project", (q, qd, late), degrees, contacts=contacts)
    return speeds if qdd is None else (speeds, accelerations)


def independent_map(
    robot: RobotLike, q: StateLike, qd: StateLike | None = None, *, degrees: bool = False
) -> tuple[Array, Array]:
    """Compute (G, Ġu) with q̇ = G u and q̈ = G u̇ + Ġu, where u are the velocities of `independent_coordinates`.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot with loops.
    q : array_like, shape (..., nq), or mapping
        Configuration that closes the loops.
    qd : array_like, shape (..., nv), or mapping, optional
        Velocities. Default: zero, for which Ġu is 0.
    degrees : bool
        Whether the angles are in degrees.

    Returns
    -------
    G : array, shape (..., nv, k)
    Gd_u : array, shape (..., nv)

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.mechanism.library.four_bar()
    >>> q = da.assemble(robot, [30, 0, 0], degrees=True)
    >>> G, _ = da.mechanism.independent_map(robot, q)
    >>> print(G[:, 0].round(3))  # rates of all joints per rate of the crank
    [ 1.    -1.123  0.304]
    """
    robot = as_robot(robot)
    loops_of(robot, "independent_map")
    rates = np.zeros(robot.nv) if qd is None else qd
    G, late = numbers_of(robot, "independent_map", (q, rates), degrees)
    return G, late


def independent_coordinates(robot: RobotLike) -> tuple[str, ...]:
    """Return the names of coordinates whose velocities determine all other velocities.

    The independent coordinates are the actuated coordinates if their number equals the number of degrees of freedom.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot with loops.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> import dalembert as da
    >>> da.mechanism.independent_coordinates(da.mechanism.library.four_bar())
    ('ground-crank',)
    """
    robot = as_robot(robot)
    generic = loops_of(robot, "independent_coordinates").generic
    return tuple(robot.coordinates[k] for k in generic.independent(tree(robot)))


def generic(robot: Robot) -> GenericConfiguration:
    """Return a generic closed configuration of a robot, together with its properties."""
    return loops_of(robot, "generic").generic


def loops_of(robot: Robot, function: str) -> Assembly:
    """Return the loop constraints of a numeric robot as an `Assembly`."""
    if not robot.loops:
        raise finding.RobotHasNo(RobotName(robot.name), Noun("loops"), Function(function)).error()
    need_numbers(robot)
    return assembly(tree(robot))


def _guess(robot: Robot, q: Array) -> Array:
    guess = shaped(q, "q", (robot.nq,), robot=robot.name)
    for joint, places in robot.balls.items():
        check_quaternions(robot.name, joint, "q", guess[places])
        guess[places] /= np.abs(guess[places]).max()  # avoids underflow and overflow of the squared norm
    return guess


def way(robot: Robot, q0: Array, q1: Array) -> Array:
    """Compute the displacement q1 ⊖ q0 from q0 to q1, `(…, nv)`."""
    if robot.nq == robot.nv:
        return q1 - q0
    return difference(robot, q0, q1)
