"""Robots: what they are made of, and the files and tables they come from."""

from dalembert.robot.drive import Drive as Drive
from dalembert.robot.inertia import Inertia as Inertia
from dalembert.robot.model import Frame as Frame
from dalembert.robot.model import Joint as Joint
from dalembert.robot.model import Limits as Limits
from dalembert.robot.model import Link as Link
from dalembert.robot.model import Mimic as Mimic
from dalembert.robot.model import Robot as Robot
from dalembert.spatial.pose import Pose as Pose
