"""A CMake package for ROS 2, which plain CMake builds as well: the C of `packages.c` as a library with its self-test.

`colcon build` and `colcon test` find ament; without it, `cmake -B build && cmake --build build && ctest --test-dir build`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dalembert.codegen.packages import c
from dalembert.codegen.packages.target import Files, ModelInfo, Options, Routine


def package(routines: Sequence[Routine], model: ModelInfo, options: Options) -> Files:
    """The package; its name is the model's, in small letters as ROS wants it."""
    model = replace(model, word=model.word.lower())
    word = model.word
    inner = c.package(routines, model, options)
    return {
        f"{word}/package.xml": _manifest(routines, model),
        f"{word}/CMakeLists.txt": _lists(word, model.version),
        f"{word}/include/{word}/{word}.h": inner[f"{word}.h"],
        f"{word}/src/{word}.c": inner[f"{word}.c"],
        f"{word}/test/{word}_test.c": inner[f"{word}_test.c"],
    }


def _manifest(routines: Sequence[Routine], model: ModelInfo) -> str:
    words = "; ".join(f"{x.function.name}: {x.words}" for x in routines)
    return f"""<?xml version="1.0"?>
<package format="3">
  <name>{model.word}</name>
  <version>{model.version}</version>
  <description>{model.name}, model {model.digest}, written by dalembert. {words}</description>
  <maintainer email="nobody@example.com">set me</maintainer>
  <license>set me</license>
  <buildtool_depend>ament_cmake</buildtool_depend>
  <export>
    <build_type>ament_cmake</build_type>
  </export>
</package>
"""


def _lists(word: str, version: str) -> str:
    return f"""cmake_minimum_required(VERSION 3.14)
project({word} VERSION {version} LANGUAGES C)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
find_package(ament_cmake QUIET)

add_library({word} src/{word}.c)
set_target_properties({word} PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
# the same bits on every machine: a*b + c is not fused
target_compile_options({word} PRIVATE $<$<C_COMPILER_ID:GNU,Clang,AppleClang>:-ffp-contract=off>)
target_include_directories({word} PUBLIC
  $<BUILD_INTERFACE:${{CMAKE_CURRENT_SOURCE_DIR}}/include>
  $<BUILD_INTERFACE:${{CMAKE_CURRENT_SOURCE_DIR}}/include/{word}>
  $<INSTALL_INTERFACE:include>)
if(UNIX)
  target_link_libraries({word} PUBLIC m)
endif()

install(DIRECTORY include/ DESTINATION include)
install(TARGETS {word} EXPORT {word}Targets ARCHIVE DESTINATION lib LIBRARY DESTINATION lib RUNTIME DESTINATION bin)
if(ament_cmake_FOUND)
  ament_export_targets({word}Targets HAS_LIBRARY_TARGET)
else()
  install(EXPORT {word}Targets NAMESPACE {word}:: FILE {word}Config.cmake DESTINATION lib/cmake/{word})
endif()

include(CTest)
if(BUILD_TESTING)
  add_executable({word}_test test/{word}_test.c)
  set_target_properties({word}_test PROPERTIES C_STANDARD 99)
  target_link_libraries({word}_test PRIVATE {word})
  add_test(NAME {word}_test COMMAND {word}_test)
endif()

if(ament_cmake_FOUND)
  ament_package()
endif()
"""
