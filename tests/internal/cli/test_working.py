"""The spinner of long work: on a terminal, after a second, once; nothing elsewhere."""

import os
import pty
import sys
import time

from dalembert.progress import working

CODE = """
import time
from dalembert.progress import working

@working("outer")
def slow():
    with working("inner"):
        time.sleep({seconds})
    return 7

print(slow())
"""


def shown(seconds):
    """What a terminal shows of a function that takes this long."""
    pid, fd = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [sys.executable, "-c", CODE.format(seconds=seconds)])
    text = b""
    try:
        while part := os.read(fd, 65536):
            text += part
    except OSError:  # the terminal's other end is closed
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    return text.decode()


def test_long_work_shows_one_spinner_on_a_terminal():
    text = shown(1.6)
    assert "outer" in text
    assert "inner" not in text
    assert "7" in text


def test_short_work_shows_nothing():
    assert shown(0.1).strip() == "7"


def test_a_pipe_gets_nothing(capsys):
    with working("waiting"):
        time.sleep(1.2)
    assert capsys.readouterr() == ("", "")
