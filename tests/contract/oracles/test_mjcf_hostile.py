"""300 MJCF files beside MuJoCo: what it refuses as misspelt, so do we; where both load, M and the efforts agree."""

import random
import re

import mujoco
import numpy as np
import pytest

import dalembert as da
from mujoco_model import Oracle
from tolerance import ANOTHER_LIBRARY

SEEDS = range(300)
MISSPELT = re.compile(r"Schema violation|unrecognized|repeated|keyword|unknown default class|required|unique")


class Writer:
    """A random mechanism, written with random features of the format."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.count = 0
        self.joints = []

    def maybe(self, text, share=0.5):
        return text if self.r.random() < share else ""

    def numbers(self, n, low=-1.0, high=1.0):
        return " ".join(f"{self.r.uniform(low, high):.4g}" for _ in range(n))

    def turned(self):
        forms = (f'quat="{self.numbers(4)}"', f'euler="{self.numbers(3, -40, 40)}"', f'axisangle="{self.numbers(4)}"',
                 f'zaxis="{self.numbers(3)}"', f'xyaxes="1 {self.numbers(2)} 0 1 {self.numbers(1)}"')  # fmt: skip
        return self.r.choice(("", *forms))

    def geom(self):
        size = self.numbers(3, 0.03, 0.3)
        kind = self.r.choice(("sphere", "box", "capsule", "cylinder", "ellipsoid"))
        weight = self.r.choice(("", f'mass="{self.numbers(1, 0.1, 3)}"', f'density="{self.numbers(1, 300, 900)}"'))
        rest = self.maybe('contype="0" rgba="1 0 0 1"') + self.maybe(' group="2"', 0.2)
        return f'<geom type="{kind}" size="{size}" pos="{self.numbers(3)}" {self.turned()} {weight} {rest}/>'

    def joint(self):
        self.count += 1
        name = f"j{self.count}"
        self.joints.append(name)
        kind = self.r.choice(("hinge", "hinge", "slide"))
        own = [
            f'ref="{self.numbers(1)}"', f'springref="{self.numbers(1)}"', f'stiffness="{self.numbers(1, 1, 5)}"',
            f'damping="{self.numbers(1, 0, 2)}"', f'armature="{self.numbers(1, 0, 0.3)}"', 'range="-1 2"', 'class="arm"',
            f'pos="{self.numbers(3)}"', 'margin="0.1"', 'user="1 2"', 'limited="false"', 'actuatorfrcrange="-3 3"',
        ]  # fmt: skip
        given = " ".join(self.r.sample(own, self.r.randrange(len(own))))
        return f'<joint name="{name}" type="{kind}" axis="{self.numbers(3)}" {given}/>'

    def body(self, depth):
        self.count += 1
        label = self.count
        inertial = f'<inertial pos="{self.numbers(3)}" mass="1.2" diaginertia="0.2 0.15 0.1" {self.turned()}/>'
        inside = [self.joint(), self.r.choice((inertial, self.geom(), self.geom() + self.geom()))]
        if self.r.random() < 0.3:
            inside.append(
                f'<frame pos="{self.numbers(3)}" {self.turned()}>{self.geom()}<site name="s{label}"/></frame>'
            )
        if depth:
            inside += [self.body(depth - 1) for _ in range(self.r.randrange(1, 3))]
        if self.r.random() < 0.2:
            inside.append(f'<camera name="c{label}" fovy="40"/>')
        lifted = self.maybe('gravcomp="0.4"', 0.3)
        attributes = f'name="b{label}" pos="{self.numbers(3)}" {self.turned()} {lifted}'
        return f"<body {attributes}>{''.join(inside)}</body>"

    def text(self):
        world = self.body(2)
        rotor, loss = 'armature="0.01"', 'damping="0.2"'
        motors = "".join(
            f'<motor joint="{name}" gear="{self.numbers(1, 1, 5)}" {self.maybe(rotor)} {self.maybe(loss)}/>'
            for name in self.r.sample(self.joints, min(2, len(self.joints)))
        )
        arms = "".join(f'<joint joint="{name}" coef="{self.numbers(1)}"/>' for name in self.joints[:2])
        tendon = f'<fixed name="t" stiffness="{self.numbers(1, 1, 9)}" {self.maybe(loss)}>{arms}</fixed>'
        flag = self.r.choice(("gravity", "spring", "damper", "contact"))
        flags = self.maybe(f'<flag {flag}="disable"/>', 0.3)
        compiler = f'angle="{self.r.choice(("degree", "radian"))}" '
        compiler += self.maybe('eulerseq="zyx" ') + self.maybe('settotalmass="9" ', 0.2)
        compiler += self.maybe('boundinertia="0.01" ', 0.2)
        first = self.joints[0]
        rest = [
            self.maybe(f"<tendon>{tendon}</tendon>"),
            self.maybe(f"<actuator>{motors}</actuator>"),
            self.maybe(f'<sensor><jointpos joint="{first}" noise="0"/></sensor>'),
            self.maybe(f'<equality><joint joint1="{first}" polycoef="0 1" active="false"/></equality>'),
            self.maybe('<contact><exclude body1="b1" body2="world"/></contact>', 0.3),
            self.maybe('<custom><numeric name="n" data="1 2"/></custom>', 0.3),
        ]
        return f"""<mujoco model="m"><compiler {compiler}/>
          <option gravity="{self.numbers(3, -9, 9)}" timestep="0.001">{flags}</option>
          <default><geom density="700"/><default class="arm"><joint damping="0.3" armature="0.02"/></default></default>
          <worldbody><geom type="plane" size="1 1 1"/>{world}</worldbody>
          {"".join(rest)}</mujoco>"""

    def hostile(self, text):
        """The file with one mistake in it."""
        names = list(re.finditer(r"(?<=[\s])([a-z0-9]+)(?==\")", text))
        tags = list(re.finditer(r"(?<=<)([a-z]+)(?=[\s>/][^<]*/>)", text))
        words = list(re.finditer(r'(?<==")([a-z]{4,})(?=")', text))
        kind = self.r.choice(("attribute", "attribute", "tag", "word", "moved", "twice", "inside"))
        if kind in ("attribute", "tag", "word"):
            found = self.r.choice({"attribute": names, "tag": tags, "word": words}[kind])
            return text[: found.start()] + self.spoilt(found[1]) + text[found.end() :]
        elements = list(re.finditer(r"<[a-z]+ [^<>]*/>", text))
        one, two = self.r.choice(elements), self.r.choice(elements)
        if kind == "moved":  # an attribute of one element in another
            given = self.r.choice(re.findall(r'[a-z0-9]+="[^"]*"', one[0]))
            return text[: two.end() - 2] + " " + given + text[two.end() - 2 :]
        if kind == "twice":
            return text[: one.end()] + one[0] + text[one.end() :]
        tag = re.match(r"<([a-z]+)", two[0])[1]
        return text[: two.end() - 2] + f">{one[0]}</{tag}>" + text[two.end() :]

    def spoilt(self, word):
        k = self.r.randrange(len(word))
        return self.r.choice(
            (word[:k] + word[k + 1 :], word[:k] + "q" + word[k:], word[:k] + word[k] + word[k:], word.title())
        )


def loaded(text):
    try:
        return mujoco.MjModel.from_xml_string(text), ""
    except ValueError as error:
        return None, str(error)


@pytest.mark.sampled(40)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_file_is_refused_as_by_mujoco_or_means_the_same(seed, tmp_path):
    writer = Writer(seed)
    text = writer.text()
    if seed % 3:
        text = writer.hostile(text)
    path = tmp_path / "m.xml"
    path.write_text(text)
    model, reason = loaded(text)
    if model is None:
        if MISSPELT.search(reason):
            assert da.diagnose(path).errors, (reason, text)
        return
    if da.diagnose(path).errors:
        assert seed % 3, (da.diagnose(path).errors, text)
        return
    robot = da.load(path)
    oracle = Oracle(text, robot)
    rng = np.random.default_rng(seed)
    q, qd, qdd = rng.uniform(-1, 1, (3, robot.n))
    M = oracle.mass_matrix(q)
    bias, passive = oracle.bias(q, qd), oracle.passive(q, qd)
    expected = M @ qdd + bias - passive
    size = np.abs(M).max() + np.abs(bias).max() + np.abs(passive).max()
    assert np.abs(da.mass_matrix(robot, q) - M).max() < ANOTHER_LIBRARY * size
    assert np.abs(da.inverse_dynamics(robot, q, qd, qdd) - expected).max() < ANOTHER_LIBRARY * size
