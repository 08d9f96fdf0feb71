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

from dalembert.errors import BadFile, DalembertError, UnknownName, WrongValue, did_you_mean, shown
from dalembert.identification.reading import delimited
from dalembert.identification.reading.table import MOST_NUMBERS, Array, Table, package, table_of


def read_npz(path: Path, where: str) -> Table:
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                size = sum(x.file_size for x in archive.infolist())
            if size > 8 * MOST_NUMBERS:
                raise BadFile(f"{where} unpacks to {size} bytes; at most {8 * MOST_NUMBERS} are read")
        loaded: Any = np.load(path, allow_pickle=False, mmap_mode=None)
        arrays = {"column": loaded} if isinstance(loaded, np.ndarray) else {x: loaded[x] for x in loaded.files}
    except DalembertError:
        raise
    except (ValueError, OSError, EOFError, KeyError, zipfile.BadZipFile) as error:
        reason = "it holds Python objects, which are not read" if "allow_pickle" in str(error) else "it is damaged"
        raise BadFile(f"{where} cannot be read as NumPy's file: {reason}; save plain arrays with numpy.savez") from None
    return table_of(arrays, where)


_MOST_OBJECTS = 20_000
_DEEPEST = 12


def read_hdf5(path: Path, where: str) -> Table:
    h5py = package("h5py", "HDF5 files and MATLAB's v7.3")
    arrays: dict[str, Any] = {}
    units: dict[str, str] = {}
    try:
        with h5py.File(path, "r") as file:
            _walk(h5py, file, "", arrays, units, where, 0)
    except BadFile:
        raise
    except Exception as error:  # h5py raises many kinds for damaged files
        raise BadFile(
            f"{where} cannot be read as HDF5: {type(error).__name__}, it is damaged or of another kind"
        ) from None
    return table_of(arrays, where, units)


def _walk(
    h5py: Any, group: Any, above: str, arrays: dict[str, Any], units: dict[str, str], where: str, depth: int
) -> None:
    for name in group:
        if str(name).startswith("#") or len(arrays) > _MOST_OBJECTS or depth > _DEEPEST:
            continue  # MATLAB's own tables begin with #
        if not isinstance(group.get(name, getlink=True), h5py.HardLink):
            continue  # another file, or a link that may turn in circles
        item, path = group[name], f"{above}{name}"
        if isinstance(item, h5py.Group):
            _walk(h5py, item, path + ".", arrays, units, where, depth + 1)
        elif item.dtype.kind in "biuf" and item.shape is not None and not item.is_virtual and not item.external:
            if item.size > MOST_NUMBERS:
                raise BadFile(f"'{path}' of {where} holds {item.size} numbers; at most {MOST_NUMBERS} are read")
            arrays[path] = item[()]
            unit = item.attrs.get("units", item.attrs.get("unit"))
            if isinstance(unit, (str, bytes)):
                units[path] = unit.decode(errors="replace") if isinstance(unit, bytes) else unit


_DEEPEST_STRUCTURE = 6
_HDF5 = b"\x89HDF"


def read_mat(path: Path, where: str) -> Table:
    with path.open("rb") as file:
        head = file.read(128)
        if b"MATLAB 7.3" in head or head.startswith(_HDF5):
            return read_hdf5(path, where)
    from scipy.io import loadmat, whosmat

    try:
        size = sum(int(np.prod(shape)) for _, shape, _ in whosmat(path))
        if size > MOST_NUMBERS:
            raise BadFile(f"{where} holds {size} numbers; at most {MOST_NUMBERS} are read")
        loaded = loadmat(path, squeeze_me=True, struct_as_record=True, simplify_cells=True)
    except BadFile:
        raise
    except Exception as error:  # SciPy raises many kinds for damaged files
        raise BadFile(
            f"{where} cannot be read as a MAT file: {type(error).__name__}, it is damaged or not MATLAB's"
        ) from None
    found: dict[str, Any] = {}
    _flatten({k: v for k, v in loaded.items() if not k.startswith("__")}, "", found, 0)
    return table_of(found, where)


def _flatten(given: dict[str, Any], above: str, found: dict[str, Any], depth: int) -> None:
    """Structures as path.names of their fields."""
    for name, value in given.items():
        if isinstance(value, dict):
            if depth < _DEEPEST_STRUCTURE:
                _flatten(value, f"{above}{name}.", found, depth + 1)
        else:
            found[f"{above}{name}"] = value


def read_parquet(path: Path, where: str) -> Table:
    parquet, arrow = package("pyarrow.parquet", "Parquet files"), package("pyarrow", "Parquet files")
    try:
        with parquet.ParquetFile(path) as file:
            size = file.metadata.num_rows * file.metadata.num_columns
            packed = sum(file.metadata.row_group(k).total_byte_size for k in range(file.metadata.num_row_groups))
            if size > MOST_NUMBERS or packed > 8 * MOST_NUMBERS:
                raise BadFile(f"{where} holds {size} cells; at most {MOST_NUMBERS} are read")
            table = file.read()
    except BadFile:
        raise
    except Exception as error:  # pyarrow raises many kinds for damaged files
        raise BadFile(f"{where} cannot be read as Parquet: {shown(error)}") from None
    return table_of({name: _array(arrow, table.column(name)) for name in table.column_names}, where)


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


def read_bag(path: Path, where: str, topic: str | None = None) -> Table:
    rosbag2, typesys = package("rosbags.rosbag2", "ROS 2 bags"), package("rosbags.typesys", "ROS 2 bags")
    try:
        known = typesys.get_typestore(typesys.Stores.ROS2_HUMBLE)
        with rosbag2.Reader(path) as bag:
            chosen = _topic(bag, where, topic)
            if sum(x.msgcount for x in chosen) * 20 > MOST_NUMBERS:
                raise BadFile(
                    f"{where} holds {sum(x.msgcount for x in chosen)} messages; at most {MOST_NUMBERS // 20} are read"
                )
            messages = [(stamp, known.deserialize_cdr(raw, _KIND)) for _, stamp, raw in bag.messages(chosen)]
    except (BadFile, UnknownName):
        raise
    except Exception as error:  # the reader raises many kinds for damaged bags
        raise BadFile(f"{where} cannot be read as a ROS 2 bag: {shown(error, 120)}") from None
    if not messages:
        raise BadFile(f"topic '{chosen[0].topic}' of {where} has no messages")
    return _table(messages)


def _topic(bag: Any, where: str, topic: str | None) -> list[Any]:
    """The connections of the one topic with joint states."""
    found = [x for x in bag.connections if x.msgtype == _KIND]
    topics = sorted({x.topic for x in found})
    if not topics:
        others = ", ".join(f"{shown(x.topic)} ({shown(x.msgtype)})" for x in bag.connections[:8])
        raise BadFile(f"{where} has no topic of {_KIND}; it has {others or 'none at all'}")
    if topic is not None:
        if topic not in topics:
            raise UnknownName(f"{where} has no {_KIND} on topic '{topic}'{did_you_mean(topic, topics)}")
        return [x for x in found if x.topic == topic]
    if len(topics) > 1:
        usual = [x for x in topics if x.strip("/").split("/")[-1] == _ESTABLISHED]
        if len(usual) != 1:
            raise UnknownName(
                f"{where} has joint states on {len(topics)} topics, say topic=…: {', '.join(topics[:12])}"
            )
        topics = usual
    return [x for x in found if x.topic == topics[0]]


def _table(messages: list[tuple[int, Any]]) -> Table:
    """One column for each joint and field; of several publishers on a topic, the one with most joints."""
    notes = []
    groups = Counter(tuple(m.name) for _, m in messages)
    names = max(groups, key=lambda x: (len(x), groups[x]))
    same = {x for x in groups if set(x) == set(names) and len(x) == len(names)}
    kept = [(stamp, m) for stamp, m in messages if tuple(m.name) in same]
    if len(kept) < len(messages):
        notes.append(f"{len(messages) - len(kept)} of {len(messages)} messages name other joints: left out")
    stamps = np.array([m.header.stamp.sec + 1e-9 * m.header.stamp.nanosec for _, m in kept])
    first = kept[0][1].header.stamp.sec
    if (stamps == 0).any():
        notes.append("headers have no time stamp: the bag's time of arrival is used")
        t: Array = np.array([1e-9 * (stamp - kept[0][0]) for stamp, _ in kept])
    else:
        t = np.array([(m.header.stamp.sec - first) + 1e-9 * m.header.stamp.nanosec for _, m in kept])
    place = [[m.name.index(x) for x in names] if tuple(m.name) != names else None for _, m in kept]
    columns: dict[str, Array] = {"time": t}
    for field in _FIELDS:
        values = np.full((len(kept), len(names)), np.nan)
        for k, (_, m) in enumerate(kept):
            given = getattr(m, field)
            if len(given) == len(names):
                values[k] = given if place[k] is None else given[place[k]]
        if not np.isnan(values).all():
            columns |= {f"{x}/{field}": values[:, j] for j, x in enumerate(names)}
    return Table(columns, {}, {}, tuple(notes))


def read_frame(given: Any, where: str) -> Table:
    if isinstance(given, Mapping):
        arrays = {str(name): value for name, value in given.items()}
    elif isinstance(given, np.ndarray) and given.dtype.names:
        arrays = {name: given[name] for name in given.dtype.names}
    elif isinstance(given, np.ndarray):
        arrays = {"column": given}
    elif hasattr(given, "column_names"):  # Arrow
        arrays = {str(name): given.column(name).to_numpy() for name in given.column_names}
    elif hasattr(given, "columns") and hasattr(given, "__getitem__"):
        arrays = {str(name): given[name].to_numpy() for name in given.columns}
    else:
        raise WrongValue(
            f"a log is a path, a dict of arrays or a data frame; got {type(given).__name__}: "
            "read_log('log.csv', robot) or read_log({'t': t, 'q': q, 'tau': tau}, robot)"
        )
    try:
        return table_of(arrays, where)
    except DalembertError:
        raise
    except (ValueError, TypeError) as error:
        raise WrongValue(f"{where}: a column is no plain array of numbers ({error})") from None


LARGEST_FILE = 4 << 30  # bytes

_READERS: dict[str, Callable[[Path, str], Table]] = {
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


def read_columns(source: Any, topic: str | None = None) -> tuple[Table, str]:
    """The columns of a log, and what to call it."""
    if not isinstance(source, (str, os.PathLike)):
        return read_frame(source, "the data given"), "data"
    path = Path(os.fspath(source))
    where = f"'{shown(path, 200)}'"
    try:
        if not path.exists():
            raise BadFile(f"there is no file {where}")
        if path.is_dir() and not (path / "metadata.yaml").exists():
            raise BadFile(f"{where} is a folder; a ROS 2 bag is one with a file metadata.yaml, other logs are files")
        size = sum(x.stat().st_size for x in path.iterdir()) if path.is_dir() else path.stat().st_size
        if not path.is_dir() and not path.is_file():
            raise BadFile(f"{where} is not a regular file")
        if size > LARGEST_FILE:
            raise BadFile(f"{where} has {size >> 20} MB; at most {LARGEST_FILE >> 20} are read")
        if size == 0:
            raise BadFile(f"{where} is empty")
        suffix = path.suffix.lower()
        if path.is_dir() or suffix in _BAGS:
            return read_bag(path, where, topic), path.name
        reader = _READERS.get(suffix)
        if reader is None:
            known = ", ".join([*_READERS, *_BAGS])
            raise BadFile(
                f"{where} has the suffix '{shown(suffix)}'; logs are read from {known}, or a folder with a ROS 2 bag"
            )
        return reader(path, where), path.name
    except DalembertError:
        raise
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot read {where}: {getattr(error, 'strerror', None) or shown(error)}") from None
