"""Findings about identification, exciting trajectories, calibration and ensembles."""

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
    """No parameter can be identified from the logs: every effort is zero or not a number."""

    remedy: Remedy | None = None


class NotIdentifiable(Problem, raised=NotIdentified):
    """The logs do not determine a requested quantity."""

    noun: Noun
    names: Symbols = ()
    subject: Identifier | None = None


class CommandMissing(Problem):
    """A log lacks commanded positions, which a servo or a simulation needs."""

    log: Identifier
    remedy: Remedy | None = None


class ControllerUnstable(Problem, raised=NotIdentified):
    """A controller does not stabilize the robot at its command; `cause` is given if the simulation stopped."""

    log: Identifier
    growth: Measure | None = None
    period: Measure | None = None
    cause: Finding | External | None = None


class StepsExceeded(Problem, raised=SimulationStopped):
    """A simulation needs more steps than permitted."""

    most: int


class EffortsNotTorques(Problem):
    """The masses of the identified robot would not be in kilograms, because the efforts are in amperes or volts."""

    remedy: Remedy


class FixedBase(Problem, raised=NotIdentified):
    """An argument is valid only for robots with a free base."""

    argument: Argument
    robot: RobotName


class LogWarning(Finding):
    """One of several logs has a fault."""

    log: Identifier
    fault: Finding


class IncompleteSamples(Finding):
    """Samples of a log were omitted because numbers are missing."""

    log: Identifier
    count: int
    total: int


class EffortZero(Finding):
    """An effort is zero throughout a log."""

    joint: JointName
    log: Identifier


class FewSamples(Finding):
    """There are few independent samples per parameter."""

    samples: int
    parameters: int


class PayloadSuspected(Finding):
    """The robot probably carries another mass at its tip than the model."""

    mass: Measure
    link: LinkName
    before: float
    after: float
    only_joint: bool = False


class EffortScaleSuspected(Finding):
    """The effort of a joint is a multiple of that of the given robot."""

    joint: JointName
    factor: float
    before: float
    after: float


class GainUncertain(Finding):
    """The known load determines some drive gains poorly; their shares are infinite if it does not determine them at all."""

    joints: Joints
    shares: tuple[float, ...]


class ExcitingMotion(Finding):
    """Motion that excites given parameters; for friction only, a motion in both directions at several speeds."""

    joints: Joints
    friction: bool


class ParametersUnseen(Finding):
    """The logs do not determine some parameters."""

    parameters: Symbols
    motion: ExcitingMotion


class ParametersWeak(Finding):
    """The standard deviation of some parameters is a large share of their value."""

    parameters: Symbols
    shares: tuple[float, ...]
    limit: float
    motion: ExcitingMotion


class PoorlyConditioned(Finding):
    """A trajectory excites the parameters poorly."""

    condition: float
    good: float


class PoorPrediction(Finding):
    """Segments or logs are predicted from the others with a larger error than that of the fit."""

    noun: Noun
    error: float
    worst: Identifier
    worst_error: float
    fit_error: float


class UncertainElsewhere(Finding):
    """Torques are uncertain at other postures than those of the log."""

    uncertainty: float
    fit_error: float


class NoisyAccelerations(Finding):
    """Noise in the accelerations biases the identified inertias towards zero."""

    joint: JointName
    log: Identifier
    share: float
    remedy: Remedy


class ModelIncomplete(Finding):
    """Parameters differ between segments by more than noise explains."""

    ratio: float


class FrictionBelowZero(Finding):
    """A friction coefficient is significantly negative."""

    parameter: SymbolName
    value: float
    sigmas: float


class FrictionNotInDrive(Finding):
    """A drive cannot represent the identified friction, so the identified robot omits it."""

    kinds: tuple[Noun, ...]
    share: float


class RefinementNotSettled(Finding):
    """The simulations that refine a fit did not converge."""

    rounds: int
    moved: float


class ControllerDiffers(Finding):
    """A simulation deviates from the log: the recorded controller was another one than specified."""

    joint: JointName | None
    share: float
    measured: float | None = None


class FitVerdict(Finding):
    """Assessment of a fit.

    `elsewhere` is the uncertainty on other motions, infinite if they depend on parameters that the log does not determine, None if
    it is no worse than `error`. `doubt`, `signals` and `other_robot` are problems to resolve first. `unseen` are joints whose
    inertia is not determined.
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
    """An effort limit is too low to hold the robot at rest anywhere in its range."""

    joint: JointName
    robot: RobotName
    needed: float
    limit: float
    remedy: Remedy


class NoClearPosture(Problem):
    """All tested postures collide with obstacles."""

    link: Identifier
    capsule: int | None  # None is the floor
    overlap: Measure
    tried: int
    remedy: Remedy


class LimitAssumed(LogNote):
    """Joints have no limit, so a common value is assumed."""

    joints: Joints
    limit: Noun


class JointHardlyMoves(LogNote):
    """A joint of an exciting trajectory hardly moves because of these limits, or because of other joints and obstacles."""

    joint: JointName
    limits: tuple[Noun, ...]


class WeaklyExcited(LogNote):
    """The limits of a trajectory leave some parameters hardly excited."""

    condition: float


# ---------------------------------------------------------------- kinematic calibration


class LooksLikeUnit(Problem):
    """Numbers are probably in another unit than expected."""

    subject: Noun
    unit: Unit
    expected: Unit
    ratio: float | None = None


class GeometricParameter(Finding):
    """Number of a robot's geometry that may be wrong."""

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
    """A direction of parameters is not identifiable: if `parameter` changes by 1 and each of `others` by minus its factor, no
    measurement changes."""

    parameter: GeometricParameter
    others: tuple[tuple[GeometricParameter, float], ...]
    measured_only: bool = False  # in the measured postures, but not in every posture


class PosturesDoNotShow(Finding):
    """The measured postures do not show some parameters, but other postures would."""

    parameters: Symbols
    remedy: Remedy


class FewMeasurements(Finding):
    """There are hardly more measured numbers than unknowns, so σ itself is uncertain."""

    spare: int
    uncertainty: float


class ResidualAboveNoise(Finding):
    """A residual is larger than the given noise."""

    ratio: float


class GeometryDoesNotExplain(Finding):
    """No geometric error explains the measurements."""

    left: Measure
    unknown: Arguments  # arguments that may be missing: base, tool


class LargeErrors(Finding):
    """Geometric errors are larger than manufacturing tolerances."""

    parameters: Symbols


class OutlierMeasurement(Finding):
    """A measurement is far from the others."""

    index: int
    sigmas: float
    remedy: Remedy


class ManyOutliers(Finding):
    """A robust fit omitted a large share of the measurements."""

    share: float


class CalibrationVerdict(Finding):
    """Result of a calibration and its reliability; errors are root mean squares in m and rad."""

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
    """The result of a task cannot be stored: shapes or types differ between members, or the type is not supported."""

    name: Column | None
    reason: Noun
    got: Given | None = None


class OtherStudy(Problem):
    """A folder contains the results of another study."""

    path: FileName


class WholeNumbersDrawn(Finding):
    """A parameter is drawn from integers, probably by mistake."""

    argument: Argument
