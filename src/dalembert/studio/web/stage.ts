/** Interface of the pictures of a robot, in WebGL (`viewer.ts`) or as a drawing (`drawing.ts`). */

import { drawing } from "./drawing";
import type { Lamp } from "./light";
import type { Shape, Solid } from "./payload";
import type { Pin } from "./pin";
import { Viewer } from "./viewer";

export type Layer = "axes" | "centres" | "frames" | "inertia" | "meshes" | "pins";

export interface Options {
    quality?: "high" | "low"; // low: no antialiasing, no shadow, half size
    dark?: boolean;
    inset?: number; // pixels at the bottom that a card covers
    top?: number; // pixels at the top that chips cover
}

export interface Stage {
    readonly kind: "webgl" | "svg";
    /** Poses of all bodies and the tool, as the kernel `poses` gives them. */
    pose(poses: Float64Array): void;
    theme(dark: boolean): void;
    layer(name: Layer, on: boolean): void;
    /** Other postures, in one flat tint. */
    ghosts(poses: Float64Array[]): void;
    /** Path of the tool: three numbers per point, in the robot's world. */
    trail(points: number[]): void;
    /** A force at the tool in newtons, or none. */
    force(f: [number, number, number] | null): void;
    /** Points of the robot's world that the tool can reach, three numbers each. */
    cloud(points: number[]): void;
    /** An ellipsoid at the tool: nine numbers, rows of the matrix whose columns are its half axes; or none. */
    bubble(halves: number[] | null): void;
    /** Shapes of the robot's file, drawn instead of the simple solids while the layer `meshes` is on. */
    skin(solids: Solid[]): void;
    /** Notes on parts, pinned to them. */
    pins(list: Pin[]): void;
    /** Called with a point of the robot's world while the tool is dragged. */
    onDrag: ((to: [number, number, number]) => void) | null;
    /** Normal of the surface in which the dragged tool moves; null: the picture plane. */
    plane: (() => [number, number, number] | null) | null;
    /** Back to the first view. */
    frame(): void;
    view: number[];
    inset: number;
    /** A picture of what is shown. */
    picture(): Promise<Blob | null>;
    draw(): void;
    dispose(): void;
}

/** A stage inside an element; a drawing without WebGL. */
export function stage(element: HTMLElement, robot: Shape, lamp: Lamp, options: Options = {}): Stage {
    try {
        return new Viewer(element, robot, lamp, options);
    } catch {
        return drawing(element, robot, lamp, options);
    }
}
