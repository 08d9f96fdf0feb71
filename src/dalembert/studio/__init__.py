"""Interactive pages that show a robot, its equations, its motion and its code in a web browser.

payload.py     data of a robot for a page, as plain JSON; `web/payload.ts` has the same fields
share.py       one HTML file that opens from disk, `share(robot, "robot.html")`
server.py      the studio: a page on the loopback interface, connected to Python by one WebSocket per tab
web/           the front end's source, TypeScript and CSS; `make web` bundles it into `built/`, which is distributed
"""
