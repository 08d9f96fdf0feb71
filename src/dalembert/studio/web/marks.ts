/** Marks over the robot: the lit axis with its arc, mass centres, frames, ellipsoids, trail, force. */

import {
    ArrowHelper, AxesHelper, BufferAttribute, BufferGeometry, CanvasTexture, Color, ConeGeometry, Group, Line, LineBasicMaterial,
    LineDashedMaterial, Matrix4, Mesh, MeshBasicMaterial, MeshStandardMaterial, Points, PointsMaterial, SphereGeometry, Sprite, SpriteMaterial,
    TorusGeometry, Vector3,
} from "three";

import type { Body, Coordinate } from "./payload";

/** Dashed axis with a head, and an arc about it (a slide has the axis alone). */
export class AxisMark {
    readonly group = new Group();
    private paint = new MeshBasicMaterial({ color: 0xffb000, transparent: true, opacity: 0.95 });
    private dashes = new LineDashedMaterial({ color: 0xffb000 });
    private arc: Mesh;

    constructor(reach: number) {
        const long = 0.2 * reach;
        const axis = new BufferGeometry().setFromPoints([new Vector3(0, 0, -long), new Vector3(0, 0, long)]);
        this.dashes.dashSize = 0.02 * reach;
        this.dashes.gapSize = 0.012 * reach;
        const line = new Line(axis, this.dashes);
        line.computeLineDistances();
        const head = new Mesh(new ConeGeometry(0.011 * reach, 0.032 * reach, 20).rotateX(Math.PI / 2), this.paint);
        head.position.z = long;
        this.arc = new Mesh(new TorusGeometry(0.085 * reach, 0.0032 * reach, 8, 60, 1.6 * Math.PI), this.paint);
        const tip = new Mesh(new ConeGeometry(0.011 * reach, 0.03 * reach, 20), this.paint);
        const end = 1.6 * Math.PI;
        tip.position.set(0.085 * reach * Math.cos(end), 0.085 * reach * Math.sin(end), 0);
        tip.rotation.z = end;
        this.arc.add(tip);
        this.group.add(line, head, this.arc);
        this.group.visible = false;
        this.group.renderOrder = 5;
    }

    show(x: Coordinate | null, colour: Color): void {
        this.group.visible = x !== null;
        this.arc.visible = x !== null && x.motion !== "slide";
        this.paint.color = colour;
        this.dashes.color = colour;
    }
}

/** A quartered disc. */
export function disc(dark: boolean): SpriteMaterial {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 64;
    const c = canvas.getContext("2d");
    if (c) {
        const [a, b] = dark ? ["#ECEDEF", "#14161A"] : ["#14161A", "#FFFFFF"];
        for (let k = 0; k < 4; k++) {
            c.beginPath();
            c.moveTo(32, 32);
            c.arc(32, 32, 29, k * Math.PI / 2, (k + 1) * Math.PI / 2);
            c.fillStyle = k % 2 ? b! : a!;
            c.fill();
        }
        c.beginPath();
        c.arc(32, 32, 29, 0, 7);
        c.lineWidth = 3;
        c.strokeStyle = dark ? "#14161A" : "#FFFFFF";
        c.stroke();
    }
    return new SpriteMaterial({ map: new CanvasTexture(canvas), sizeAttenuation: false, depthTest: false });
}

/** The mass centre of each body, a disc that always faces the camera. */
export function centres(bodies: Body[]): Sprite[] {
    return bodies.map((body) => {
        const made = new Sprite();
        made.scale.setScalar(0.0085);
        made.position.set(...body.centre);
        made.renderOrder = 4;
        made.visible = body.mass > 0;
        return made;
    });
}

export function triad(size: number): AxesHelper {
    const made = new AxesHelper(size);
    made.setColors(0xd0342c, 0x2e8b57, 0x2c5fc4);
    (made.material as LineBasicMaterial).depthTest = false;
    made.renderOrder = 4;
    return made;
}

/** The ellipsoid of a body's inertia. */
export function ellipsoid(body: Body): Mesh | null {
    if (body.ellipsoid.length !== 9) return null;
    const e = body.ellipsoid as [number, number, number, number, number, number, number, number, number];
    const m = new Matrix4().set(e[0], e[1], e[2], body.centre[0], e[3], e[4], e[5], body.centre[1], e[6], e[7], e[8], body.centre[2], 0, 0, 0, 1);
    const paint = new MeshStandardMaterial({ color: 0xffb000, transparent: true, opacity: 0.28, roughness: 0.6, depthWrite: false });
    return new Mesh(new SphereGeometry(1, 32, 20).applyMatrix4(m), paint);
}

/** The path of the tool; old ends fade. */
export class Trail {
    private geometry = new BufferGeometry();
    private paint = new LineBasicMaterial({ vertexColors: true, transparent: true, depthTest: true });
    readonly line = new Line(this.geometry, this.paint);

    constructor() {
        this.line.frustumCulled = false;
    }

    show(points: number[], colour: Color): void {
        const n = points.length / 3;
        const colours = new Float32Array(4 * n);
        for (let i = 0; i < n; i++) colours.set([colour.r, colour.g, colour.b, (i / Math.max(1, n - 1)) ** 1.5], 4 * i);
        this.geometry.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
        this.geometry.setAttribute("color", new BufferAttribute(colours, 4));
        this.line.visible = n > 1;
    }
}

/** A force at a point, drawn `scale` metres a newton. */
export class Force {
    readonly arrow = new ArrowHelper(new Vector3(0, 1, 0), new Vector3(), 1, 0x394049);

    constructor() {
        this.arrow.visible = false;
    }

    show(at: Vector3 | null, force: Vector3, scale: number, colour: Color): void {
        const length = force.length() * scale;
        this.arrow.visible = at !== null && length > 1e-6;
        if (!at || !this.arrow.visible) return;
        this.arrow.position.copy(at);
        this.arrow.setDirection(force.clone().normalize());
        this.arrow.setLength(length, Math.min(0.3 * length, 0.12), Math.min(0.14 * length, 0.06));
        this.arrow.setColor(colour);
    }
}

/** Points that the tool can reach. */
export class Cloud {
    private geometry = new BufferGeometry();
    private paint = new PointsMaterial({ transparent: true, opacity: 0.35, depthWrite: false });
    readonly points = new Points(this.geometry, this.paint);

    constructor() {
        this.points.visible = this.points.frustumCulled = false;
    }

    show(points: number[], colour: Color, reach: number): void {
        this.geometry.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
        this.paint.color = colour;
        this.paint.size = 0.008 * reach;
        this.points.visible = points.length > 0;
    }
}

/** The velocity ellipsoid at the tool. */
export class Bubble {
    readonly mesh = new Mesh(new SphereGeometry(1, 32, 20), new MeshStandardMaterial({ color: 0xffb000, transparent: true, opacity: 0.3, roughness: 0.6, depthWrite: false }));

    constructor() {
        this.mesh.visible = this.mesh.matrixAutoUpdate = false;
    }

    show(halves: number[] | null, at: Vector3 | null): void {
        this.mesh.visible = halves !== null && at !== null;
        if (!halves || !at) return;
        const [a, b, c, d, e, f, g, i, j] = halves as [number, number, number, number, number, number, number, number, number];
        this.mesh.matrix.set(a, b, c, at.x, d, e, f, at.y, g, i, j, at.z, 0, 0, 0, 1);
        this.mesh.matrixWorldNeedsUpdate = true;
    }
}
