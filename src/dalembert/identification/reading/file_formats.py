"""Read a log in any supported format as a table of named columns of equal length.

The format is determined by the file suffix or the data type:

NumPy     .npz archives and .npy arrays, without pickles
HDF5      every numeric dataset by its path; links to other files are not followed
MATLAB    v4 to v7 through SciPy, v7.3 as HDF5; fields of structures by their path
Parquet   columns of numbers, times, and lists of equal length
ROS 2     SQLite or MCAP bags: the sensor_msgs/JointState messages of one topic, joint by joint. Messages are decoded with the
          published definition, never with that in the file. The time is the header stamp, or the time of receipt if the
          stamp is empty
memory    a dict of arrays, a pandas or Polars frame, an Arrow table, a structured array
text      CSV and similar formats. The separator splits every line into the same number of cells. A decimal comma is
          recognised if the separator is not a comma. Comment lines (#, %, //) are skipped. The last comment can contain
          the column names. A line of units can follow the names

An (N, k) matrix named q becomes the columns q[0] to q[k-1]. A single number is read as a constant. Optional packages
are imported only when a file requires them.
"""

from __future__ import annotations

import csv
import os
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from dalembert import finding
from dalembert.argument import at_most, known, optional
from dalembert.errors import DalembertError, shown
from dalembert.finding import log as findings
from dalembert.finding.finding import Argument, Column, External, FileName, Noun, Pass, Source, given
from dalembert.identification.filtering import Array, Notes
from dalembert.identification.reading.units import TIME_UNITS

MOST_NUMBERS = 150_000_000  # 1.2 GB, for example ten minutes of 40 channels at 5 kHz
MOST_COLUMNS = 10_000
LARGEST_FILE = 4 << 30  # bytes
_BAGS = (".db3", ".mcap")


@dataclass(frozen=True)
class ColumnTable:
    """Columns of a file by name, with units (if known), constants, and notes from the reader."""

    columns: Mapping[str, Array]
    units: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[finding.LogNote, ...] = ()

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()))) if self.columns else 0


def read_columns(source: Any, topic: str | None = None) -> tuple[ColumnTable, FileName]:
    """Read the columns in a log. Return the columns and the name of the file."""
    if not isinstance(source, (str, os.PathLike)):
        return table_of(_in_memory(source), FileName("data")), FileName("data")
    path = Path(os.fspath(source))
    file, folder = FileName(given(path, 200)), path.is_dir()
    if (reason := _unreadable(path)) is not None:
        raise finding.Unreadable(file, reason).error()
    size = sum(x.stat().st_size for x in path.iterdir()) if folder else path.stat().st_size
    at_most(size, LARGEST_FILE, "bytes")
    usable(size, file, "empty file")
    reader = _READERS[known(".db3" if folder else path.suffix.lower(), _READERS, "file suffix")]
    options = {"topic": topic} if reader is read_bag else {}
    try:
        return reader(path, file, **options), FileName(path.name)
    except DalembertError:
        raise
    except Exception as error:  # readers raise many types of errors for damaged files
        quoted = External(f"{type(error).__name__}: {given(error, 120)}")
        raise findings.UnusableFile(file, Noun("damaged"), quoted).error() from None


def _unreadable(path: Path) -> Noun | External | None:
    """Return the reason why a file cannot be read, or None."""
    try:
        if not path.exists():
            return Noun("missing file")
        if path.is_dir():
            return None if (path / "metadata.yaml").exists() else Noun("not a bag")
        if not path.is_file():
            return Noun("not regular")
        path.open("rb").close()
    except OSError as error:
        return External(str(error.strerror))
    return None


def usable(good: object, file: FileName, reason: str, detail: Source | External | None = None) -> None:
    """Raise an error if a file does not contain a table of samples."""
    if not good:
        raise findings.UnusableFile(file, Noun(reason), detail).error()


def column(name: str) -> Column:
    """Format the name of a column for messages."""
    return Column(shown(name))


_package = partial(optional, function="read_log", extra="dalembert[data]")


def table_of(arrays: Mapping[str, Any], file: FileName, units: Mapping[str, str] | None = None) -> ColumnTable:
    """Convert arrays of any shape to columns.

    Arrays whose number of samples differs from the others are dropped.
    """
    found: dict[str, Array] = {}
    constants: dict[str, float] = {}
    dropped: dict[str, list[Column]] = {}
    for name, one in arrays.items():
        value = _numbers(one)
        if value is None:
            dropped.setdefault("without numbers", []).append(column(name))
        elif value.size == 1:
            constants[name] = value.item()
        else:
            found[name] = value.squeeze()
    usable(found, file, "no numeric columns")
    votes = Counter(max(value.shape) for value in found.values())
    rows = max(votes, key=lambda n: (votes[n], n))  # most frequent number of samples
    columns: dict[str, Array] = {}
    for name, value in found.items():
        if rows not in value.shape or value.ndim > 2:
            dropped.setdefault("other length", []).append(column(name))
            continue
        value = value.reshape(rows, -1) if value.shape[0] == rows else value.T
        if value.shape[1] == 1:
            columns[name] = value[:, 0]
        else:
            columns |= {f"{name}[{k}]": value[:, k] for k in range(value.shape[1])}
    at_most(len(columns), MOST_COLUMNS, "columns")
    notes = tuple(findings.ColumnsDropped(tuple(x), Noun(reason)) for reason, x in dropped.items())
    return ColumnTable(columns, units or {}, constants, notes)


def _numbers(values: Any) -> Array | None:
    """Convert an array to floats, with times in seconds. Return None if the array is not numeric."""
    try:
        value = np.asarray(values)
        if value.dtype.kind == "O":
            value = np.array(value.tolist())  # lists of equal length become a matrix
    except ValueError:  # lists of different lengths
        return None
    if value.dtype.kind in "Mm":
        kind = "datetime64[ns]" if value.dtype.kind == "M" else "timedelta64[ns]"
        return np.asarray(value.astype(kind).astype(np.int64) * TIME_UNITS["ns"], float)
    if value.dtype.kind not in "biuf" or value.size == 0:
        return None
    at_most(value.size, MOST_NUMBERS, "numbers")
    return np.asarray(value, float)


def _in_memory(data: Any) -> dict[str, Any]:
    """Return the columns of a mapping, array or data frame."""
    if isinstance(data, Mapping):
        return {str(name): value for name, value in data.items()}
    if isinstance(data, np.ndarray):
        return {name: data[name] for name in data.dtype.names} if data.dtype.names else {"column": data}
    names = data.column_names if hasattr(data, "column_names") else getattr(data, "columns", None)  # Arrow, pandas
    if names is not None and hasattr(data, "__getitem__"):
        return {str(name): data[name].to_numpy() for name in names}
    raise finding.WrongType(Argument("path"), Noun("sample table"), given(type(data).__name__)).error()


def read_npz(path: Path, file: FileName) -> ColumnTable:
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            at_most(sum(x.file_size for x in archive.infolist()), 8 * MOST_NUMBERS, "bytes")
    return table_of(_in_memory(np.load(path, allow_pickle=False)), file)


_MOST_OBJECTS = 20_000


def read_hdf5(path: Path, file: FileName) -> ColumnTable:
    h5py = _package("h5py")
    arrays: dict[str, Any] = {}
    units: dict[str, str] = {}

    def visit(name: str, item: Any) -> None:
        """Store a numeric dataset in `arrays`. Names that begin with # are internal MATLAB tables and are skipped."""
        numeric = isinstance(item, h5py.Dataset) and item.dtype.kind in "biuf" and item.shape is not None
        if not numeric or name.startswith("#") or len(arrays) > _MOST_OBJECTS or item.is_virtual or item.external:
            return
        at_most(item.size, MOST_NUMBERS, "numbers")
        place = name.replace("/", ".")
        arrays[place] = item[()]
        unit = item.attrs.get("units", item.attrs.get("unit"))
        if isinstance(unit, (str, bytes)):
            units[place] = unit.decode(errors="replace") if isinstance(unit, bytes) else unit

    with h5py.File(path, "r") as opened:
        opened.visititems(visit)  # links are not followed
    return table_of(arrays, file, units)


_DEEPEST_STRUCTURE = 6
_HDF5 = b"\x89HDF"


def read_mat(path: Path, file: FileName) -> ColumnTable:
    with path.open("rb") as opened:
        head = opened.read(128)
        if b"MATLAB 7.3" in head or head.startswith(_HDF5):
            return read_hdf5(path, file)
    from scipy.io import loadmat, whosmat

    at_most(sum(int(np.prod(shape)) for _, shape, _ in whosmat(path)), MOST_NUMBERS, "numbers")
    loaded = loadmat(path, squeeze_me=True, struct_as_record=True, simplify_cells=True)
    found: dict[str, Any] = {}
    _flatten({k: v for k, v in loaded.items() if not k.startswith("__")}, "", found, 0)
    return table_of(found, file)


def _flatten(given: dict[str, Any], above: str, found: dict[str, Any], depth: int) -> None:
    """Flatten nested structures into arrays. Each array is named after the path of its field."""
    for name, value in given.items():
        if isinstance(value, dict):
            if depth < _DEEPEST_STRUCTURE:
                _flatten(value, f"{above}{name}.", found, depth + 1)
        else:
            found[f"{above}{name}"] = value


def read_parquet(path: Path, file: FileName) -> ColumnTable:
    parquet = _package("pyarrow.parquet")
    with parquet.ParquetFile(path) as opened:
        about = opened.metadata
        at_most(about.num_rows * about.num_columns, MOST_NUMBERS, "numbers")
        size = sum(about.row_group(k).total_byte_size for k in range(about.num_row_groups))
        at_most(size, 8 * MOST_NUMBERS, "bytes")
        return table_of(_in_memory(opened.read()), file)


_KIND = "sensor_msgs/msg/JointState"
_FIELDS = ("position", "velocity", "effort")
_ESTABLISHED = "joint_states"
_NS = TIME_UNITS["ns"]


def read_bag(path: Path, file: FileName, topic: str | None = None) -> ColumnTable:
    rosbag2, typesys = _package("rosbags.rosbag2"), _package("rosbags.typesys")
    types = typesys.get_typestore(typesys.Stores.ROS2_HUMBLE)
    with rosbag2.Reader(path) as bag:
        chosen = _topic(bag, file, topic)
        at_most(sum(x.msgcount for x in chosen), MOST_NUMBERS // 20, "messages")
        messages = [(stamp, types.deserialize_cdr(raw, _KIND)) for _, stamp, raw in bag.messages(chosen)]
    usable(messages, file, "no messages", External(chosen[0].topic))
    return _joint_states(messages)


def _topic(bag: Any, file: FileName, topic: str | None) -> list[Any]:
    """Return the connections of the topic that contains joint states."""
    found = [x for x in bag.connections if x.msgtype == _KIND]
    topics = sorted({x.topic for x in found})
    others = External(", ".join(f"{x.topic} ({x.msgtype})" for x in bag.connections[:8]))
    usable(topics, file, "no joint states", others or None)
    if topic is not None:
        known(topic, topics, "topic", owner="file", owner_name=file, argument="topic")
        return [x for x in found if x.topic == topic]
    usual = topics if len(topics) == 1 else [x for x in topics if x.rpartition("/")[2] == _ESTABLISHED]
    if len(usual) != 1:
        each = tuple((column(x),) for x in topics)
        raise findings.Ambiguous(Noun("topics"), file, each, Pass(Argument("topic"))).error()
    return [x for x in found if x.topic == usual[0]]


def _joint_states(messages: list[tuple[int, Any]]) -> ColumnTable:
    """Convert messages to one column for each joint and field.

    If several nodes publish a topic, the publisher with the most joints is used.
    """
    notes: Notes = []
    groups = Counter(tuple(m.name) for _, m in messages)
    names = max(groups, key=lambda x: (len(x), groups[x]))
    order = {x: [x.index(name) for name in names] for x in groups if sorted(x) == sorted(names)}
    kept = [(stamp, m) for stamp, m in messages if tuple(m.name) in order]
    if len(kept) < len(messages):
        notes.append(findings.OtherMessages(len(messages) - len(kept)))
    stamps = [m.header.stamp for _, m in kept]
    t = np.array([(x.sec - stamps[0].sec) + _NS * x.nanosec for x in stamps])
    if any(x.sec == 0 and x.nanosec == 0 for x in stamps):
        notes.append(findings.Remark(Noun("time of receipt")))
        t = np.array([_NS * (stamp - kept[0][0]) for stamp, _ in kept])
    columns: dict[str, Array] = {"time": t}
    for quantity in _FIELDS:
        values = np.full((len(kept), len(names)), np.nan)
        for k, (_, m) in enumerate(kept):
            own = getattr(m, quantity)
            if len(own) == len(names):
                values[k] = own[order[tuple(m.name)]]
        if not np.isnan(values).all():
            columns |= {f"{x}/{quantity}": values[:, j] for j, x in enumerate(names)}
    return ColumnTable(columns, {}, {}, tuple(notes))


_COMMENT = ("#", "%", "//")
_SEPARATORS = ("\t", ";", "|", ",", None)  # in order of preference, because commas can be decimal commas; None: blanks
_LOOK = 1 << 18  # number of characters from which the layout is determined
_DECIMAL_COMMA = re.compile(r"^\s*[-+]?\d+,\d+(e[-+]?\d+)?\s*$", re.I)


@dataclass(frozen=True)
class TextLayout:
    """Layout of a text table: separator, decimal comma, names, units, the first line of numbers, and the numeric cells."""

    separator: str | None
    comma: bool
    names: tuple[str, ...]
    units: dict[str, str]
    begin: int
    numeric: tuple[int, ...]


def read_text(path: Path, file: FileName) -> ColumnTable:
    """Read a text table, and return the numeric columns by name."""
    with path.open("rb") as opened:
        coding = _coding(opened.read(_LOOK), file)
    with path.open(encoding=coding, errors="replace") as opened_text:
        how = _layout(opened_text.read(_LOOK), file)
    notes: Notes = []
    values = None if how.comma or coding == "utf-16" else _quick(path, how, coding)
    if values is None:
        values = _patient(path.read_text(coding, errors="replace"), how, notes)
    usable(len(values), file, "no numbers")
    columns = {name: values[:, k] for k, name in enumerate(how.names[j] for j in how.numeric)}
    lost = [name for name, x in columns.items() if np.isnan(x).all()]
    text = [how.names[j] for j in range(len(how.names)) if j not in how.numeric]
    for names, reason in ((lost, "without numbers"), (text, "words")):
        if names:
            notes.append(findings.ColumnsDropped(tuple(map(column, names)), Noun(reason)))
    return ColumnTable({x: y for x, y in columns.items() if x not in lost}, how.units, {}, tuple(notes))


def _coding(head: bytes, file: FileName) -> str:
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    usable(b"\0" not in head, file, "binary file")
    try:
        head[:-4].decode("utf-8")
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8-sig"


def _layout(text: str, file: FileName) -> TextLayout:
    lines = text.split("\n")
    if len(text) == _LOOK and len(lines) > 1:
        lines.pop()  # the last line is incomplete
    kept = [k for k, x in enumerate(lines) if x.strip() and not x.lstrip().startswith(_COMMENT)]
    usable(kept, file, "empty file")
    looked = [lines[k] for k in kept[:200]]
    separator = _separator(looked)
    comma = separator != "," and any(_DECIMAL_COMMA.match(c) for x in looked[-20:] for c in _cells(x, separator))
    read = ([_number(c, comma) for c in _cells(lines[k], separator)] for k in kept)
    first = next((n for n, row in enumerate(read) if 2 * row.count(None) <= len(row)), len(kept))
    usable(first < len(kept), file, "no numbers", Source(lines[kept[0]][:60]))
    top = kept[first]
    data = _cells(lines[top], separator)
    at_most(len(data), MOST_COLUMNS, "columns")
    numeric = tuple(
        j
        for j in range(len(data))
        if any(_number(c[j], comma) is not None for x in lines[top : top + 50] if len(c := _cells(x, separator)) > j)
    )
    names, units = _names(lines, kept[:first], top, separator, len(data))
    return TextLayout(separator, comma, names, units, top, numeric)


def _names(
    lines: Sequence[str], heads: Sequence[int], begin: int, separator: str | None, width: int
) -> tuple[tuple[str, ...], dict[str, str]]:
    """Find the column names above the numbers, and the units if a line of units follows the names."""
    rows = [c for k in heads if len(c := _cells(lines[k], separator)) == width]
    if not rows:
        sentence = [x.lstrip().lstrip("#%/").strip() for x in lines[:begin] if x.lstrip().startswith(_COMMENT)]
        rows = [c for x in sentence[-3:] if len(c := _cells(x, separator)) == width or len(c := x.split()) == width]
    if not rows:
        return tuple(f"column {j}" for j in range(width)), {}
    head, *below = ([cell.strip() for cell in row] for row in rows)
    names = tuple(x + " again" * head[:k].count(x) if x else f"column {k}" for k, x in enumerate(head))
    units = [cell.strip("[](){}<> ") for cell in below[0]] if below else []
    return names, {name: unit for name, unit in zip(names, units, strict=False) if unit}


def _separator(lines: Sequence[str]) -> str | None:
    """Find the separator that splits most lines into the same number of cells.

    Separators that produce more cells are preferred.
    """

    def agreement(separator: str | None) -> tuple[float, int]:
        counts = [len(_cells(x, separator)) for x in lines[-100:]]
        usual = max(set(counts), key=counts.count)
        return (round(counts.count(usual) / len(counts), 1) if usual > 1 else 0.0, usual)

    found = {separator: agreement(separator) for separator in _SEPARATORS}
    even = (separator for separator, (share, _) in found.items() if separator is not None and share >= 0.8)
    return next(even, max(found, key=found.__getitem__))


def _cells(line: str, separator: str | None) -> list[str]:
    if separator is None:
        return line.split()
    if '"' in line:
        return next(csv.reader([line], delimiter=separator, skipinitialspace=True))
    return line.split(separator)


def _number(cell: str, comma: bool) -> float | None:
    """Parse a cell as a number. A date with a time is converted to seconds."""
    cell = cell.strip()
    try:
        return float(cell.replace(",", ".") if comma else cell)
    except ValueError:
        pass
    try:
        return datetime.fromisoformat(cell).timestamp() if len(cell) >= len("2000-01-01T00:00:00") else None
    except ValueError:
        return None


def _quick(path: Path, how: TextLayout, coding: str) -> Array | None:
    """Read the whole file with `numpy.loadtxt`. Return None if a cell is not a number."""
    try:
        chosen: dict[str, Any] = {"usecols": how.numeric, "skiprows": how.begin, "ndmin": 2}
        return np.loadtxt(path, delimiter=how.separator, encoding=coding, quotechar='"', **chosen)
    except ValueError:
        return None


def _patient(text: str, how: TextLayout, notes: Notes) -> Array:
    """Read the file cell by cell.

    Cells without a number become nan. Lines with an unexpected number of cells are dropped.
    """
    rows: list[list[float]] = []
    odd = words = 0
    nan, width = float("nan"), len(how.names)
    for line in text.split("\n")[how.begin :]:
        if not line.strip() or line.lstrip().startswith(_COMMENT):
            continue
        cells = _cells(line, how.separator)
        if len(cells) != width:
            odd += 1
            continue
        row = [_number(cells[j], how.comma) for j in how.numeric]
        words += row.count(None)
        at_most(len(rows) * width, MOST_NUMBERS, "numbers")
        rows.append([nan if x is None else x for x in row])
    if odd:
        notes.append(findings.SamplesDropped(odd, Noun("other width")))
    if words:
        notes.append(findings.CellsMissing(words))
    return np.array(rows, float).reshape(len(rows), len(how.numeric))


_READERS: dict[str, Callable[..., ColumnTable]] = {
    **dict.fromkeys((".csv", ".txt", ".tsv", ".dat", ".log"), read_text),
    **dict.fromkeys((".npz", ".npy"), read_npz),
    ".mat": read_mat,
    **dict.fromkeys((".h5", ".hdf5", ".hdf"), read_hdf5),
    **dict.fromkeys((".parquet", ".pq"), read_parquet),
    **dict.fromkeys(_BAGS, read_bag),
}
