"""Functions that answer the requests of the studio's page; `request.py` lists them. No mathematics: each calls the library."""
