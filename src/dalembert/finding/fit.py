"""Messages about identification, exciting trajectories, calibration and ensembles."""

from __future__ import annotations

from dalembert.errors import NotIdentified, Problem, SimulationStopped
from dalembert.finding.finding import (
    Argument,
    Arguments,
    Column,
    External,
    FileName,
    Finding,
    Given,
    Identifier,
    JointName,
    Joints,
    LinkName,
    Measure,
    Noun,
    Remedy,
    RobotName,
    SymbolName,
    Symbols,
    Unit,
)
from dalembert.finding.log import Doubt, EffortsAreSignals, LogNote

# ---------------------------------------------------------------- identification


class NothingIdentifiable(Problem):
    """Raised when no parameter can be identified from the logs because all efforts are zero or not numbers."""

    remedy: Remedy | None = None


class NotIdentifiable(Problem, raised=NotIdentified):
    """Raised when the logs do not determine a requested quantity."""

    noun: Noun
    names: Symbols = ()
    subject: Identifier | None = None


class CommandMissing(Problem):
    """Raised when a log lacks commanded positions, which a fit with a servo or a controller needs."""

    log: Identifier
    remedy: Remedy | None = None


class ControllerUnstable(Problem, raised=NotIdentified):
    """Raised when a controller does not stabilize the robot at the commanded configuration. `cause` is given if the
    simulation stopped."""

    log: Identifier
    growth: Measure | None = None
    period: Measure | None = None
    cause: Finding | External | None = None


class StepsExceeded(Problem, raised=SimulationStopped):
    """Raised when a simulation needs more steps than permitted."""

    most: int


class EffortsNotTorques(Problem):
    """Raised when the efforts are in amperes or volts, so the masses of the identified robot would not be in
    kilograms."""

    remedy: Remedy


class FixedBase(Problem, raised=NotIdentified):
    """Raised when an argument is valid only for robots with a free base."""

    argument: Argument
    robot: RobotName


class LogWarning(Finding):
    """Warning about one log of several."""

    log: Identifier
    fault: Finding


class IncompleteSamples(Finding):
    """Warning that samples of a log were omitted because numbers are missing."""

    log: Identifier
    count: int
    total: int


class EffortZero(Finding):
    """Warning that an effort is zero in every sample of a log."""

    joint: JointName
    log: Identifier


class FewSamples(Finding):
    """Warning that a log has few independent samples per parameter."""

    samples: int
    parameters: int


class PayloadSuspected(Finding):
    """Warning that the mass at the tip of the robot probably differs from the model."""

    mass: Measure
    link: LinkName
    before: float
    after: float
    only_joint: bool = False


class EffortScaleSuspected(Finding):
    """Warning that the measured effort of a joint differs from the predicted effort by a constant factor."""

    joint: JointName
    factor: float
    before: float
    after: float


class GainUncertain(Finding):
    """Warning that the known load determines some drive gains poorly. If a gain is not determined at all, its relative
    uncertainty is infinite."""

    joints: Joints
    shares: tuple[float, ...]


class ExcitingMotion(Finding):
    """Recommendation of a motion that excites certain parameters. To excite friction, the motion must include both
    directions and several speeds."""

    joints: Joints
    friction: bool


class ParametersUnseen(Finding):
    """Warning that the logs do not determine some parameters."""

    parameters: Symbols
    motion: ExcitingMotion


class ParametersWeak(Finding):
    """Warning that the standard deviation of some parameters is a large fraction of their value."""

    parameters: Symbols
    shares: tuple[float, ...]
    limit: float
    motion: ExcitingMotion


class PoorlyConditioned(Finding):
    """Warning that a trajectory excites the parameters poorly."""

    condition: float
    good: float


class PoorPrediction(Finding):
    """Warning that cross-validation errors of segments or logs are larger than the error of the fit."""

    noun: Noun
    error: float
    worst: Identifier
    worst_error: float
    fit_error: float


class UncertainElsewhere(Finding):
    """Warning that predicted torques are uncertain at postures that differ from those in the log."""

    uncertainty: float
    fit_error: float


class NoisyAccelerations(Finding):
    """Warning that noise in the accelerations biases the identified inertias towards zero."""

    joint: JointName
    log: Identifier
    share: float
    remedy: Remedy


class ModelIncomplete(Finding):
    """Warning that parameters differ between segments by more than can be explained by noise."""

    ratio: float


class FrictionBelowZero(Finding):
    """Warning that a friction coefficient is significantly negative."""

    parameter: SymbolName
    value: float
    sigmas: float


class FrictionNotInDrive(Finding):
    """Warning that a drive cannot represent the identified friction, so that the identified robot omits this
    friction."""

    kinds: tuple[Noun, ...]
    share: float


class RefinementNotSettled(Finding):
    """Warning that the simulations that refine a fit did not converge."""

    rounds: int
    moved: float


class ControllerDiffers(Finding):
    """Warning that a simulation deviates from the log because the recorded controller differs from the specified
    controller."""

    joint: JointName | None
    share: float
    measured: float | None = None


class FitVerdict(Finding):
    """Summary of the quality of a fit.

    `elsewhere` is the uncertainty of the torques for other motions. This uncertainty is infinite if these motions
    depend on undetermined parameters, and None if it does not exceed `error`. `doubt`, `signals` and `other_robot`
    describe problems that must be resolved first. `unseen` lists joints whose inertia is not determined.
    """

    error: float
    good: bool
    elsewhere: float | None = None
    doubt: Doubt | None = None
    signals: EffortsAreSignals | None = None
    other_robot: tuple[Finding, ...] = ()
    unseen: Joints = ()
    payload_unseen: bool = False


# ---------------------------------------------------------------- exciting trajectories


class CannotHoldPosture(Problem):
    """Raised when an effort limit is too low to hold a robot at rest in any of its postures."""

    joint: JointName
    robot: RobotName
    needed: float
    limit: float
    remedy: Remedy


class NoClearPosture(Problem):
    """Raised when all tested postures collide with obstacles."""

    link: Identifier
    capsule: int | None  # None is the floor
    overlap: Measure
    tried: int
    remedy: Remedy


class LimitAssumed(LogNote):
    """Warning that joints have no limits, so a default value is assumed for all of them."""

    joints: Joints
    limit: Noun


class JointHardlyMoves(LogNote):
    """Warning that a joint hardly moves in an exciting trajectory because of its limits, other joints or obstacles."""

    joint: JointName
    limits: tuple[Noun, ...]


class WeaklyExcited(LogNote):
    """Warning that a trajectory hardly excites some parameters because of the limits on the motion."""

    condition: float


# ---------------------------------------------------------------- kinematic calibration


class LooksLikeUnit(Problem):
    """Raised when numbers probably have the wrong unit."""

    subject: Noun
    unit: Unit
    expected: Unit
    ratio: float | None = None


class GeometricParameter(Finding):
    """Geometric parameter of a robot that may be wrong."""

    owner: Identifier  # name of a joint or of a measured frame; "" for base and centre
    part: Noun  # joint, base, tool or centre
    step: SymbolName  # x, y, z, rx, ry or rz
    name: SymbolName
    is_offset: bool = False  # of a joint, along its own motion

    @property
    def is_angle(self) -> bool:
        return self.step.startswith("r")

    @property
    def unit(self) -> Unit:
        return Unit("rad" if self.is_angle else "m")


class UnseenDirection(Finding):
    """Warning that a combination of parameters is not identifiable. No measurement changes if `parameter` increases by
    1 and each parameter in `others` decreases by its factor."""

    parameter: GeometricParameter
    others: tuple[tuple[GeometricParameter, float], ...]
    measured_only: bool = False  # in the measured postures, but not in every posture


class PosturesDoNotShow(Finding):
    """Warning that some parameters are not identifiable from the measured postures, but would be from other
    postures."""

    parameters: Symbols
    remedy: Remedy


class FewMeasurements(Finding):
    """Warning that there are hardly more measured values than unknowns, so that σ itself is uncertain."""

    spare: int
    uncertainty: float


class ResidualAboveNoise(Finding):
    """Warning that a residual is larger than the given noise."""

    ratio: float


class GeometryDoesNotExplain(Finding):
    """Warning that no geometric error explains the measurements."""

    left: Measure
    unknown: Arguments  # arguments that may be missing: base, tool


class LargeErrors(Finding):
    """Warning that geometric errors are larger than manufacturing tolerances."""

    parameters: Symbols


class OutlierMeasurement(Finding):
    """Warning that a measurement is far from the others."""

    index: int
    sigmas: float
    remedy: Remedy


class ManyOutliers(Finding):
    """Warning that a robust fit omitted a large fraction of the measurements."""

    share: float


class CalibrationVerdict(Finding):
    """Summary of a calibration, with its accuracy and reliability. The errors are root-mean-square values in m and
    rad."""

    parameters: int
    joint_parameters: int
    measurements: int
    kinds: tuple[Noun, ...]
    length: tuple[float, float]  # before, after
    angle: tuple[float, float] | None
    least_certain: tuple[tuple[GeometricParameter, float], ...]
    unseen: int
    warnings: tuple[Finding, ...]


# ---------------------------------------------------------------- ensembles


class TaskResult(Problem):
    """Raised when a task's result cannot be stored, because shapes or types differ between members or because the type
    is not supported."""

    name: Column | None
    reason: Noun
    got: Given | None = None


class OtherStudy(Problem):
    """Raised when a directory contains the results of a different study."""

    path: FileName


class WholeNumbersDrawn(Finding):
    """Warning that a parameter has an integer distribution, probably by mistake."""

    argument: Argument
