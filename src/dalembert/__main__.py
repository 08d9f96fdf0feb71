"""`python -m dalembert` and the command `dalembert`; processes that the command starts import this file, so it is short."""

from __future__ import annotations


def main() -> None:
    """The command line."""
    from dalembert.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
