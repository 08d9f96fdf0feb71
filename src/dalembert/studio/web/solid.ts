/** Pieces of a robot as triangles: turned rods, rounded plates, boxes, balls and the coloured collars of joints. */

import {
    BoxGeometry, BufferAttribute, BufferGeometry, CylinderGeometry, ExtrudeGeometry, LatheGeometry, Matrix4, Quaternion, Shape,
    SphereGeometry, Vector2, Vector3,
} from "three";

import type { Solid, Vector } from "./payload";

const ROUND = 40;
const Y = new Vector3(0, 1, 0);

export function geometry(x: Solid, reach: number): BufferGeometry {
    const from = new Vector3(...x.from), to = new Vector3(...x.to), along = to.clone().sub(from), length = along.length();
    if (x.kind === "mesh") return mesh(x);
    if (x.kind === "ball") return new SphereGeometry(x.radius, ROUND, 24).translate(...x.from);
    if (x.kind === "plate") return plate(x, from, along, length);
    const bevel = Math.min(0.011 * reach, 0.4 * x.radius, 0.45 * length);
    const made =
        x.kind === "collar" ? ring(x.radius, length)
        : x.kind === "box" ? new BoxGeometry(2 * x.radius, length, 2 * x.radius).translate(0, length / 2, 0)
        : x.kind === "cone" ? new CylinderGeometry(x.end ?? 0, x.radius, length, ROUND).translate(0, length / 2, 0)
        : rod(x.radius, x.end ?? x.radius, length, bevel);
    const turn = new Quaternion().setFromUnitVectors(Y, along.normalize());
    return made.applyMatrix4(new Matrix4().compose(from, turn, new Vector3(1, 1, 1)));
}

/** Turned about y: flat ends with rounded rims. */
function rod(a: number, b: number, length: number, bevel: number): BufferGeometry {
    const points = [new Vector2(0, 0)];
    const rim = (radius: number, y: number, sign: number, backwards: boolean) => {
        for (let i = 0; i <= 6; i++) {
            const t = ((backwards ? 6 - i : i) / 6) * (Math.PI / 2);
            points.push(new Vector2(radius - bevel + bevel * Math.sin(t), y + sign * bevel * (1 - Math.cos(t))));
        }
    };
    rim(a, 0, 1, false);
    rim(b, length, -1, true);
    points.push(new Vector2(0, length));
    return smooth(new LatheGeometry(points, ROUND));
}

/** A ring a little proud of the housing it goes round. */
function ring(radius: number, width: number): BufferGeometry {
    const soft = 0.25 * width;
    const profile = [[0.8, 0], [1, 0], [1, width], [0.8, width]] as const;
    const points = profile.map(([r, y], i) => new Vector2(radius * r - (i === 1 || i === 2 ? soft * 0 : 0), y));
    return smooth(new LatheGeometry(points, ROUND));
}

/** Between two axes: ends round, rims bevelled. */
function plate(x: Solid, from: Vector3, along: Vector3, length: number): BufferGeometry {
    const z = new Vector3(...(x.normal ?? [0, 0, 1])).normalize();
    const a = x.radius, b = x.end ?? a, thick = x.thick ?? a / 2, bevel = Math.min(0.2 * thick, 0.12 * a);
    const shape = new Shape();
    const lean = length > 1e-9 ? Math.asin(Math.max(-1, Math.min(1, (a - b) / length))) : 0;
    shape.absarc(0, 0, a - bevel, Math.PI / 2 - lean, 1.5 * Math.PI + lean, false);
    shape.absarc(length, 0, b - bevel, -Math.PI / 2 + lean, Math.PI / 2 - lean, false);
    const made = new ExtrudeGeometry(shape, {
        depth: thick - 2 * bevel, bevelThickness: bevel, bevelSize: bevel, bevelSegments: 4, curveSegments: 28,
    });
    made.translate(0, 0, -thick / 2 + bevel);
    const u = length > 1e-9 ? along.clone().normalize() : new Vector3(1, 0, 0);
    const v = z.clone().cross(u);
    return made.applyMatrix4(new Matrix4().makeBasis(u, v, z).setPosition(from));
}

const bytes = (text: string): ArrayBuffer => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
const SHARP = Math.cos(0.6); // faces that meet at less than this stay apart in the light

/** Triangles of a file; a corner's normal is the mean of the faces round its vertex that are turned alike. */
function mesh(x: Solid): BufferGeometry {
    const v = new Float32Array(bytes(x.vertices ?? "")), t = new Uint32Array(bytes(x.triangles ?? ""));
    const faces = t.length / 3, normals = new Float32Array(t.length), round: number[][] = Array.from({ length: v.length / 3 }, () => []);
    const [a, b, c, n] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
    for (let f = 0; f < faces; f++) {
        a.fromArray(v, 3 * t[3 * f]!);
        n.crossVectors(b.fromArray(v, 3 * t[3 * f + 1]!).sub(a), c.fromArray(v, 3 * t[3 * f + 2]!).sub(a)).toArray(normals, 3 * f); // as long as twice its area
        for (let k = 0; k < 3; k++) round[t[3 * f + k]!]?.push(f);
    }
    const position = new Float32Array(3 * t.length), normal = new Float32Array(3 * t.length);
    for (let i = 0; i < t.length; i++) {
        position.set(v.subarray(3 * t[i]!, 3 * t[i]! + 3), 3 * i);
        const own = a.fromArray(normals, 3 * Math.floor(i / 3)), size = own.length();
        n.set(0, 0, 0);
        for (const f of round[t[i]!] ?? []) if (b.fromArray(normals, 3 * f).dot(own) >= SHARP * size * b.length()) n.add(b);
        n.normalize().toArray(normal, 3 * i);
    }
    const made = new BufferGeometry();
    made.setAttribute("position", new BufferAttribute(position, 3));
    made.setAttribute("normal", new BufferAttribute(normal, 3));
    return made;
}

/** Lathes are made of rings that share no vertices across sharp rims: their own normals are right already. */
function smooth(x: BufferGeometry): BufferGeometry {
    x.deleteAttribute("uv");
    return x;
}

/** Pieces of one body and paint as one, so that it is drawn in one go. */
export function merged(parts: BufferGeometry[]): BufferGeometry {
    const plain = parts.map((x) => (x.index ? x.toNonIndexed() : x));
    const count = plain.reduce((n, x) => n + x.attributes.position!.count, 0);
    const made = new BufferGeometry();
    for (const name of ["position", "normal"]) {
        const all = new Float32Array(3 * count);
        let at = 0;
        for (const x of plain) {
            all.set(x.attributes[name]!.array as Float32Array, at);
            at += 3 * x.attributes[name]!.count;
        }
        made.setAttribute(name, new BufferAttribute(all, 3));
    }
    return made;
}

export const vector = (x: Vector): Vector3 => new Vector3(...x);
