"""Entry point of `python -m dalembert` and of the command `dalembert`.

This module contains little code, because every subprocess of the command imports it.
"""

from __future__ import annotations


def main() -> None:
    """Run the command-line interface."""
    from dalembert.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
