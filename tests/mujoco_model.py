"""A thin adapter to MuJoCo: M and the bias forces, coordinates in our order."""

import xml.etree.ElementTree as ET
from pathlib import Path

import mujoco
import numpy as np

import dalembert as da


def urdf_without_shapes(path: Path) -> str:
    """The file's text with shapes, mimics and meshes taken out: MuJoCo would look for the mesh files."""
    root = ET.parse(path).getroot()
    for link in root.iter("link"):
        for shape in [*link.findall("visual"), *link.findall("collision")]:
            link.remove(shape)
    for extra in root.findall("mujoco"):
        root.remove(extra)
    settings = ET.SubElement(ET.SubElement(root, "mujoco"), "compiler")
    settings.attrib.update(fusestatic="false", inertiafromgeom="false", boundmass="0", boundinertia="0")
    return ET.tostring(root, encoding="unicode")


class Oracle:
    """MuJoCo's model; `limits` and contacts play no part in M and the bias."""

    def __init__(self, text: str, robot: da.Robot) -> None:
        self.model = mujoco.MjModel.from_xml_string(text)
        self.data = mujoco.MjData(self.model)
        joints = [self.model.joint(name) for name in robot.coordinates]
        self.position = [int(j.qposadr[0]) for j in joints]
        self.velocity = [int(j.dofadr[0]) for j in joints]

    def _set(self, q, qd):
        self.data.qpos[self.position] = q
        self.data.qvel[self.velocity] = qd
        mujoco.mj_forward(self.model, self.data)

    def mass_matrix(self, q):
        """Armature included."""
        self._set(q, np.zeros_like(q))
        columns = []
        for k in range(self.model.nv):
            unit, column = np.eye(self.model.nv)[k], np.zeros(self.model.nv)
            mujoco.mj_mulM(self.model, self.data, column, unit)
            columns.append(column)
        return np.array(columns)[np.ix_(self.velocity, self.velocity)]

    def bias(self, q, qd):
        """c + g."""
        self._set(q, qd)
        return np.array(self.data.qfrc_bias)[self.velocity]

    def passive(self, q, qd):
        """Viscous friction of the joints, as a force."""
        self._set(q, qd)
        return np.array(self.data.qfrc_passive)[self.velocity]

    def pose(self, q, body):
        self._set(q, np.zeros_like(q))
        T = np.eye(4)
        T[:3, 3] = self.data.body(body).xpos
        T[:3, :3] = self.data.body(body).xmat.reshape(3, 3)
        return T
