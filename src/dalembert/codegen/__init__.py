"""From a graph to running code: the tape, what renders it, what calls it, and what a user exports."""
