"""Robots: their parts, and the files and tables that describe robots."""

from dalembert.robot.inertia import Inertia as Inertia
from dalembert.robot.joint import Drive as Drive
from dalembert.robot.loop import Coupling as Coupling
from dalembert.robot.loop import Loop as Loop
from dalembert.robot.model import Coordinate as Coordinate
from dalembert.robot.model import Frame as Frame
from dalembert.robot.model import Joint as Joint
from dalembert.robot.model import Limits as Limits
from dalembert.robot.model import Link as Link
from dalembert.robot.model import Mimic as Mimic
from dalembert.robot.model import Robot as Robot
from dalembert.robot.spring import BallSpring as BallSpring
from dalembert.robot.spring import Strut as Strut
from dalembert.robot.spring import Tendon as Tendon
from dalembert.spatial.pose import Pose as Pose
