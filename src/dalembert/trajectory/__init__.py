"""Motions in time: joints from rest to rest, through points, periodic; lines and circles of a frame; the quickest."""

from dalembert.trajectory.cartesian import PoseTrajectory as PoseTrajectory
from dalembert.trajectory.cartesian import circle as circle
from dalembert.trajectory.cartesian import line as line
from dalembert.trajectory.fourier import fourier as fourier
from dalembert.trajectory.fourier import fourier_within as fourier_within
from dalembert.trajectory.motion import Trajectory as Trajectory
from dalembert.trajectory.rest_to_rest import cubic as cubic
from dalembert.trajectory.rest_to_rest import quintic as quintic
from dalembert.trajectory.rest_to_rest import scurve as scurve
from dalembert.trajectory.rest_to_rest import trapezoidal as trapezoidal
from dalembert.trajectory.spline import Path as Path
from dalembert.trajectory.spline import path as path
from dalembert.trajectory.spline import spline as spline
from dalembert.trajectory.time_optimal import time_optimal as time_optimal
