/** Numbers of the joints over the picture: HTML, so that they stay sharp and can be pointed at. */

import { Vector3, type Camera, type Object3D } from "three";

import { badge } from "./bars";
import { h } from "./element";
import type { Lamp } from "./light";
import type { Shape } from "./payload";

const NEAR = 21; // pixels between the middles of two badges

export class Labels {
    private layer = h("div.labels", { "aria-hidden": true });
    private items: { element: HTMLElement; body: number; k: number }[] = [];

    constructor(element: HTMLElement, robot: Shape, lamp: Lamp) {
        const seen = new Set<number>();
        robot.coordinates.forEach((x, k) => {
            if (x.floating || seen.has(x.body)) return;
            seen.add(x.body);
            const made = badge(k);
            made.addEventListener("pointerenter", () => lamp.point({ coordinate: k, symbol: `q${k + 1}` }));
            made.addEventListener("pointerleave", () => lamp.point());
            made.addEventListener("click", () => lamp.hold({ coordinate: k, symbol: `q${k + 1}` }));
            this.items.push({ element: made, body: x.body, k });
        });
        this.layer.append(...this.items.map((x) => x.element));
        if (this.items.length > 14) this.layer.classList.add("many");
        element.append(this.layer);
        lamp.listen((l) => {
            for (const x of this.items) x.element.classList.toggle("lit", x.k === l.coordinate);
        });
    }

    visible(on: boolean): void {
        this.layer.hidden = !on;
    }

    place(poses: Float64Array, world: Object3D, camera: Camera, width: number, height: number): void {
        const p = new Vector3(), done: { x: number; y: number }[] = [];
        for (const item of this.items) {
            const at = 12 * item.body;
            p.set(poses[at + 3] ?? 0, poses[at + 7] ?? 0, poses[at + 11] ?? 0).applyMatrix4(world.matrixWorld).project(camera);
            let x = (p.x + 1) / 2 * width, y = (1 - p.y) / 2 * height;
            for (let tries = 0; tries < 4; tries++) {
                const close = done.find((d) => Math.hypot(d.x - x, d.y - y) < NEAR - 0.5);
                if (!close) break;
                const dx = x - close.x || 0.6, dy = y - close.y || -0.8, size = Math.hypot(dx, dy);
                x = close.x + dx / size * NEAR;
                y = close.y + dy / size * NEAR;
            }
            done.push({ x, y });
            item.element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
        }
    }

    dispose(): void {
        this.layer.remove();
    }
}
