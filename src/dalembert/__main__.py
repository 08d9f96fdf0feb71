"""Entry point of `python -m dalembert` and of the command `dalembert`. Processes that the command starts import this file, so it
is short."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    from dalembert.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
