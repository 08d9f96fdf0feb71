"""Motions in time: joints from rest to rest, through points, periodic; lines and circles of a frame; the quickest."""

from dalembert.trajectory.cartesian import PoseTrajectory as PoseTrajectory
from dalembert.trajectory.cartesian import circle as circle
from dalembert.trajectory.cartesian import line as line
from dalembert.trajectory.joint_space import Path as Path
from dalembert.trajectory.joint_space import Trajectory as Trajectory
from dalembert.trajectory.joint_space import cubic as cubic
from dalembert.trajectory.joint_space import fourier as fourier
from dalembert.trajectory.joint_space import fourier_within as fourier_within
from dalembert.trajectory.joint_space import path as path
from dalembert.trajectory.joint_space import quintic as quintic
from dalembert.trajectory.joint_space import scurve as scurve
from dalembert.trajectory.joint_space import spline as spline
from dalembert.trajectory.joint_space import trapezoidal as trapezoidal
from dalembert.trajectory.time_optimal import time_optimal as time_optimal
