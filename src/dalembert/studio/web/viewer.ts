/** The robot in three dimensions, drawn only when something changed. */

import {
    BackSide, Color, Group, Mesh, MeshBasicMaterial, MeshStandardMaterial, Quaternion, Scene, Vector2, Vector3, type BufferGeometry, type Object3D, type Sprite, type WebGLRenderer,
} from "three";

import { renderer } from "./canvas";
import { emptied, Ghosts, place } from "./ghost";
import { Labels } from "./label";
import type { Lamp, Lit } from "./light";
import { AxisMark, Bubble, centres, Cloud, disc, ellipsoid, Force, Trail, triad } from "./marks";
import { Orbit } from "./orbit";
import type { Shape, Solid } from "./payload";
import { Pins, type Pin } from "./pin";
import { Pointing, type Part } from "./pointing";
import { Scenery } from "./scenery";
import { geometry, merged, vector } from "./solid";
import type { Layer, Options, Stage } from "./stage";

const UP = new Vector3(0, 1, 0);
const EDGE = 0.0028; // width of edges, of the reach
const LOW = 420, CHIPS = 66; // pixels: a stage so low is seen below a row of chips and a note

type Painted = Part & { mesh: Mesh<BufferGeometry, MeshStandardMaterial>; skin?: boolean };

export class Viewer implements Stage {
    readonly kind = "webgl";
    onDrag: Stage["onDrag"] = null; plane: Stage["plane"] = null;
    private renderer: WebGLRenderer;
    private scene = new Scene();
    private world = new Group();
    private frames: Group[] = [];
    private parts: Painted[] = [];
    private orbit: Orbit;
    private scenery: Scenery;
    private labels: Labels;
    private marked: Pins;
    private axis: AxisMark;
    private path = new Trail();
    private arrow = new Force();
    private weight = new Force(); // direction of gravity, shown while gravity is lit
    private reached = new Cloud();
    private swift = new Bubble();
    private spirits = new Ghosts();
    private layers: Record<Layer, Object3D[]> = { axes: [], centres: [], frames: [], inertia: [], meshes: [], pins: [] };
    private dressed = true; // with the shapes of its file, if there are any
    private poses: Float64Array = new Float64Array();
    private pending = 0; private begun = false;
    private size = new Vector2();
    private watcher: ResizeObserver;
    private dark = false;
    private below = 0;
    private above: number;
    private pushed: [number, number, number] | null = null;
    private readonly low: boolean;
    private gone = false;
    private ended = new AbortController(); // ends the canvas listeners, because browsers keep the canvas for a while
    private start: Vector3 | null = null; // where a floating base was first

    constructor(private element: HTMLElement, private robot: Shape, private lamp: Lamp, options: Options) {
        this.low = options.quality === "low";
        this.renderer = renderer(this.low);
        const canvas = this.renderer.domElement;
        element.prepend(canvas);
        this.orbit = new Orbit(canvas, () => this.draw(), this.ended.signal);
        this.scenery = new Scenery(this.scene, robot.reach, !this.low, 1024);
        this.scenery.aim(robot.reach);
        this.labels = new Labels(element, robot, lamp);
        this.marked = new Pins(element, robot, lamp);
        this.axis = new AxisMark(robot.reach);
        this.world.quaternion.copy(new Quaternion().setFromUnitVectors(vector(robot.up).normalize(), UP));
        this.world.add(this.path.line, this.arrow.arrow, this.weight.arrow, this.spirits.group, this.reached.points, this.swift.mesh);
        this.scene.add(this.world);
        this.edge.onBeforeCompile = (x) => {
            x.vertexShader = x.vertexShader.replace("#include <begin_vertex>", `#include <begin_vertex>\n\ttransformed += ${(EDGE * robot.reach).toFixed(6)} * normal / max(length(normal), 1e-6);`);
        };
        this.build();
        lamp.listen((l) => this.light(l));
        new Pointing({ canvas, world: this.world, parts: () => this.parts.filter((x) => x.mesh.visible), tool: () => this.tool, drag: () => this.onDrag, plane: () => this.plane?.() ?? null }, this.orbit, lamp, this.ended.signal);
        canvas.addEventListener("webglcontextrestored", () => { this.renderer.shadowMap.needsUpdate = true; this.draw(); }, { signal: this.ended.signal });
        this.watcher = new ResizeObserver(() => this.resize());
        this.watcher.observe(element);
        this.below = options.inset ?? 0;
        this.above = options.top ?? 0;
        this.theme(options.dark ?? false);
        this.resize();
        this.frame();
    }

    /** One group per body, its pieces merged by colour; collars stay separate because they are lit alone. */
    private build(): void {
        const { robot } = this;
        for (let i = -1; i < robot.bodies.length; i++) {
            const group = new Group();
            group.matrixAutoUpdate = i < 0;
            this.frames.push(group);
            this.world.add(group);
            const own = robot.solids.filter((x) => x.body === i);
            for (const paint of ["ceramic", "base", "rod"] as const) {
                const pieces = own.filter((x) => x.paint === paint);
                if (pieces.length) this.add(group, merged(pieces.map((x) => geometry(x, robot.reach))), paint, i);
            }
            for (const x of own.filter((y) => y.paint === "joint")) this.add(group, geometry(x, robot.reach), "joint", i, x.coordinate);
        }
        const marks = centres(robot.bodies);
        robot.bodies.forEach((body, i) => {
            const axes = triad(0.12 * robot.reach), blob = ellipsoid(body), hidden = blob ? [axes, blob] : [axes];
            for (const x of hidden) x.visible = false;
            this.frames[i + 1]!.add(marks[i]!, ...hidden);
            this.layers.centres.push(marks[i]!);
            this.layers.frames.push(axes);
            if (blob) this.layers.inertia.push(blob);
        });
    }

    skin(solids: Solid[]): void {
        for (const body of new Set(solids.map((x) => x.body))) {
            const pieces = solids.filter((x) => x.body === body).map((x) => geometry(x, this.robot.reach));
            this.add(this.frames[body + 1]!, merged(pieces), "ceramic", body);
            this.parts.at(-1)!.skin = true;
        }
        this.theme(this.dark);
        this.layer("meshes", this.dressed);
    }

    pins(list: Pin[]): void {
        this.marked.show(list);
        this.draw();
    }

    /** A thin dark edge, by which light parts stand out from a light background. */
    private edge = new MeshBasicMaterial({ side: BackSide });

    private add(group: Group, shape: BufferGeometry, paint: string, body: number, coordinate?: number): void {
        const material = new MeshStandardMaterial({ roughness: paint === "base" ? 0.55 : 0.42, metalness: 0 });
        const mesh = new Mesh<BufferGeometry, MeshStandardMaterial>(shape, material);
        mesh.castShadow = mesh.receiveShadow = true;
        if (!this.low) {
            const edge = new Mesh(shape, this.edge);
            edge.raycast = () => {};
            mesh.add(edge);
        }
        group.add(mesh);
        this.parts.push({ mesh, body, coordinate, paint });
    }

    pose(poses: Float64Array): void {
        this.poses = poses;
        this.renderer.shadowMap.needsUpdate = true;
        this.robot.bodies.forEach((_, i) => place(this.frames[i + 1]!, poses, 12 * i));
        this.follow();
        this.aim();
        this.draw();
    }

    /** A floating robot stays in the middle of the picture; below the floor there is none. */
    private follow(): void {
        const base = this.robot.coordinates.filter((x) => x.floating).at(-1)?.body;
        if (base === undefined || this.robot.coordinates.some((x) => !x.floating && this.robot.bodies[x.body]!.parent < 0)) return;
        const p = this.poses, at = 12 * base, here = new Vector3(p[at + 3], p[at + 7], p[at + 11]).applyQuaternion(this.world.quaternion);
        this.start ??= here.clone();
        this.scenery.floor.visible = here.y > this.robot.floor - 0.2 * this.robot.reach;
        this.orbit.moveTo(here.sub(this.start));
    }

    /** Where the tool is, in the robot's world. */
    private get tool(): Vector3 {
        const at = 12 * this.robot.bodies.length, p = this.poses;
        return new Vector3(p[at + 3], p[at + 7], p[at + 11]);
    }

    private aim(): void {
        const { coordinate: k } = this.lamp.lit;
        const x = k === undefined ? null : this.robot.coordinates[k]!;
        this.axis.show(x, new Color(this.dark ? 0xffc233 : 0xffb000));
        if (x) this.frames[x.body + 1]!.add(this.axis.group);
        if (this.pushed) this.force(this.pushed);
    }

    private light(l: Lit): void {
        const amber = new Color(this.dark ? 0xffc233 : 0xffb000);
        for (const x of this.parts) {
            const on = l.coordinate !== undefined ? x.coordinate === l.coordinate : l.body !== undefined && x.body === l.body && x.paint !== "joint";
            x.mesh.material.emissive.copy(on ? amber : new Color(0));
            x.mesh.material.emissiveIntensity = on ? (x.coordinate === undefined ? 0.42 : 0.9) : 0;
        }
        const down = vector(this.robot.up).normalize().negate(), from = vector(this.robot.middle).addScaledVector(down, -0.25 * this.robot.reach);
        this.weight.show(l.kind === "gravity" ? from : null, down, 0.5 * this.robot.reach, amber);
        this.aim();
        this.draw();
    }

    theme(dark: boolean): void {
        this.dark = dark;
        const style = getComputedStyle(this.element);
        const paints: Record<string, string> = { ceramic: dark ? "#C9CED6" : "#F6F5F3", base: dark ? "#646E7C" : "#59606B", rod: dark ? "#8A929D" : "#AEB4BC" };
        for (const x of this.parts) {
            const joint = x.coordinate === undefined ? "" : style.getPropertyValue(`--joint${(x.coordinate % 6) + 1}`).trim();
            x.mesh.material.color.set(paints[x.paint] ?? (joint || "#6F42CB"));
        }
        const mark = disc(dark);
        for (const x of this.layers.centres) (x as Sprite).material = mark;
        this.edge.color.set(dark ? "#7A828D" : "#8D8A83");
        this.scenery.theme(dark);
        this.light(this.lamp.lit);
    }

    layer(name: Layer, on: boolean): void {
        for (const x of this.layers[name]) x.visible = on;
        if (name === "axes") this.labels.visible(on);
        if (name === "pins") this.marked.visible(on);
        if (name === "meshes") {
            this.dressed = on;
            const own = new Set(this.parts.filter((x) => x.skin).map((x) => x.body));
            for (const x of this.parts) x.mesh.visible = x.skin ? on : !on || x.paint === "base" || !own.has(x.body);
            this.renderer.shadowMap.needsUpdate = true;
        }
        this.draw();
    }

    ghosts(list: Float64Array[]): void {
        this.spirits.show(list, this.parts.filter((x) => !x.skin), this.dark);
        this.draw();
    }

    trail(points: number[]): void {
        this.path.show(points, new Color(this.dark ? 0x47c0f9 : 0x1b5fcc));
        this.draw();
    }

    force(f: [number, number, number] | null): void {
        this.pushed = f;
        this.arrow.show(f ? this.tool : null, new Vector3(...(f ?? [0, 0, 0])), 0.004 * this.robot.reach, new Color(this.dark ? 0x9ea8b3 : 0x394049));
        this.draw();
    }

    cloud(points: number[]): void {
        this.reached.show(points, new Color(this.dark ? 0x47c0f9 : 0x1b5fcc), this.robot.reach);
        this.draw();
    }

    bubble(halves: number[] | null): void {
        this.swift.show(halves, this.poses.length ? this.tool : null);
        this.draw();
    }

    frame(): void {
        const turn = this.world.quaternion, { robot } = this;
        const middle = vector(robot.middle).applyQuaternion(turn), from = vector(robot.view).applyQuaternion(turn);
        this.scenery.stand(robot.floor, middle);
        const foot = (x: Solid) => [x.from, x.to].some((p) => vector(p).applyQuaternion(turn).y < robot.floor + 0.02 * robot.reach);
        const close = this.size.y < LOW && robot.solids.some((x) => x.body < 0 && foot(x)); // a small picture shows the arm; the foot of its column is cut off
        if (close) middle.y += 0.27 * robot.radius;
        this.orbit.frame(middle, (close ? 0.72 : 1) * robot.radius, from);
    }

    get view(): number[] { return this.orbit.state; }
    set view(x: number[]) { this.orbit.state = x; }
    get inset(): number { return this.below; }

    set inset(x: number) {
        this.below = x;
        this.resize();
    }

    private resize(): void {
        const { clientWidth: w, clientHeight: h } = this.element;
        if (!w || !h) return;
        if (w !== this.size.x || h !== this.size.y) this.renderer.setSize(w, h); // which empties the canvas
        this.size.set(w, h);
        const above = h < LOW ? CHIPS : this.above, seen = Math.max(0.4 * h, h - above - this.below);
        const first = this.orbit.camera.aspect === 1;
        this.orbit.camera.aspect = w / seen;
        this.orbit.camera.setViewOffset(w, seen, 0, -above, w, h);
        if (first) this.frame();
        this.orbit.place();
    }

    draw(): void {
        if (!this.gone) this.pending ||= requestAnimationFrame(() => this.paint());
    }

    private paint(): void {
        this.pending = 0;
        this.render(!this.begun);
        for (const x of [this.labels, this.marked]) x.place(this.poses, this.world, this.orbit.camera, this.element.clientWidth, this.element.clientHeight);
        this.element.dataset.drawn = String(Number(this.element.dataset.drawn ?? 0) + 1);
        if (!this.begun) this.draw();
        this.begun = true;
    }

    /** Draw the robot first; floor and shadow are compiled afterwards. */
    private render(alone = false): void {
        const { shadowMap } = this.renderer, stale = shadowMap.needsUpdate;
        this.scenery.show(!alone);
        shadowMap.needsUpdate = stale && !alone;
        this.renderer.render(this.scene, this.orbit.camera);
        shadowMap.needsUpdate = stale && alone;
    }

    async picture(): Promise<Blob | null> {
        this.render();
        return new Promise((done) => this.renderer.domElement.toBlob(done));
    }

    dispose(): void {
        this.gone = true;
        this.ended.abort();
        cancelAnimationFrame(this.pending);
        this.watcher.disconnect();
        this.labels.dispose();
        this.marked.dispose();
        emptied(this.scene);
        this.renderer.dispose();
        this.renderer.forceContextLoss(); // browsers keep a few contexts, and warn when there are more
        this.renderer.domElement.remove();
    }
}
