"""Control laws: each a function of (t, q, qd) that `simulate` takes as its torque."""

from dalembert.control.adaptive import adaptive as adaptive
from dalembert.control.computed_torque import computed_torque as computed_torque
from dalembert.control.feed_forward import feed_forward as feed_forward
from dalembert.control.pd_gravity import pd_gravity as pd_gravity
