/** Where there is no WebGL: a side view in SVG from the same poses. */

import { badge } from "./bars";
import { h, s } from "./element";
import type { Lamp } from "./light";
import type { Shape, Vector } from "./payload";
import type { Options, Stage } from "./stage";

export function drawing(element: HTMLElement, robot: Shape, lamp: Lamp, options: Options): Stage {
    const size = 2 * robot.radius;
    const body = s("svg.drawing", { viewBox: `${-size / 2} ${-size / 2} ${size} ${size}`, role: "img", "aria-label": "side view" });
    const links = s("g"), layer = h("div.labels");
    body.append(links);
    element.prepend(body as unknown as Node);
    element.append(layer);
    const up = unit(robot.up), view = unit(robot.view);
    const right = unit(cross(up, view)), over = cross(view, right);
    const flat = (p: Vector): [number, number] => {
        const d: Vector = [p[0] - robot.middle[0], p[1] - robot.middle[1], p[2] - robot.middle[2]];
        return [dot(d, right), -dot(d, over)];
    };
    let last: Float64Array = new Float64Array(), inset = options.inset ?? 0;
    const draw = () => {
        if (!last.length) return;
        const parts = robot.solids.filter((x) => x.kind !== "collar").map((x) => {
            const [a, b] = [x.from, x.to].map((p) => flat(moved(last, x.body, p)));
            const lit = lamp.lit.body !== undefined && lamp.lit.body === x.body;
            return s("line", { x1: a![0], y1: a![1], x2: b![0], y2: b![1], "stroke-width": 2 * x.radius, class: `solid ${x.paint}${lit ? " lit" : ""}` });
        });
        links.replaceChildren(...parts);
        layer.replaceChildren(...robot.coordinates.filter((x) => !x.floating).map((x, k) => {
            const made = badge(robot.coordinates.indexOf(x)), [a, b] = flat(moved(last, x.body, [0, 0, 0]));
            const w = element.clientWidth, hgt = element.clientHeight - inset, unitPx = Math.min(w, hgt) / size;
            made.style.transform = `translate(${w / 2 + a * unitPx}px, ${hgt / 2 + b * unitPx}px) translate(-50%, -50%)`;
            made.classList.toggle("lit", lamp.lit.coordinate === k);
            return made;
        }));
        element.dataset.drawn = String(Number(element.dataset.drawn ?? 0) + 1);
    };
    lamp.listen(draw);
    return {
        kind: "svg", onDrag: null, plane: null, view: [], draw,
        get inset() { return inset; },
        set inset(x) { inset = x; body.style.height = `calc(100% - ${x}px)`; draw(); },
        pose(poses) { last = poses.slice(); draw(); },
        theme: draw, layer() {}, ghosts() {}, trail() {}, force() {}, cloud() {}, bubble() {}, skin() {}, pins() {}, frame: draw,
        async picture() { return new Blob([body.outerHTML], { type: "image/svg+xml" }); },
        dispose() { body.remove(); layer.remove(); },
    };
}

/** A point of a body in the robot's world. */
function moved(poses: Float64Array, body: number, p: Vector): Vector {
    if (body < 0) return p;
    const row = (r: number) => {
        const at = 12 * body + 4 * r;
        return poses[at]! * p[0] + poses[at + 1]! * p[1] + poses[at + 2]! * p[2] + poses[at + 3]!;
    };
    return [row(0), row(1), row(2)];
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a: Vector): Vector => a.map((x) => x / (Math.sqrt(dot(a, a)) || 1)) as Vector;
