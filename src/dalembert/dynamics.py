"""Numerical evaluation of dynamics and kinematics. Each function calls the compiled kernel of a quantity with arrays.

Arrays `q` have shape `(..., nq)`, and arrays `qd`, `qdd` and `tau` have shape `(..., nv)`. Results have the same
leading shape. If the arguments are float32, the results are float32.

    M q̈ + c + g + friction + springs = τ + Σ Jᵀw,  and + Jᵀλ if loops or contacts constrain the motion

`compile` traces a quantity as a graph, compiles the graph to a kernel, and stores the kernel with the robot. Selected
parameters of the robot can be additional inputs of the kernel.

The first call of a function for a robot compiles the kernel. Later calls with arrays call the kernel directly. Other
arguments are converted first: robot names and paths, mappings from joint names, and angles in degrees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast, overload

import numpy as np

from dalembert.algorithms.regressor import inertial_parameters as _inertial_parameters
from dalembert.argument import Numbers, choice, listed, mapping
from dalembert.boundary import Array, RobotLike, StateLike, as_q, as_rates, as_robot
from dalembert.codegen.runtimes import dask
from dalembert.codegen.runtimes.kernel import Kernel, Parametric, RealType, is_labelled, is_lazy, real_name
from dalembert.errors import DalembertError, NotAssembled
from dalembert.graph import evaluate, symbols
from dalembert.mechanism.assembly import assembly, contact_kinds
from dalembert.mechanism.consistency import CHECKS, CheckedKernel, checked_call, evaluate_consistent
from dalembert.notation import QUANTITIES, QuantityName
from dalembert.quantity import Traced, trace, unbound
from dalembert.robot.model import Robot
from dalembert.robot.symbolic import Parametrized, parametrize
from dalembert.robot.tree import tree

if TYPE_CHECKING:
    from dalembert.codegen.runtimes.cuda import CudaKernel

Contacts = Mapping[str, str] | Sequence[str] | None
_F32, _F64 = np.dtype(np.float32), np.dtype(np.float64)


def inverse_dynamics(
    robot: RobotLike,
    q: StateLike,
    qd: StateLike,
    qdd: StateLike,
    *,
    wrench: Mapping[str, Numbers] | None = None,
    contacts: Contacts = None,
    out: Array | None = None,
    degrees: bool = False,
) -> Array:
    """Compute the efforts of a motion: τ = M q̈ + c + g + friction + springs − Σ Jᵀw.

    If the robot has loops or `contacts`, the efforts of passive coordinates are 0. If several solutions exist, the
    solution with the smallest Σ τ² is returned.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q, qd, qdd : array (..., nq), (..., nv) and (..., nv), or mapping from joint names
        Coordinates, velocities and accelerations in rad and m.
    wrench : mapping from link or frame to array (..., 6), optional
        External wrench [force, moment] on the robot in N and N·m, at the frame origin, in world axes.
    contacts : list of frames, or mapping from frame to "point" or "surface", optional
        Frames that are fixed in the world. The function does not check whether the frames are in contact with anything.
    out : array (..., nv), optional
        Array to write the result to.
    degrees : bool
        Whether angles, angular velocities and angular accelerations are in degrees.

    Returns
    -------
    array (..., nv)
        Efforts in N·m and N.

    Raises
    ------
    NotAssembled, SingularConfiguration
        If q violates loop closure, or is a singular configuration.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> da.inverse_dynamics(robot, [0, 0], [0, 0], [0, 0])
    array([19.62 ,  4.905])
    """
    return numbers_of(robot, "inverse_dynamics", (q, qd, qdd), degrees, out, contacts, wrench)


def forward_dynamics(
    robot: RobotLike,
    q: StateLike,
    qd: StateLike,
    tau: StateLike,
    *,
    wrench: Mapping[str, Numbers] | None = None,
    contacts: Contacts = None,
    out: Array | None = None,
    degrees: bool = False,
) -> Array:
    """Compute accelerations from efforts: q̈ = M⁻¹ (τ − c − g − friction − springs + Σ Jᵀw).

    The accelerations satisfy all loop and contact constraints.

    Parameters
    ----------
    tau : array (..., nv) or mapping from joint names
        Efforts in N·m and N.
    robot, q, qd, wrench, contacts, out, degrees
        As in `inverse_dynamics`, but `degrees` applies to q and qd only.

    Returns
    -------
    array (..., nv)
        Accelerations in rad/s² and m/s².

    Raises
    ------
    SingularMass
        If there is a direction of motion without inertia.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.pendulum().rigid().bind(m=1, d=0.5, Il=0.1, g=9.81)
    >>> da.forward_dynamics(robot, [90], [0], [0], degrees=True)
    array([-14.01428571])
    """
    return numbers_of(robot, "forward_dynamics", (q, qd, tau), degrees, out, contacts, wrench)


def mass_matrix(
    robot: RobotLike,
    q: StateLike,
    *,
    independent: bool = False,
    out: Array | None = None,
    degrees: bool = False,
) -> Array:
    """Compute the inertia matrix M(q), including rotor inertias.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array (..., nq) or mapping from joint names
        Configuration in rad and m.
    out : array with the shape of the result, optional
        Array to write the result to.
    degrees : bool
        Whether the angles in q are in degrees.
    independent : bool
        For robots with loops, return GᵀM G for the independent coordinates (see `independent_map`) instead of M of the
        tree.

    Returns
    -------
    array (..., nv, nv)
        Entries in kg·m², kg·m and kg.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> da.mass_matrix(robot, [0, 0])
    array([[2.7 , 0.85],
           [0.85, 0.35]])
    """
    robot = robot if isinstance(robot, Robot) else as_robot(robot)
    name = "independent_mass_matrix" if independent and robot.loops else "mass_matrix"
    return numbers_of(robot, name, (q,), degrees, out)


def coriolis_matrix(
    robot: RobotLike, q: StateLike, qd: StateLike, *, out: Array | None = None, degrees: bool = False
) -> Array:
    """Compute the Coriolis matrix S(q, q̇) from the Christoffel symbols: c = S q̇, and Ṁ − 2S is skew-symmetric.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array (..., nq) or mapping from joint names
        Configuration in rad and m.
    qd : array (..., nv) or mapping from joint names
        Velocities in rad/s and m/s.
    out : array with the shape of the result, optional
        Array to write the result to.
    degrees : bool
        Whether the angles in q and qd are in degrees.

    Returns
    -------
    array (..., nv, nv)
        Entries in N·m·s and N·s.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> da.coriolis_matrix(robot, [0, 90], [10, 20], degrees=True).round(4)
    array([[-0.1745, -0.2618],
           [ 0.0873,  0.    ]])
    """
    return numbers_of(robot, "coriolis_matrix", (q, qd), degrees, out)


def coriolis_vector(robot: RobotLike, q: StateLike, qd: StateLike, *, degrees: bool = False) -> Array:
    """Compute the Coriolis and centrifugal efforts c(q, q̇).

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array (..., nq) or mapping from joint names
        Configuration in rad and m.
    qd : array (..., nv) or mapping from joint names
        Velocities in rad/s and m/s.
    degrees : bool
        Whether the angles in q and qd are in degrees.

    Returns
    -------
    array (..., nv)
        Efforts in N·m and N.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> da.coriolis_vector(robot, [0.0, 1.5708], [0.0, 2.0]).round(3)
    array([-2.,  0.])
    """
    return numbers_of(robot, "coriolis_vector", (q, qd), degrees)


def christoffel(robot: RobotLike, q: StateLike, *, degrees: bool = False) -> Array:
    """Compute the Christoffel symbols c_kij, indexed [k, i, j]: c_k = Σ c_kij q̇_i q̇_j.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array (..., nq) or mapping from joint names
        Configuration in rad and m.
    degrees : bool
        Whether the angles in q are in degrees.

    Returns
    -------
    array (..., nv, nv, nv)
        Christoffel symbols, in kg·m² for revolute joints.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> da.christoffel(robot, [0, 90], degrees=True)[0]  # in the first equation: -0.5 (2 qd1 qd2 + qd2**2)
    array([[ 0. , -0.5],
           [-0.5, -0.5]])
    """
    return numbers_of(robot, "christoffel", (q,), degrees)


def gravity_vector(robot: RobotLike, q: StateLike, *, independent: bool = False, degrees: bool = False) -> Array:
    """Compute the gravity efforts g(q) = ∂U/∂q, without springs.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array (..., nq) or mapping from joint names
        Configuration in rad and m.
    degrees : bool
        Whether the angles in q are in degrees.
    independent : bool
        For robots with loops, return Gᵀg for the independent coordinates (see `independent_map`) instead of g of the
        tree.

    Returns
    -------
    array (..., nv)
        Efforts in N·m and N.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.pendulum().rigid().bind(m=1, d=0.5, Il=0.1, g=9.81)
    >>> da.gravity_vector(robot, [[0], [90]], degrees=True)
    array([[0.   ],
           [4.905]])
    """
    robot = robot if isinstance(robot, Robot) else as_robot(robot)
    name = "independent_gravity_vector" if independent and robot.loops else "gravity_vector"
    return numbers_of(robot, name, (q,), degrees)


def kinetic_energy(robot: RobotLike, q: StateLike, qd: StateLike, *, degrees: bool = False) -> Array:
    """Compute the kinetic energy T = ½ q̇ᵀM q̇.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array (..., nq) or mapping from joint names
        Configuration in rad and m.
    qd : array (..., nv) or mapping from joint names
        Velocities in rad/s and m/s.
    degrees : bool
        Whether the angles in q and qd are in degrees.

    Returns
    -------
    array (...)
        Kinetic energy in J.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> print(f"{da.kinetic_energy(robot, [0, 0], [1, 0]):.2f} J")
    1.35 J
    """
    return numbers_of(robot, "kinetic_energy", (q, qd), degrees)


def potential_energy(robot: RobotLike, q: StateLike, *, degrees: bool = False) -> Array:
    """Compute the potential energy U of the moving links and of springs.

    Masses at the height of the world origin have U = 0.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array (..., nq) or mapping from joint names
        Configuration in rad and m.
    degrees : bool
        Whether the angles in q are in degrees.

    Returns
    -------
    array (...)
        Potential energy in J.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> da.potential_energy(robot, [[0, 0], [90, 0]], degrees=True)
    array([ 0.  , 19.62])
    """
    return numbers_of(robot, "potential_energy", (q,), degrees)


def forward_kinematics(robot: RobotLike, q: StateLike, frame: str | None = None, *, degrees: bool = False) -> Array:
    """Compute the pose of a link or frame in the world.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array (..., nq) or mapping from joint names
        Configuration in rad and m.
    degrees : bool
        Whether the angles in q are in degrees.
    frame : str, optional
        Link or frame. The default is the frame `tool` if it exists, otherwise the tip of the longest moving chain.

    Returns
    -------
    array (..., 4, 4)
        Homogeneous matrices [R, p; 0 0 0 1] with p in m.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> da.forward_kinematics(robot, [90, 0], degrees=True)[:3, 3].round(12)
    array([0., 2., 0.])
    """
    return numbers_of(robot, "forward_kinematics", (q,), degrees, frame=frame)


def jacobian(robot: RobotLike, q: StateLike, frame: str | None = None, *, degrees: bool = False) -> Array:
    """Compute the Jacobian of a link or frame: [ṗ, ω] = J q̇, in world axes.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array (..., nq) or mapping from joint names
        Configuration in rad and m.
    degrees : bool
        Whether the angles in q are in degrees.
    frame : str, optional
        Link or frame. The default is the frame `tool` if it exists, otherwise the tip of the longest moving chain.

    Returns
    -------
    array (..., 6, nv)
        Jacobian matrices, with the linear rows first.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> da.jacobian(robot, [0, 90], degrees=True)[[0, 1, 5]].round(6)  # vx, vy and ωz
    array([[-1., -1.],
           [ 1.,  0.],
           [ 1.,  1.]])
    """
    return numbers_of(robot, "jacobian", (q,), degrees, frame=frame)


def centre_of_mass(robot: RobotLike, q: StateLike, *, degrees: bool = False) -> Array:
    """Compute the centre of mass of all moving links, in world coordinates.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array (..., nq) or mapping from joint names
        Configuration in rad and m.
    degrees : bool
        Whether the angles in q are in degrees.

    Returns
    -------
    array (..., 3)
        Position in m.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> da.centre_of_mass(robot, [0, 90], degrees=True)
    array([0.75, 0.25, 0.  ])
    """
    return numbers_of(robot, "centre_of_mass", (q,), degrees)


def momentum(robot: RobotLike, q: StateLike, qd: StateLike, *, degrees: bool = False) -> Array:
    """Compute the momentum of the links: [linear, angular about the centre of mass], in world axes.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array (..., nq) or mapping from joint names
        Configuration in rad and m.
    qd : array (..., nv) or mapping from joint names
        Velocities in rad/s and m/s.
    degrees : bool
        Whether the angles in q and qd are in degrees.

    Returns
    -------
    array (..., 6)
        Momentum in kg·m/s and kg·m²/s.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> da.momentum(robot, [0, 0], [1, 0])
    array([-0. ,  2. ,  0. ,  0. ,  0. ,  0.7])
    """
    return numbers_of(robot, "momentum", (q, qd), degrees)


def centroidal_matrix(robot: RobotLike, q: StateLike, *, degrees: bool = False) -> Array:
    """Compute the centroidal momentum matrix A_G: momentum = A_G q̇.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array (..., nq) or mapping from joint names
        Configuration in rad and m.
    degrees : bool
        Whether the angles in q are in degrees.

    Returns
    -------
    array (..., 6, nv)

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> A = da.model.centroidal_matrix(robot, [0, 0])
    >>> print(A @ [1, 0], da.momentum(robot, [0, 0], [1, 0]))
    [0.  2.  0.  0.  0.  0.7] [-0.   2.   0.   0.   0.   0.7]
    """
    return numbers_of(robot, "centroidal_matrix", (q,), degrees)


def regressor(robot: RobotLike, q: StateLike, qd: StateLike, qdd: StateLike, *, degrees: bool = False) -> Array:
    """Compute the regressor Y: the link efforts are Y π, with π from `inertial_parameters`.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array (..., nq) or mapping from joint names
        Configuration in rad and m.
    qd : array (..., nv) or mapping from joint names
        Velocities in rad/s and m/s.
    qdd : array (..., nv) or mapping from joint names
        Accelerations in rad/s² and m/s².
    degrees : bool
        Whether angles in q, qd and qdd are in degrees.

    Returns
    -------
    array (..., nv, 10·bodies)

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> Y = da.regressor(robot, [0.1, 0.2], [0.3, 0.4], [0.5, 0.6])
    >>> print(Y.shape)
    (2, 20)
    >>> print(Y @ da.model.inertial_parameters(robot))
    [21.13173117  5.32488224]
    >>> print(da.inverse_dynamics(robot, [0.1, 0.2], [0.3, 0.4], [0.5, 0.6]))
    [21.13173117  5.32488224]
    """
    return numbers_of(robot, "regressor", (q, qd, qdd), degrees)


def inertial_parameters(robot: RobotLike) -> Array:
    """Return the inertial parameters π of each moving link, including the links that are fixed to it.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file

    Returns
    -------
    array (10·bodies,)
        (m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz) of each link, about the origin of the link frame.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> da.model.inertial_parameters(robot).reshape(-1, 10)  # one row per link: m, mx, my, mz, Ixx, …
    array([[1.  , 0.5 , 0.  , 0.  , 0.  , 0.  , 0.35, 0.  , 0.  , 0.35],
           [1.  , 0.5 , 0.  , 0.  , 0.  , 0.  , 0.35, 0.  , 0.  , 0.35]])
    """
    robot = as_robot(robot)
    pi = _inertial_parameters(tree(robot))
    need_numbers(robot, symbols(pi), "inertial_parameters")
    return np.array(evaluate(pi, {}), dtype=float)


def inverse_dynamics_derivatives(
    robot: RobotLike,
    q: StateLike,
    qd: StateLike,
    qdd: StateLike,
    *,
    out: tuple[Array, Array, Array] | None = None,
    degrees: bool = False,
) -> tuple[Array, Array, Array]:
    """Compute the derivatives of inverse dynamics: ∂τ/∂q, ∂τ/∂q̇ and ∂τ/∂q̈ = M.

    The derivative ∂τ/∂q is with respect to displacements in the tangent space (see `integrate`). Loop constraints are
    ignored.

    Parameters
    ----------
    robot, q, qd, qdd, degrees
        As in `inverse_dynamics`.
    out : tuple of three arrays, optional
        Arrays to write the results to.

    Returns
    -------
    by_q, by_qd, by_qdd : array (..., nv, nv)
        Derivatives per rad and per m, even if `degrees` is true.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> by_q, by_qd, by_qdd = da.inverse_dynamics_derivatives(robot, [0, 0], [0, 1], [0, 0])
    >>> print(by_q.round(2))
    [[-0.  -0.5]
     [-0.   0. ]]
    >>> print(by_qdd)
    [[2.7  0.85]
     [0.85 0.35]]
    """
    by_q, by_qd, by_qdd = numbers_of(robot, "inverse_dynamics_derivatives", (q, qd, qdd), degrees, out)
    return by_q, by_qd, by_qdd


def forward_dynamics_derivatives(
    robot: RobotLike,
    q: StateLike,
    qd: StateLike,
    tau: StateLike,
    *,
    contacts: Contacts = None,
    out: tuple[Array, Array, Array] | None = None,
    degrees: bool = False,
) -> tuple[Array, Array, Array]:
    """Compute the derivatives of forward dynamics: ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ.

    The derivative ∂q̈/∂q is with respect to displacements in the tangent space (see `integrate`).

    Parameters
    ----------
    robot, q, qd, tau, contacts, degrees
        As in `forward_dynamics`.
    out : tuple of three arrays, optional
        Arrays to write the results to.

    Returns
    -------
    by_q, by_qd, by_tau : array (..., nv, nv)
        Derivatives per rad, per m, per N·m and per N, even if `degrees` is true.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> by_q, by_qd, by_tau = da.forward_dynamics_derivatives(robot, [0, 0], [0, 0], [0, 0])
    >>> print(by_q.round(2))
    [[ 0. -0.]
     [ 0.  0.]]
    >>> print(by_tau.round(3))  # the inverse of M
    [[ 1.573 -3.82 ]
     [-3.82  12.135]]
    """
    by_q, by_qd, by_tau = numbers_of(robot, "forward_dynamics_derivatives", (q, qd, tau), degrees, out, contacts)
    return by_q, by_qd, by_tau


def numbers_of(
    robot: RobotLike,
    quantity: str,
    arguments: tuple[StateLike, ...],
    degrees: bool = False,
    out: Array | tuple[Array, ...] | None = None,
    contacts: Contacts = None,
    wrench: Mapping[str, Numbers] | None = None,
    frame: str | None = None,
) -> Array:
    """Call the kernel of a quantity. A kernel with several outputs returns a tuple of arrays."""
    dtype, kind = "float64", getattr(arguments[0], "dtype", None)
    if kind is not _F64 and kind == _F32:
        whole = (*arguments, *(wrench or {}).values())
        dtype = "float32" if all(getattr(x, "dtype", None) == _F32 for x in whole) else dtype
    call: Callable[..., Array]
    if frame is None and wrench is None and contacts is None and not degrees:
        try:
            call = robot.kernels[quantity if dtype == "float64" else (quantity, dtype)]  # type: ignore[union-attr]  # names and paths have no kernels: see below
        except (KeyError, AttributeError):
            pass
        else:
            try:
                return call(*arguments) if out is None else call(*arguments, out=out)
            except DalembertError:
                if not any(map(is_labelled, arguments)):
                    raise
    robot = robot if isinstance(robot, Robot) else as_robot(robot)
    given = _states(robot, quantity, arguments, degrees)
    pushes = {} if wrench is None else mapping(wrench, "wrench")
    chosen = options(frame, tuple(pushes), contacts)
    try:
        kernel: Any = _compiled(robot, quantity, "cpu", dtype, chosen, ())
    except NotAssembled:  # loop closure from the default configuration failed; start from the given q
        q = np.atleast_2d(np.asarray(given[0], dtype=float))
        if q.shape[-1] != robot.nq or not np.isfinite(q).all():
            raise
        assembly(tree(robot), chosen["contacts"]).offered.append(q.reshape(-1, robot.nq)[0])
        kernel = _compiled(robot, quantity, "cpu", dtype, chosen, ())
    call, given = _call(robot, kernel), (*given, *pushes.values())
    found: Array
    if kernel.outputs[-1][0] not in CHECKS:
        found = call(*given) if out is None else call(*given, out=out)
    elif is_lazy(given):
        found = dask.apply(CheckedKernel(robot, kernel, QUANTITIES[quantity].checks_qdd), given, out)
    else:
        found = evaluate_consistent(robot, call, given, out, accelerated=QUANTITIES[quantity].checks_qdd)
    return found


def _states(robot: Robot, quantity: str, arguments: tuple[StateLike, ...], degrees: bool) -> tuple[Any, ...]:
    """Convert the arguments of a quantity to arrays in rad and m.

    Arrays that are already in these units are not changed.
    """
    converted = []
    for name, value in zip(QUANTITIES[quantity].inputs, arguments, strict=False):
        if name == "restitution" or not (degrees or is_labelled(value)):
            converted.append(value)
        elif name in ("q", "q0", "q1"):
            converted.append(as_q(robot, value, name, degrees=degrees))
        else:
            converted.append(as_rates(robot, value, name, degrees=degrees and name != "tau"))
    return (*converted, *arguments[len(converted) :])


@overload
def compile(
    robot: RobotLike,
    quantity: QuantityName,
    target: Literal["cpu"] = "cpu",
    dtype: RealType = "float64",
    *,
    frame: str | None = None,
    wrench: Sequence[str] = (),
    contacts: Contacts = None,
    parameters: Sequence[str] = (),
) -> Kernel: ...


@overload
def compile(
    robot: RobotLike,
    quantity: QuantityName,
    target: Literal["cuda"],
    dtype: RealType = "float64",
    *,
    frame: str | None = None,
    wrench: Sequence[str] = (),
    contacts: Contacts = None,
    parameters: Sequence[str] = (),
) -> CudaKernel: ...


def compile(
    robot: RobotLike,
    quantity: str,
    target: str = "cpu",
    dtype: RealType = "float64",
    *,
    frame: str | None = None,
    wrench: Sequence[str] = (),
    contacts: Contacts = None,
    parameters: Sequence[str] = (),
) -> Kernel | CudaKernel:
    """Compile the kernel of a quantity.

    The kernel is stored with the robot and in the cache on disk.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    quantity : str
        Name of a function in this package, such as "inverse_dynamics" or "mass_matrix".
    target : {"cpu", "cuda"}
        "cpu" for NumPy arrays, "cuda" for arrays of CuPy, PyTorch and JAX on an NVIDIA GPU.
    dtype : {"float64", "float32"}
    frame : str, optional
        Link or frame for a pose or Jacobian.
    wrench : list of frames
        Frames on which external wrenches act. Each frame adds an argument of shape (..., 6).
    contacts : list of frames, or mapping from frame to "point" or "surface", optional
    parameters : list of names
        Robot parameters to be passed as the last argument of the kernel, with shape (p,), or (..., p) for one set per
        state. Possible names are symbols, "gravity", LINK (ten inertial parameters), LINK.mass, LINK.com, LINK.inertia,
        JOINT.origin, JOINT.damping, …. The kernel attributes `names` and `values` contain the names and the current
        values of the scalar parameters.

    Returns
    -------
    Kernel or CudaKernel
        Compiled function. For robots with loops or contacts, the last outputs are `gap`, `drift` and `pivot`. `gap` is
        the loop-closure error of q. `drift` is the squared loop-closure error of q̇ and q̈. `pivot` is near 0 at a
        singular configuration.

    Examples
    --------
    >>> import dalembert as da
    >>> kernel = da.compile("ur5", "inverse_dynamics", parameters=["gravity"])
    >>> kernel.names
    ('gravity.x', 'gravity.y', 'gravity.z')
    """
    target, names = choice(target, "target", ("cpu", "cuda")), listed(parameters, "parameters", "a list of names")
    return _compiled(as_robot(robot), quantity, target, dtype, options(frame, wrench, contacts), names)


def _compiled(
    robot: Robot, quantity: str, target: str, dtype: Any, chosen: dict[str, Any], names: tuple[str, ...]
) -> Kernel | CudaKernel:
    dtype = real_name(dtype)
    key = (target, quantity, dtype, *chosen.values(), names)
    try:
        kernel: Kernel | None = robot.kernels.get(key)
    except TypeError:  # `trace` rejects a list instead of a name
        kernel = None
    if kernel is None and target == "cuda":
        from dalembert.codegen.runtimes.cuda import CudaKernel

        traced, loose = with_parameters(robot, quantity, chosen, names)  # parameters become an additional argument
        inputs = traced.inputs if loose is None else (*traced.inputs, loose.operand)
        found = robot.kernels[key] = CudaKernel(quantity, inputs, traced.outputs, dtype, robot=robot.name)
        return found
    if kernel is None:
        kernel = robot.kernels[key] = _for_cpu(robot, quantity, dtype, chosen, names)
        kernel.coordinates = robot.coordinates
        if kernel.outputs[-1][0] not in CHECKS and not any((*chosen.values(), names)):
            # fastest call, used by `numbers_of`
            robot.kernels[quantity if dtype == "float64" else (quantity, dtype)] = _call(robot, kernel)
    return kernel


def _call(robot: Robot, kernel: Kernel) -> Callable[..., Any]:
    """Return a function that checks the quaternions of ball joints and calls a kernel."""
    return checked_call(robot, kernel) if robot.balls else kernel.call


def options(frame: str | None, wrench: Sequence[str], contacts: Contacts) -> dict[str, Any]:
    """Convert the options `frame`, `wrench` and `contacts` of a quantity."""
    frames = listed(wrench, "wrench", "a list of frames")
    return {"frame": frame, "wrench": frames, "contacts": () if contacts is None else contact_kinds(contacts)}


def _for_cpu(robot: Robot, quantity: str, dtype: str, chosen: dict[str, Any], parameters: tuple[str, ...]) -> Kernel:
    """Compile a quantity for NumPy arrays.

    Payloads are parameters of the kernel, so that robots that differ only in their payloads share one kernel.
    """
    carried = [link for link in robot.links if link.payload]
    if carried and not parameters:
        names = tuple(x.name for x in carried)
        shared = _compiled(robot.emptied(), quantity, "cpu", dtype, chosen, names)
        numbers = [x for link in carried for x in link.inertia.parameters]
        need_numbers(robot, symbols(numbers), quantity)
        return cast(Parametric, shared).at(evaluate(numbers, {}))
    traced, loose = with_parameters(robot, quantity, chosen, parameters)
    if loose is None:
        return Kernel(quantity, traced.inputs, traced.outputs, dtype, robot=robot.name)
    return Parametric(quantity, traced.inputs, traced.outputs, loose.symbols, loose.values, dtype, robot=robot.name)


def with_parameters(
    robot: Robot, quantity: str, chosen: Mapping[str, Any], parameters: Sequence[str]
) -> tuple[Traced, Parametrized | None]:
    """Trace a quantity with the given parameters.

    The graph contains no symbols other than its inputs and parameters.
    """
    loose = parametrize(robot, parameters) if parameters else None
    traced = trace(robot if loose is None else loose.robot, quantity, nominal=robot, **chosen)
    known = {x.value for *_, entries in traced.inputs for x in entries} | set(() if loose is None else loose.names)
    need_numbers(robot, symbols(traced.scalars) - known, quantity)
    return traced, loose


def need_numbers(robot: Robot, names: Iterable[str] | None = None, function: str = "compile") -> None:
    """Raise `UnboundSymbol` if the robot contains any of the given symbols (by default, any symbol)."""
    wanted = robot.parameters if names is None else set(names)
    missing = [name for name in robot.parameters if name in wanted]
    if missing:
        raise unbound(robot, missing, function)
