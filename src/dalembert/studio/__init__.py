"""Interactive pages that show a robot, its equations, its motion and its code in a web browser.

payload.py     robot data for a page as JSON, with the fields of `web/payload.ts`
share.py       function `share`, which writes a page to one HTML file that opens from disk
server.py      server of the studio, a local page that is connected to Python by one WebSocket per tab
web/           TypeScript and CSS source of the front end, which `make web` bundles into `built/`
"""
