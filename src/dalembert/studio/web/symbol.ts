/** Symbols of formulas: each can be focused by keyboard, lights the related parts, and is lit with them. */

import type { Lamp, Lit } from "./light";
import type { Owner, Payload } from "./payload";

/** Makes the symbols below `root` (elements with data-s) light and be lit; one roving tab stop for all of them. */
export function interactive(root: HTMLElement, robot: Payload, lamp: Lamp): void {
    const all = [...root.querySelectorAll<HTMLElement>("[data-s]")].filter((x) => known(robot, x.dataset.s!));
    all.forEach((x, i) => {
        const name = x.dataset.s!, owner = robot.owners[name]!;
        x.tabIndex = i ? -1 : 0;
        x.classList.add("symbol");
        x.setAttribute("aria-description", owner.words);
        x.addEventListener("pointerenter", (e) => (e as PointerEvent).pointerType !== "touch" && lamp.point(lit(name, owner)));
        x.addEventListener("pointerleave", (e) => (e as PointerEvent).pointerType !== "touch" && lamp.point());
        x.addEventListener("click", () => lamp.hold(lit(name, owner)));
        x.addEventListener("focus", () => lamp.point(lit(name, owner)));
        x.addEventListener("blur", () => lamp.point());
        x.addEventListener("keydown", (e) => roam(e as KeyboardEvent, all, i));
    });
    lamp.listen((l) => {
        for (const x of all) show(x, robot, l);
    });
}

const known = (robot: Payload, name: string): boolean => Object.hasOwn(robot.owners, name);
const lit = (symbol: string, x: Owner): Lit => ({ symbol, coordinate: x.coordinate, body: x.body, kind: x.kind });

function show(x: HTMLElement, robot: Payload, l: Lit): void {
    const own = robot.owners[x.dataset.s!]!;
    const same = l.symbol !== undefined && l.symbol === x.dataset.s;
    const relative = (l.coordinate !== undefined && l.coordinate === own.coordinate)
        || (l.body !== undefined && l.coordinate === undefined && own.coordinate === undefined && l.body === own.body);
    x.classList.toggle("same", same);
    x.classList.toggle("relative", relative && !same);
}

function roam(e: KeyboardEvent, all: HTMLElement[], i: number): void {
    const to = e.key === "ArrowRight" ? i + 1 : e.key === "ArrowLeft" ? i - 1 : -1;
    const next = all[to];
    if (!next) return;
    e.preventDefault();
    e.stopPropagation();
    all[i]!.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
}
