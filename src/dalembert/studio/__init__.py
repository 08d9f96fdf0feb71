"""Pages that are alive: a robot, its equations, its motion and its code in a browser.

payload.py     what a page knows of a robot, as plain JSON; `web/payload.ts` says the same in TypeScript
share.py       one HTML file that opens from disk, `share(robot, "robot.html")`
server.py      the studio: a page on the loopback, and Python behind one WebSocket for what is symbolic or new
web/           the front end's source, TypeScript and CSS; `make web` bundles it into `built/`, which ships
"""
