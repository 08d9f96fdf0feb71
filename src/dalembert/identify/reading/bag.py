"""ROS 2 bags, SQLite or MCAP: the sensor_msgs/JointState messages of one topic, joint by joint.

Messages are decoded by the definition that ROS publishes, never by the one that comes in the file. The time is the
stamp in the header; where that is empty, the time at which the bag received the message.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from dalembert.errors import BadFile, UnknownName, did_you_mean, shown
from dalembert.identify.reading.extra import package
from dalembert.identify.reading.table import MOST_NUMBERS, Array, Table

_KIND = "sensor_msgs/msg/JointState"
_FIELDS = ("position", "velocity", "effort")
_ESTABLISHED = "joint_states"


def read(path: Path, where: str, topic: str | None = None) -> Table:
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
