"""What stands between the command and the first picture: the server imports no mathematics, the first answer no reader."""

import subprocess
import sys

SERVER = "import sys, dalembert.studio.server; print(*sys.modules)"
ANSWER = (
    "import sys; from dalembert.studio.request import ENDPOINTS; ENDPOINTS['start'].made({}, None); print(*sys.modules)"
)


def imported(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_server_imports_no_mathematics():
    found = imported(SERVER)
    assert not found & {"numpy", "flint", "llvmlite", "scipy", "dalembert.robot", "dalembert.view", "cyclopts"}


def test_the_first_answer_imports_no_reader_no_gpu_and_no_server():
    found = imported(ANSWER)
    heavy = {"dalembert.formats.mjcf.read", "dalembert.codegen.runtimes.cuda", "dalembert.closed.prove"}
    assert not found & {
        *heavy,
        "llvmlite",
        "scipy",
        "matplotlib",
        "sympy",
        "starlette",
        "uvicorn",
        "asyncio",
        "cyclopts",
    }
