/** Pins on the picture: a note on a part is shown at it; pointing at the part, or at the words elsewhere, opens the pin. */

import { Vector3, type Camera, type Object3D } from "three";

import { h } from "./element";
import type { Lamp, Lit } from "./light";
import type { Shape } from "./payload";

export interface Pin {
    body: number; // −1: the ground
    level: "error" | "warning" | "note";
    words: string[];
    lit: Lit;
    go: () => void; // show the details
}

export class Pins {
    private layer = h("div.pins");
    private items: { element: HTMLElement; pin: Pin }[] = [];

    constructor(element: HTMLElement, private robot: Shape, private lamp: Lamp) {
        element.append(this.layer);
        lamp.listen((l) => {
            for (const { element, pin } of this.items) element.classList.toggle("open", this.is(l, pin));
        });
    }

    private is(l: Lit, pin: Pin): boolean {
        return (l.coordinate === undefined ? l.body : this.robot.coordinates[l.coordinate]!.body) === pin.body;
    }

    show(list: Pin[]): void {
        this.items = list.map((pin) => {
            const count = pin.words.length, more = count > 3 ? [h("p.note", {}, `and ${count - 3} more`)] : [];
            const element = h(`div.pin.${pin.level}`, {},
                h("button.head", {
                    "aria-label": `${count === 1 ? pin.words[0] : `${count} findings`}`, onclick: () => { this.lamp.point(pin.lit); pin.go(); },
                    onpointerenter: () => this.lamp.point(pin.lit), onpointerleave: () => this.lamp.point(), onfocus: () => this.lamp.point(pin.lit), onblur: () => this.lamp.point(),
                }, h("span", {}, count > 1 ? String(count) : pin.level === "note" ? "i" : "!")),
                h("div.words", {}, ...pin.words.slice(0, 3).map((x) => h("p", {}, x)), ...more));
            return { element, pin };
        });
        this.layer.replaceChildren(...this.items.map((x) => x.element));
    }

    visible(on: boolean): void {
        this.layer.hidden = !on;
    }

    /** Place pins over the mass centres of their bodies, or at the body's origin. */
    place(poses: Float64Array, world: Object3D, camera: Camera, width: number, height: number): void {
        const p = new Vector3();
        for (const { element, pin } of this.items) {
            const at = 12 * pin.body, [x, y, z] = this.robot.bodies[pin.body]?.centre ?? [0, 0, 0];
            const row = (r: number) => (pin.body < 0 ? 0 : poses[at + r]! * x + poses[at + r + 1]! * y + poses[at + r + 2]! * z + poses[at + r + 3]!);
            p.set(row(0), row(4), row(8)).applyMatrix4(world.matrixWorld).project(camera);
            const left = (p.x + 1) / 2 * width, top = (1 - p.y) / 2 * height;
            element.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
            element.classList.toggle("leftward", left > width - 250);
        }
    }

    dispose(): void {
        this.layer.remove();
    }
}
