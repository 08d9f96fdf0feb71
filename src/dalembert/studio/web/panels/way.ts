/** A posture of an arm in words and as a small picture, and motion to it; rotations as roll, pitch and yaw. */

import { s } from "../element";
import type { Desk } from "./desk";

/** left or right of the first axis, elbow up or down, wrist in or out: of an arm of six turning joints in a row. */
export function words(desk: Desk, q: number[]): string {
    const { robot, kernel } = desk;
    if (robot.nv !== 6 || robot.bodies.length !== 6 || robot.coordinates.some((c) => c.motion !== "turn")) return "";
    const P = kernel.poses(q), at = (i: number) => [P[12 * i + 3]!, P[12 * i + 7]!, P[12 * i + 11]!];
    const [shoulder, elbow, wrist] = [at(1), at(2), at(4)];
    const reach = wrist.map((x, k) => x - shoulder[k]!), bend = elbow.map((x, k) => x - shoulder[k]!);
    const along = dot(bend, reach) / (dot(reach, reach) || 1), off = bend.map((x, k) => x - along * reach[k]!);
    const [x, y] = [0, 1].map((c) => reach.reduce((a, v, r) => a + v * P[4 * r + c]!, 0)) as [number, number];
    const side = Math.abs(x) > Math.abs(y) ? x : y, lift = dot(off, robot.up), turn = Math.sin(q[4]!);
    const words = [side > 0 ? "right" : "left"];
    if (Math.abs(lift) > 1e-3 * robot.reach) words.push(lift > 0 ? "elbow up" : "elbow down");
    if (Math.abs(turn) > 1e-6) words.push(turn < 0 ? "wrist in" : "wrist out");
    return words.join(", ");
}

const dot = (a: number[], b: number[]): number => a.reduce((s, x, k) => s + x * b[k]!, 0);

/** A stick figure of a posture, seen as the stage is. */
export function figure(desk: Desk, q: number[]): Node {
    const { robot, kernel } = desk, P = kernel.poses(q), points: [number, number][] = [];
    const up = robot.up, view = robot.view ?? [1, 1, 1];
    const right = [up[1]! * view[2]! - up[2]! * view[1]!, up[2]! * view[0]! - up[0]! * view[2]!, up[0]! * view[1]! - up[1]! * view[0]!];
    for (let i = 0; i <= robot.bodies.length; i++) {  // bodies, then the tool
        const p = [P[12 * i + 3]!, P[12 * i + 7]!, P[12 * i + 11]!];
        points.push([p.reduce((a, x, k) => a + x * right[k]!, 0), -p.reduce((a, x, k) => a + x * up[k]!, 0)]);
    }
    const xs = points.map((p) => p[0]), ys = points.map((p) => p[1]), r = 0.62 * robot.reach;
    const [cx, cy] = [(Math.max(...xs) + Math.min(...xs)) / 2, (Math.max(...ys) + Math.min(...ys)) / 2];
    const d = points.map(([x, y], i) => `${i ? "L" : "M"}${(20 + 11 * (x - cx) / r).toFixed(1)} ${(11 + 11 * (y - cy) / r).toFixed(1)}`).join("");
    return s("svg.figure", { viewBox: "0 0 40 22", "aria-hidden": true }, s("path", { d })) as unknown as Node;
}

/** Roll, pitch and yaw of rows [R | p]. */
export function angles(T: number[][]): number[] {
    const pitch = Math.atan2(-T[2]![0]!, Math.hypot(T[0]![0]!, T[1]![0]!));
    return Math.abs(Math.cos(pitch)) > 1e-9
        ? [Math.atan2(T[2]![1]!, T[2]![2]!), pitch, Math.atan2(T[1]![0]!, T[0]![0]!)]
        : [0, pitch, Math.atan2(-T[0]![1]!, T[1]![1]!)];
}

export function rotation([r, p, y]: number[]): number[][] {
    const [cr, sr, cp, sp, cy, sy] = [Math.cos(r!), Math.sin(r!), Math.cos(p!), Math.sin(p!), Math.cos(y!), Math.sin(y!)];
    return [[cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr], [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr], [-sp, cp * sr, cp * cr]];
}

/** Along the joints in 200 ms. */
export function glide(desk: Desk, to: number[]): void {
    const from = [...desk.x.q], begun = performance.now();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const step = () => {
        if (desk.gone) return;
        const s = still ? 1 : Math.min(1, (performance.now() - begun) / 200), e = 1 - (1 - s) ** 2;
        desk.pose(from.map((x, i) => x + e * (to[i]! - x)));
        if (s < 1) requestAnimationFrame(step);
    };
    step();
}
