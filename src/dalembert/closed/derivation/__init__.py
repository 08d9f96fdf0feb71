"""Step-by-step derivations of the equations of motion by five methods."""
