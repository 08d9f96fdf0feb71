/** Pointing at the robot: the part under the pointer is lit, a tap keeps it lit, and the tool can be dragged. */

import { Raycaster, Vector2, Vector3, type Mesh, type Object3D, type PerspectiveCamera } from "three";

import type { Lamp, Lit } from "./light";
import type { Orbit } from "./orbit";

export interface Part { mesh: Mesh; body: number; coordinate?: number; paint: string }
export interface Scene {
    canvas: HTMLCanvasElement;
    world: Object3D;
    parts: () => Part[];
    tool: () => Vector3; // in the robot's world
    drag: () => ((to: [number, number, number]) => unknown) | null;
    plane: () => [number, number, number] | null; // normal of the surface in which the tool moves
}

const NEAR = 26; // pixels from the tool within which a drag moves it
const EDGE = 0.2; // a plane seen at a smaller angle is not used for dragging

export class Pointing {
    private ray = new Raycaster();

    constructor(private scene: Scene, private orbit: Orbit, private lamp: Lamp, signal?: AbortSignal) {
        const { canvas } = scene;
        let down: Lit | undefined, held: Vector3 | null = null, normal = new Vector3();
        canvas.addEventListener("pointerdown", (e) => {
            down = this.hit(e);
            if (scene.drag() && this.nearTool(e)) {
                held = scene.tool().applyQuaternion(scene.world.quaternion);
                normal = this.normal();
                orbit.held = true;
                canvas.setPointerCapture(e.pointerId);
            }
        }, { signal });
        // a finger on the tool pulls it; anywhere else the page may scroll
        canvas.addEventListener("touchstart", (e) => {
            if (scene.drag() && e.touches.length === 1 && this.nearTool(e.touches[0]!)) e.preventDefault();
        }, { signal, passive: false });
        canvas.addEventListener("pointermove", (e) => {
            const drag = scene.drag();
            if (held && drag) drag(this.onPlane(e, held, normal));
            else if (!e.buttons && e.pointerType !== "touch") {
                this.lamp.point(this.hit(e));
                canvas.style.cursor = drag && this.nearTool(e) ? "move" : "grab";
            }
        }, { signal });
        for (const name of ["pointerup", "pointercancel"] as const)
            canvas.addEventListener(name, () => {
                if (name === "pointerup" && !held && !orbit.dragging && down) this.lamp.hold(down);
                held = null;
                orbit.held = false;
            }, { signal });
        canvas.addEventListener("pointerleave", (e) => e.pointerType !== "touch" && !e.buttons && this.lamp.point(), { signal });
    }

    private get camera(): PerspectiveCamera {
        return this.orbit.camera;
    }

    private aim(e: PointerEvent): void {
        const box = this.scene.canvas.getBoundingClientRect();
        const at = new Vector2((e.clientX - box.left) / box.width * 2 - 1, 1 - (e.clientY - box.top) / box.height * 2);
        this.ray.setFromCamera(at, this.camera);
    }

    private hit(e: PointerEvent): Lit | undefined {
        this.aim(e);
        const parts = this.scene.parts();
        const found = this.ray.intersectObjects(parts.map((x) => x.mesh), false)[0];
        const part = parts.find((x) => x.mesh === found?.object);
        if (!part || (part.body < 0 && part.coordinate === undefined)) return undefined;
        return part.coordinate === undefined ? { body: part.body } : { coordinate: part.coordinate, symbol: `q${part.coordinate + 1}` };
    }

    /** Plane in which the tool is dragged: the plane in which it moves, or the picture plane. */
    private normal(): Vector3 {
        const sight = this.camera.getWorldDirection(new Vector3()), own = this.scene.plane();
        const n = own && new Vector3(...own).normalize().applyQuaternion(this.scene.world.quaternion);
        return n && Math.abs(n.dot(sight)) > EDGE ? n : sight;
    }

    /** The point under the pointer in the plane in which the tool was taken, in the robot's world. */
    private onPlane(e: PointerEvent, held: Vector3, normal: Vector3): [number, number, number] {
        this.aim(e);
        const { origin, direction } = this.ray.ray;
        const t = held.clone().sub(origin).dot(normal) / direction.dot(normal);
        const to = origin.clone().addScaledVector(direction, t).applyQuaternion(this.scene.world.quaternion.clone().invert());
        return [to.x, to.y, to.z];
    }

    private nearTool(e: { clientX: number; clientY: number }): boolean {
        const box = this.scene.canvas.getBoundingClientRect();
        const p = this.scene.tool().applyQuaternion(this.scene.world.quaternion).project(this.camera);
        return Math.hypot((p.x + 1) / 2 * box.width - (e.clientX - box.left), (1 - p.y) / 2 * box.height - (e.clientY - box.top)) < NEAR;
    }
}
