"""`python -m dalembert`: the command line."""

from dalembert.cli.app import main

main()
