"""Entry point of `python -m dalembert` and of the command `dalembert`.

This module is short, because subprocesses of the command import it.
"""

from __future__ import annotations


def main() -> None:
    """Run the command-line interface."""
    from dalembert.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
