"""Object code linked by hand: only what refers to itself is taken."""

import ctypes

import pytest

from dalembert.codegen.runtimes import machine_code

pytestmark = pytest.mark.skipif(
    not machine_code.can_link(), reason="kernels are linked without LLVM on x86-64 Linux only"
)

SUM = """
@table = internal constant [4 x i64] [i64 1, i64 20, i64 300, i64 4000]
define i64 @pick(i64 %i) nounwind { %p = getelementptr i64, ptr @table, i64 %i
  %x = load i64, ptr %p
  ret i64 %x }
define double @half(double %x) nounwind { %y = fmul double %x, 0.5
  ret double %y }
"""


def code(source):
    return machine_code.compile_object(source, machine_code.host())


def test_functions_find_their_constants_wherever_they_are_placed():
    block, entries = machine_code.link(code(SUM))
    assert set(entries) == {"pick", "half"}
    for memory in (machine_code.Image(block), machine_code.Image(block)):
        pick = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(memory.start + entries["pick"])
        assert [pick(i) for i in range(4)] == [1, 20, 300, 4000]
        half = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(memory.start + entries["half"])
        assert half(5.0) == 2.5


def test_files_find_each_others_functions_and_nothing_else():
    caller = """
declare hidden i64 @pick(i64)
define i64 @twice(i64 %i) nounwind { %x = call i64 @pick(i64 %i)
  %y = mul i64 %x, 2
  ret i64 %y }
"""
    for objects in ((code(caller), code(SUM)), (code(SUM), code(caller))):
        block, entries = machine_code.link(*objects)
        memory = machine_code.Image(block)
        twice = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(memory.start + entries["twice"])
        assert [twice(i) for i in range(4)] == [2, 40, 600, 8000]
    assert machine_code.link(code(caller)) is None


@pytest.mark.parametrize(
    "source",
    [
        "declare double @cbrt(double)\ndefine double @f(double %x) { %y = call double @cbrt(double %x)\n ret double %y }",
        "@state = global i64 3\ndefine i64 @f() { %x = load i64, ptr @state\n ret i64 %x }",
        "@room = internal global [64 x i64] zeroinitializer\ndefine ptr @f() { ret ptr @room }",
        "@room = internal global i64 3\ndefine void @f(i64 %x) { store i64 %x, ptr @room\n ret void }\n"
        "define i64 @g() { %x = load i64, ptr @room\n ret i64 %x }",
    ],
    ids=["a call outside", "a global", "memory of zeros", "memory to write"],
)
def test_what_needs_more_than_itself_is_left_to_llvm(source):
    assert machine_code.link(code(source)) is None


def test_what_is_not_an_object_file_is_refused():
    for content in (b"", b"\x7fELF", b"MZ" + bytes(100), bytes(4096)):
        assert machine_code.link(content) is None


def test_llvm_loads_what_is_not_linked():
    engine = machine_code.Engine(code(SUM), "pick")
    assert ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(engine.address)(2) == 300
