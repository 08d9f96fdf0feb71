"""What the questions about a robot are answered with."""
