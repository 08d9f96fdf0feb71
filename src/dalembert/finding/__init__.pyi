# What `__getattr__` of the package finds, for type checkers.

from dalembert.finding.argument import *
from dalembert.finding.code import *
from dalembert.finding.equation import *
from dalembert.finding.finding import *
from dalembert.finding.fit import *
from dalembert.finding.log import *
from dalembert.finding.mechanism import *
from dalembert.finding.model import *
from dalembert.finding.motion import *
from dalembert.finding.page import *
