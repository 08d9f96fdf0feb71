"""Expression graphs: hash-consed scalar operations, their simplification rules, derivatives, evaluation and cost."""

from dalembert.graph import rule as _rule  # registers the simplification rules
from dalembert.graph.count import Operations as Operations
from dalembert.graph.count import operations as operations
from dalembert.graph.evaluate import evaluate as evaluate
from dalembert.graph.node import PI as PI
from dalembert.graph.node import Node as Node
from dalembert.graph.node import Number as Number
from dalembert.graph.node import Op as Op
from dalembert.graph.node import Scalar as Scalar
from dalembert.graph.node import symbol as symbol
from dalembert.graph.walk import substitute as substitute
from dalembert.graph.walk import symbols as symbols
from dalembert.graph.walk import topological as topological

del _rule
