"""MJCF models made of several files: `<include>` and `<attach>`.

    <include file="…"/>
    <model name="arm" file="arm.xml"/>  …  <attach model="arm" body="shoulder" prefix="left_"/>

An include is replaced by the children of the other file's root. The file is searched beside the main file first, then
beside the one that includes it. Only the main file's folder and those below, or folders the caller names, are read; a
file is included once, as in MuJoCo.

An attachment is a body, a named frame or, if neither is named, the whole world of the other model. It brings the default
classes and meshes it uses, and the tendons, equalities and actuators that refer to nothing else; its names get the
prefix. Its numbers are read under its own `<compiler>`. `<option>` is the outer model's, or the inner one's if
`conflict="merge"` and the outer model does not give it. A model may attach others, but not itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from os.path import isfile
from pathlib import Path

from dalembert.errors import shown
from dalembert.finding.finding import Argument as ArgumentName
from dalembert.finding.finding import FileName, Identifier, Noun, Pass
from dalembert.finding.model import FileLimit, Impossible, Inaccessible, Undefined
from dalembert.formats.finding import FindingLog
from dalembert.formats.mjcf.compiler import together
from dalembert.formats.xml import MOST_ELEMENTS, Element, content, parse, required, within

MOST_FILES = 200


def include(root: Element, main: Path, log: FindingLog, folders: tuple[Path, ...] = ()) -> None:
    """Put every included file in its place; each element keeps the file and line it came from."""
    allowed = (main.absolute().parent, *folders)
    read = {main.resolve()}
    total = sum(1 for _ in root.walk())
    stack: list[tuple[Element, Path]] = [(root, main)]
    while stack:
        element, file = stack.pop()
        pending = [(child, file) for child in reversed(element.children)]
        element.children = []
        while pending:
            child, where = pending.pop()
            if child.tag != "include":
                element.children.append(child)
                stack.append((child, where))
                continue
            path = _path(child, main, where, allowed, read, log)
            document = parse(content(path, log), shown(path, 200), log)
            total += sum(1 for _ in document.walk())
            if total > MOST_ELEMENTS or len(read) > MOST_FILES:
                log.stop(FileLimit(Noun("elements"), MOST_ELEMENTS, at=child.place))
            pending.extend((inner, path) for inner in reversed(document.children))


def _path(
    element: Element, main: Path, file: Path, allowed: tuple[Path, ...], read: set[Path], log: FindingLog
) -> Path:
    """The file an include means."""
    name = required(element, "file", log)
    if not name:
        log.stop(_outside(element, ""))
    candidates = [main.absolute().parent / name, file.absolute().parent / name]
    path = next((x for x in candidates if isfile(x)), candidates[0])
    if not within(path, allowed):
        log.stop(_outside(element, name))
    if path.resolve() in read:
        log.stop(Impossible(element.part, Noun("included twice"), Identifier(shown(name))))
    read.add(path.resolve())
    return path


def _outside(element: Element, name: str) -> Inaccessible:
    remedy = Pass(ArgumentName("packages"))
    reason = Noun("outside the folders that may be read")
    return Inaccessible(element.part, FileName(shown(name)), reason, remedy=remedy)


_CLASSES = ("class", "childclass")
# what names a part of the mechanism; other names (materials, textures) are of no matter here
PARTS = ("joint", "joint1", "joint2", "jointinparent", "body", "body1", "body2", "site", "site1", "site2", "geom",
          "sidesite", "cranksite", "slidersite", "refsite", "tendon", "tendon1", "tendon2")  # fmt: skip
_SECTIONS = ("tendon", "equality", "actuator")
_DEEPEST = 16  # models within models


@dataclass
class Inner(Element):
    """A frame with what was attached, whose numbers mean what `compiler` says; or a mesh that was found already."""

    compiler: Element | None = None


@dataclass
class Attacher:
    """Reads and attaches models, all within the folders that may be read."""

    log: FindingLog
    folders: tuple[Path, ...]  # besides the main file's own
    elements: int = 0
    files: int = 0
    above: list[Path] = field(default_factory=list)  # the files being read, the main one first

    def attach(self, root: Element, path: Path) -> None:
        """Include what a model includes, and put what it attaches in its place."""
        include(root, path, self.log, self.folders)
        self._count(root)
        self.above.append(path.absolute())
        models = self._models(root)
        known: dict[str, Element] = {}
        for parent in list(root.walk()):
            for k, child in enumerate(parent.children):
                if child.tag == "attach":
                    parent.children[k] = self._attached(child, root, models, known)
        self.above.pop()

    def _models(self, root: Element) -> dict[str, tuple[Path, Element | None]]:
        """The models of `<asset>` by name; one without a name has the one its own file gives."""
        found: dict[str, tuple[Path, Element | None]] = {}
        for section in root.all("asset"):
            for element in section.all("model"):
                path, name = self._path(element), element.get("name")
                inner = None if name else self._parsed(path, element)
                found[name or (inner.get("model") if inner else None) or path.stem] = path, inner
        return found

    def _attached(
        self,
        element: Element,
        outer: Element,
        models: dict[str, tuple[Path, Element | None]],
        known: dict[str, Element],
    ) -> Element:
        name, prefix = element.get("model"), element.get("prefix") or ""
        if name is not None and name not in known:
            if name not in models:
                known_models = tuple(map(Identifier, models))
                self.log.stop(Undefined(element.part, Noun("model"), Identifier(shown(name)), known_models))
            path, inner = models[name]
            known[name] = inner or self._parsed(path, element)
            self.attach(known[name], path)
            _found_meshes(known[name], path)
        own = name is None
        source = outer if name is None else known[name]
        renamed = _Renamed(prefix, ("name", *PARTS, *(() if own else ("mesh", *_CLASSES))))
        parts = [renamed.copy(x) for x in self._chosen(element, source)]
        sections = _sections(source, renamed, parts, own)
        for copied in (*parts, *sections):
            self._count(copied)
        outer.children += sections
        if own:
            return Element("frame", {}, element.place, parts)
        if together(outer, "compiler").get("conflict") == "merge":
            option = together(source, "option")
            outer.children.insert(0, Element("option", option.attributes, option.place, option.children))
        compiler = together(source, "compiler")
        return Inner("frame", {"childclass": f"{prefix}main"}, element.place, parts, compiler=compiler)

    def _chosen(self, element: Element, root: Element) -> list[Element]:
        """The body or frame that an attach names, or all that stands in the world."""
        worlds = list(root.all("worldbody"))
        for tag in ("body", "frame"):
            name = element.get(tag)
            if name is None:
                continue
            known = {x.get("name") or "": x for world in worlds for x in world.walk() if x.tag == tag}
            if name not in known:
                names = tuple(map(Identifier, known))
                self.log.stop(Undefined(element.part, Noun(tag), Identifier(shown(name)), names))
            return [known[name]]
        return [x for world in worlds for x in world.children]

    def _path(self, element: Element) -> Path:
        name = (element.get("file") or "").replace("\\", "/")
        path = self.above[-1].parent / name
        if not name or not within(path, (self.above[0].parent, *self.folders)):
            self.log.stop(_outside(element, name))
        return path

    def _parsed(self, path: Path, element: Element) -> Element:
        self.files += 1
        same = path.resolve() in [x.resolve() for x in self.above]
        if same or len(self.above) > _DEEPEST or self.files > MOST_FILES:
            self.log.stop(Impossible(element.part, Noun("attaches itself or too many models"), Identifier(path.name)))
        root = parse(content(path, self.log), shown(path, 200), self.log)
        if root.tag != "mujoco":
            self.log.stop(Inaccessible(element.part, FileName(shown(path.name)), Noun("not an MJCF file")))
        return root

    def _count(self, root: Element) -> None:
        self.elements += sum(1 for _ in root.walk())
        if self.elements > MOST_ELEMENTS:
            self.log.stop(FileLimit(Noun("elements"), MOST_ELEMENTS, at=root.place))


@dataclass(frozen=True)
class _Renamed:
    """Copies of elements with the prefix before the names they give and use."""

    prefix: str
    names: tuple[str, ...]

    def copy(self, element: Element, main: str = "") -> Element:
        """A copy with everything below; an element without a class gets `main` where that is given."""
        attributes = dict(element.attributes)
        for name in self.names:
            if attributes.get(name):
                attributes[name] = self.prefix + attributes[name]
        if main:
            attributes.setdefault("class", main)
        children = [self.copy(x) for x in element.children]
        if isinstance(element, Inner):
            return Inner(element.tag, attributes, element.place, children, element.text, compiler=element.compiler)
        return Element(element.tag, attributes, element.place, children, element.text)


def _found_meshes(root: Element, path: Path) -> None:
    """Give each mesh of a model its name and whole path, which the outer model's settings then leave alone."""
    compiler = together(root, "compiler")
    folder = path.absolute().parent / (compiler.get("meshdir") or compiler.get("assetdir") or "")
    for section in root.all("asset"):
        for k, mesh in enumerate(section.children):
            file = (mesh.get("file") or "").replace("\\", "/")
            if mesh.tag == "mesh" and file and not isinstance(mesh, Inner):
                inside = Path(file).name if compiler.get("strippath") == "true" else file
                attributes = {"name": Path(file).stem, **mesh.attributes, "file": str(folder / inside)}
                section.children[k] = Inner("mesh", attributes, mesh.place, mesh.children)


def _sections(source: Element, renamed: _Renamed, parts: list[Element], own: bool) -> list[Element]:
    """Classes, meshes, and what speaks of the attached parts alone."""
    there = {x.get("name") or "" for part in parts for x in part.walk()} | {f"{renamed.prefix}world"}
    main = "" if own else f"{renamed.prefix}main"
    found = [] if own else [Element("default", {"class": main}, source.place)]
    for section in source.children:
        copied = Element(section.tag, {}, section.place)
        if section.tag == "default" and not own:
            copied = renamed.copy(section)
            if section.get("class") in (None, "", "main"):
                copied.attributes["class"] = main
        elif section.tag == "asset" and not own:
            copied.children = [renamed.copy(x, main) for x in section.all("mesh")]
        elif section.tag in _SECTIONS:
            for element in section.children:
                copy = renamed.copy(element, main)
                if all(name in there for name in _references(copy)):
                    copied.children.append(copy)
                    there.add(copy.get("name") or "")
        if copied.children:
            found.append(copied)
    return found


def _references(element: Element) -> Iterable[str]:
    for x in element.walk():
        yield from (text for name in PARTS if (text := x.get(name)))
