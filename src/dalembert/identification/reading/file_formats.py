"""Read a log in any format as a table of columns: the format follows from the suffix of the path or the type of the data.

NumPy     .npz archives and .npy arrays, without pickles
HDF5      every numeric dataset by its path; links to other files are not followed
MATLAB    v4 to v7 by SciPy, v7.3 as HDF5; fields of structures by their path
Parquet   columns of numbers, of times, and of lists of one length
ROS 2     SQLite or MCAP bags: the sensor_msgs/JointState messages of one topic, joint by joint. Messages are decoded with the
          published definition, never with the one in the file. The time is the header stamp, or the time of receipt if that is empty
memory    a dict of arrays, a pandas or Polars frame, an Arrow table, a structured array
text      see `delimited`
"""

from __future__ import annotations

import os
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from dalembert.argument import known
from dalembert.errors import DalembertError
from dalembert.finding.argument import Unreadable, WrongType
from dalembert.finding.finding import Argument, External, FileName, Noun, Pass, given
from dalembert.finding.log import Ambiguous, ArrivalTime, LogNote, SamplesDropped, UnusableFile
from dalembert.identification.reading import delimited
from dalembert.identification.reading.table import (
    MOST_NUMBERS,
    TIME_UNITS,
    Array,
    ColumnTable,
    column,
    limited,
    package,
    table_of,
)


def read_npz(path: Path, file: FileName) -> ColumnTable:
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                size = sum(x.file_size for x in archive.infolist())
            limited(size, "bytes", 8 * MOST_NUMBERS)
        loaded: Any = np.load(path, allow_pickle=False, mmap_mode=None)
        arrays = {"column": loaded} if isinstance(loaded, np.ndarray) else {x: loaded[x] for x in loaded.files}
    except DalembertError:
        raise
    except (ValueError, OSError, EOFError, KeyError, zipfile.BadZipFile) as error:
        reason = "python objects" if "allow_pickle" in str(error) else "damaged"
        raise UnusableFile(file, Noun(reason)).error() from None
    return table_of(arrays, file)


_MOST_OBJECTS = 20_000
_DEEPEST = 12


def read_hdf5(path: Path, file: FileName) -> ColumnTable:
    h5py = package("h5py", "HDF5 files")
    arrays: dict[str, Any] = {}
    units: dict[str, str] = {}
    try:
        with h5py.File(path, "r") as opened:
            _walk(h5py, opened, "", arrays, units, 0)
    except DalembertError:
        raise
    except Exception as error:  # h5py raises many kinds for damaged files
        raise _damaged(file, error) from None
    return table_of(arrays, file, units)


def _damaged(file: FileName, error: Exception) -> DalembertError:
    """Return the error for a file that a format's own reader rejects."""
    return UnusableFile(file, Noun("damaged"), External(f"{type(error).__name__}: {given(error, 120)}")).error()


def _walk(h5py: Any, group: Any, above: str, arrays: dict[str, Any], units: dict[str, str], depth: int) -> None:
    for name in group:
        if str(name).startswith("#") or len(arrays) > _MOST_OBJECTS or depth > _DEEPEST:
            continue  # MATLAB's own tables begin with #
        if not isinstance(group.get(name, getlink=True), h5py.HardLink):
            continue  # another file, or a link that may turn in circles
        item, path = group[name], f"{above}{name}"
        if isinstance(item, h5py.Group):
            _walk(h5py, item, path + ".", arrays, units, depth + 1)
        elif item.dtype.kind in "biuf" and item.shape is not None and not item.is_virtual and not item.external:
            limited(item.size, "numbers")
            arrays[path] = item[()]
            unit = item.attrs.get("units", item.attrs.get("unit"))
            if isinstance(unit, (str, bytes)):
                units[path] = unit.decode(errors="replace") if isinstance(unit, bytes) else unit


_DEEPEST_STRUCTURE = 6
_HDF5 = b"\x89HDF"


def read_mat(path: Path, file: FileName) -> ColumnTable:
    with path.open("rb") as opened:
        head = opened.read(128)
        if b"MATLAB 7.3" in head or head.startswith(_HDF5):
            return read_hdf5(path, file)
    from scipy.io import loadmat, whosmat

    try:
        limited(sum(int(np.prod(shape)) for _, shape, _ in whosmat(path)), "numbers")
        loaded = loadmat(path, squeeze_me=True, struct_as_record=True, simplify_cells=True)
    except DalembertError:
        raise
    except Exception as error:  # SciPy raises many kinds for damaged files
        raise _damaged(file, error) from None
    found: dict[str, Any] = {}
    _flatten({k: v for k, v in loaded.items() if not k.startswith("__")}, "", found, 0)
    return table_of(found, file)


def _flatten(given: dict[str, Any], above: str, found: dict[str, Any], depth: int) -> None:
    """Structures as path.names of their fields."""
    for name, value in given.items():
        if isinstance(value, dict):
            if depth < _DEEPEST_STRUCTURE:
                _flatten(value, f"{above}{name}.", found, depth + 1)
        else:
            found[f"{above}{name}"] = value


def read_parquet(path: Path, file: FileName) -> ColumnTable:
    parquet, arrow = package("pyarrow.parquet", "Parquet files"), package("pyarrow", "Parquet files")
    try:
        with parquet.ParquetFile(path) as opened:
            about = opened.metadata
            limited(about.num_rows * about.num_columns, "numbers")
            limited(
                sum(about.row_group(k).total_byte_size for k in range(about.num_row_groups)), "bytes", 8 * MOST_NUMBERS
            )
            table = opened.read()
    except DalembertError:
        raise
    except Exception as error:  # pyarrow raises many kinds for damaged files
        raise _damaged(file, error) from None
    return table_of({name: _array(arrow, table.column(name)) for name in table.column_names}, file)


def _array(arrow: Any, column: Any) -> Any:
    """A column as NumPy has it; lists of one length as a matrix."""
    kind, whole = column.type, column.combine_chunks()
    if arrow.types.is_list(kind) or arrow.types.is_large_list(kind) or arrow.types.is_fixed_size_list(kind):
        inner = whole.flatten().to_numpy(zero_copy_only=False)
        return inner.reshape(len(whole), -1) if len(whole) and len(inner) % len(whole) == 0 else np.array(["list"])
    return whole.to_numpy(zero_copy_only=False)


_KIND = "sensor_msgs/msg/JointState"
_FIELDS = ("position", "velocity", "effort")
_ESTABLISHED = "joint_states"
_NS = TIME_UNITS["ns"]


def read_bag(path: Path, file: FileName, topic: str | None = None) -> ColumnTable:
    rosbag2, typesys = package("rosbags.rosbag2", "ROS 2 bags"), package("rosbags.typesys", "ROS 2 bags")
    try:
        types = typesys.get_typestore(typesys.Stores.ROS2_HUMBLE)
        with rosbag2.Reader(path) as bag:
            chosen = _topic(bag, file, topic)
            limited(sum(x.msgcount for x in chosen), "messages", MOST_NUMBERS // 20)
            messages = [(stamp, types.deserialize_cdr(raw, _KIND)) for _, stamp, raw in bag.messages(chosen)]
    except DalembertError:
        raise
    except Exception as error:  # the reader raises many kinds for damaged bags
        raise _damaged(file, error) from None
    if not messages:
        raise UnusableFile(file, Noun("no messages"), External(chosen[0].topic)).error()
    return _table(messages)


def _topic(bag: Any, file: FileName, topic: str | None) -> list[Any]:
    """Return the connections of the topic with joint states."""
    found = [x for x in bag.connections if x.msgtype == _KIND]
    topics = sorted({x.topic for x in found})
    if not topics:
        others = External(", ".join(f"{given(x.topic)} ({given(x.msgtype)})" for x in bag.connections[:8]))
        raise UnusableFile(file, Noun("no joint states"), others or None).error()
    if topic is not None:
        known(topic, topics, "topic", owner="file", owner_name=file, argument="topic")
        return [x for x in found if x.topic == topic]
    if len(topics) > 1:
        usual = [x for x in topics if x.strip("/").split("/")[-1] == _ESTABLISHED]
        if len(usual) != 1:
            each = tuple((column(x),) for x in topics)
            raise Ambiguous(Noun("topics"), file, each, Pass(Argument("topic"))).error()
        topics = usual
    return [x for x in found if x.topic == topics[0]]


def _table(messages: list[tuple[int, Any]]) -> ColumnTable:
    """One column for each joint and field; of several publishers on a topic, the one with most joints."""
    notes: list[LogNote] = []
    groups = Counter(tuple(m.name) for _, m in messages)
    names = max(groups, key=lambda x: (len(x), groups[x]))
    same = {x for x in groups if set(x) == set(names) and len(x) == len(names)}
    kept = [(stamp, m) for stamp, m in messages if tuple(m.name) in same]
    if len(kept) < len(messages):
        notes.append(SamplesDropped(len(messages) - len(kept), Noun("other joints")))
    stamps = np.array([m.header.stamp.sec + _NS * m.header.stamp.nanosec for _, m in kept])
    first = kept[0][1].header.stamp.sec
    if (stamps == 0).any():
        notes.append(ArrivalTime())
        t: Array = np.array([_NS * (stamp - kept[0][0]) for stamp, _ in kept])
    else:
        t = np.array([(m.header.stamp.sec - first) + _NS * m.header.stamp.nanosec for _, m in kept])
    place = [[m.name.index(x) for x in names] if tuple(m.name) != names else None for _, m in kept]
    columns: dict[str, Array] = {"time": t}
    for field in _FIELDS:
        values = np.full((len(kept), len(names)), np.nan)
        for k, (_, m) in enumerate(kept):
            own = getattr(m, field)
            if len(own) == len(names):
                values[k] = own if place[k] is None else own[place[k]]
        if not np.isnan(values).all():
            columns |= {f"{x}/{field}": values[:, j] for j, x in enumerate(names)}
    return ColumnTable(columns, {}, {}, tuple(notes))


def read_frame(data: Any, file: FileName) -> ColumnTable:
    if isinstance(data, Mapping):
        arrays = {str(name): value for name, value in data.items()}
    elif isinstance(data, np.ndarray):
        arrays = {name: data[name] for name in data.dtype.names} if data.dtype.names else {"column": data}
    elif hasattr(data, "column_names"):  # Arrow
        arrays = {str(name): data.column(name).to_numpy() for name in data.column_names}
    elif hasattr(data, "columns") and hasattr(data, "__getitem__"):
        arrays = {str(name): data[name].to_numpy() for name in data.columns}
    else:
        raise WrongType(Argument("path"), Noun("sample table"), given(type(data).__name__)).error()
    try:
        return table_of(arrays, file)
    except DalembertError:
        raise
    except (ValueError, TypeError) as error:
        raise UnusableFile(file, Noun("not an array"), External(given(error))).error() from None


LARGEST_FILE = 4 << 30  # bytes

_READERS: dict[str, Callable[[Path, FileName], ColumnTable]] = {
    ".csv": delimited.read,
    ".txt": delimited.read,
    ".tsv": delimited.read,
    ".dat": delimited.read,
    ".log": delimited.read,
    ".npz": read_npz,
    ".npy": read_npz,
    ".mat": read_mat,
    ".h5": read_hdf5,
    ".hdf5": read_hdf5,
    ".hdf": read_hdf5,
    ".parquet": read_parquet,
    ".pq": read_parquet,
}
_BAGS = (".db3", ".mcap")


def read_columns(source: Any, topic: str | None = None) -> tuple[ColumnTable, FileName]:
    """Return the columns of a log and the name of its file."""
    if not isinstance(source, (str, os.PathLike)):
        return read_frame(source, FileName("data")), FileName("data")
    path = Path(os.fspath(source))
    file, name = FileName(given(path, 200)), FileName(path.name)
    try:
        folder = path.is_dir()
        if not path.exists():
            raise Unreadable(file, Noun("missing file")).error()
        if folder and not (path / "metadata.yaml").exists():
            raise Unreadable(file, Noun("not a bag")).error()
        if not folder and not path.is_file():
            raise Unreadable(file, Noun("not regular")).error()
        size = sum(x.stat().st_size for x in path.iterdir()) if folder else path.stat().st_size
        limited(size, "bytes", LARGEST_FILE)
        if size == 0:
            raise UnusableFile(file, Noun("empty file")).error()
        suffix = path.suffix.lower()
        if folder or suffix in _BAGS:
            return read_bag(path, file, topic), name
        return _READERS[known(suffix, (*_READERS, *_BAGS), "file suffix")](path, file), name
    except DalembertError:
        raise
    except (OSError, ValueError) as error:
        raise Unreadable(file, External(getattr(error, "strerror", None) or given(error))).error() from None
