"""What the studio's page can ask Python: one file a screen, `table.py` lists them. No mathematics: each calls the library."""
