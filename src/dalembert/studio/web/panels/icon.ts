/** Signs of the bar: mark, camera, light and dark. */

import { s } from "../element";

export function logo(): Node {
    return s("svg", { viewBox: "0 0 24 24", "aria-hidden": true },
        s("path", { d: "M4 20 L9 9 L20 4", fill: "none", stroke: "currentColor", "stroke-width": 3, "stroke-linecap": "round", "stroke-linejoin": "round" }),
        s("circle", { cx: 9, cy: 9, r: 2.6, fill: "#FFB000", stroke: "currentColor", "stroke-width": 1.4 })) as unknown as Node;
}

export function camera(): Node {
    return s("svg", { viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": true, fill: "none", stroke: "currentColor", "stroke-width": 1.6, "stroke-linejoin": "round" },
        s("path", { d: "M3 6.5h3L7.5 4h5L14 6.5h3v9.5H3z" }), s("circle", { cx: 10, cy: 11, r: 2.8 })) as unknown as Node;
}

export function half(): Node {
    return s("svg", { viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": true }, s("circle", { cx: 10, cy: 10, r: 7, fill: "none", stroke: "currentColor", "stroke-width": 1.6 }),
        s("path", { d: "M10 3 A7 7 0 0 1 10 17 Z", fill: "currentColor" })) as unknown as Node;
}
