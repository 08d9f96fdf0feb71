/** A camera on a sphere about the robot: drag to turn, wheel or two fingers to come nearer; no panning. */

import { PerspectiveCamera, Vector3 } from "three";

export const LENS = 24; // degrees, from top to bottom
const NEAREST = 0.15, FARTHEST = 6; // of the first distance

export class Orbit {
    readonly camera = new PerspectiveCamera(LENS, 1, 0.01, 100);
    readonly target = new Vector3();
    private azimuth = 0.6;
    private elevation = 0.3;
    private distance = 3;
    private home = { azimuth: 0.6, elevation: 0.3, distance: 3, target: new Vector3() };
    private pointers = new Map<number, { x: number; y: number }>();
    dragging = false;

    constructor(element: HTMLElement, private changed: () => void, signal?: AbortSignal) {
        element.addEventListener("pointerdown", (e) => {
            this.pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
        }, { signal });
        element.addEventListener("pointermove", (e) => this.move(e, element), { signal });
        for (const name of ["pointerup", "pointercancel", "pointerleave"] as const)
            element.addEventListener(name, (e) => {
                this.pointers.delete(e.pointerId);
                if (!this.pointers.size) setTimeout(() => (this.dragging = false));
            }, { signal });
        element.addEventListener("wheel", (e) => {
            e.preventDefault();
            this.zoom(Math.exp(e.deltaY * 0.0012));
        }, { passive: false, signal });
    }

    /** Look at a ball of points from a direction; y is up. */
    frame(target: Vector3, radius: number, from: Vector3): void {
        const d = from.clone().normalize();
        const half = Math.min(LENS, LENS * Math.max(0.35, this.camera.aspect)) * Math.PI / 360;
        this.home = {
            azimuth: Math.atan2(d.x, d.z), elevation: Math.asin(d.y), distance: radius / Math.sin(half), target: target.clone(),
        };
        this.reset();
    }

    /** The target, moved from where it was framed. */
    moveTo(by: Vector3): void {
        this.target.copy(this.home.target).add(by);
        this.place();
    }

    reset(): void {
        Object.assign(this, { azimuth: this.home.azimuth, elevation: this.home.elevation, distance: this.home.distance });
        this.target.copy(this.home.target);
        this.place();
    }

    turn(dx: number, dy: number): void {
        this.azimuth -= dx;
        this.elevation = Math.max(-0.35, Math.min(1.5, this.elevation + dy));
        this.place();
    }

    zoom(by: number): void {
        this.distance = Math.max(NEAREST * this.home.distance, Math.min(FARTHEST * this.home.distance, this.distance * by));
        this.place();
    }

    get state(): number[] {
        return [this.azimuth, this.elevation, this.distance / this.home.distance];
    }

    set state([a, e, d]: number[]) {
        this.azimuth = a ?? this.azimuth;
        this.elevation = Math.max(-0.35, Math.min(1.5, e ?? this.elevation));
        this.distance = Math.max(NEAREST, Math.min(FARTHEST, d ?? 1)) * this.home.distance;
        this.place();
    }

    place(): void {
        const c = Math.cos(this.elevation);
        this.camera.position.set(
            this.target.x + this.distance * c * Math.sin(this.azimuth),
            this.target.y + this.distance * Math.sin(this.elevation),
            this.target.z + this.distance * c * Math.cos(this.azimuth),
        );
        this.camera.near = this.distance / 50;
        this.camera.far = this.distance * 12;
        this.camera.lookAt(this.target);
        this.camera.updateProjectionMatrix();
        this.changed();
    }

    private move(e: PointerEvent, element: HTMLElement): void {
        const before = this.pointers.get(e.pointerId);
        if (!before || this.held) return;
        const dx = e.clientX - before.x, dy = e.clientY - before.y;
        if (!this.dragging && Math.hypot(dx, dy) < 3) return;
        if (!this.dragging) element.setPointerCapture(e.pointerId);
        this.dragging = true;
        const other = [...this.pointers].find(([id]) => id !== e.pointerId)?.[1];
        if (other) {
            const was = Math.hypot(before.x - other.x, before.y - other.y), is = Math.hypot(e.clientX - other.x, e.clientY - other.y);
            this.zoom(was / Math.max(1, is));
        } else this.turn(dx * 0.007, dy * 0.006);
        this.pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    }

    /** While something else is dragged the camera stays. */
    held = false;
}
