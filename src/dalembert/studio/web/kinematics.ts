/** Where the tool is and how it can move: position, speeds along the ellipsoid's axes, warnings. */

import { Tool, type Dexterity } from "./dexterity";
import { h, number } from "./element";
import type { Kernel } from "./kernel";
import type { Payload } from "./payload";

const NEAR = 0.01; // of a range: how near a coordinate is to its limit

export class KinematicsSheet {
    readonly element: HTMLElement;
    private place = h("p.pose");
    private speed = h("p.note");
    private tool: Tool;
    private now: Dexterity | null = null;

    constructor(private kernel: Kernel) {
        this.tool = new Tool(kernel);
        const { robot } = kernel, how = robot.loops ? "drag it; the loops stay closed" : "drag it in the picture";
        this.element = h("section", { id: "kinematics" }, h("h2", {}, "Tool pose", " ", h("span.note", {}, `${robot.tool.name === "tool" ? "" : `${robot.tool.name}; `}${how}`)), this.place, this.speed);
    }

    /** Half axes of the ellipsoid of speeds as the stage draws it. */
    get bubble(): number[] | null {
        const { now, kernel } = this;
        if (!now || !now.ways) return null;
        const size = 0.22 * kernel.robot.reach / (now.speeds[0] || 1);
        return now.axes.map((u, i) => u * size * Math.max(0.004 * now.speeds[0]!, now.speeds[i % 3]!));
    }

    show(q: Float64Array): void {
        const { robot } = this.kernel, p = this.kernel.poses(q), at = 12 * robot.bodies.length;
        const R = (r: number, c: number) => p[at + 4 * r + c]!;
        const angle = Math.acos(Math.max(-1, Math.min(1, (R(0, 0) + R(1, 1) + R(2, 2) - 1) / 2)));
        this.place.textContent = `x = ${number(R(0, 3), 4)}   y = ${number(R(1, 3), 4)}   z = ${number(R(2, 3), 4)} m, rotated by ${number(angle * 180 / Math.PI, 1)}° relative to the world axes`;
        this.now = this.tool.at(q);
        const { speeds, ways, manipulability } = this.now;
        this.speed.textContent = ways
            ? `Speeds for |q̇| = 1: ${speeds.slice(0, ways).map((x) => number(x, 3)).join(", ")} m/s along the axes of the ellipsoid; their product, the manipulability, is ${number(manipulability, 4)}.`
            : "No joint moves this point.";
    }

    /** Warnings at a posture. */
    warning(q: Float64Array): string {
        const at = limits(this.kernel.robot, q);
        return [this.now?.lost ? "near a singularity" : "", ...at].filter(Boolean).join("; ");
    }
}

/** Coordinates at a limit, in words. */
export function limits(robot: Payload, q: Float64Array): string[] {
    return robot.coordinates.filter((x) => x.limited).flatMap((x) => {
        const v = q[x.place]!, room = NEAR * (x.upper - x.lower);
        const k = robot.coordinates.indexOf(x) + 1;
        if (v < x.lower - 1e-9 || v > x.upper + 1e-9) return [`joint ${k} beyond its limit`];
        return v < x.lower + room || v > x.upper - room ? [`joint ${k} at its limit`] : [];
    }).slice(0, 3);
}
