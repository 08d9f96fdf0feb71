/** The viewer without a page, in a notebook (anywidget's `render`) or in a page of its own (`film.ts`).
 *
 * data = {shape, poses: [twelve numbers a body, then the tool's, for each picture], period: seconds from one to the next}
 */

import "./notebook.css";
import { h, number } from "./element";
import { Lamp } from "./light";
import type { Shape } from "./payload";
import { Player } from "./run";
import { stage, type Layer } from "./stage";

export interface Film { shape: Shape; poses: number[][]; period: number }

/** Show a film inside an element; return functions that show another film of the same robot and that end it. */
export function mount(element: HTMLElement, first: Film): { show(film: Film): void; dispose(): void } {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches, lamp = new Lamp();
    const view = h("div.view"), clock = h("output", {}, "0.00 s");
    const play = h("button", { onclick: () => (player.playing ? player.pause() : player.play()) }, "Play");
    const scrub = h<HTMLInputElement>("input", { type: "range", min: 0, max: 1, step: "any", "aria-label": "time", oninput: () => player.seek(Number(scrub.value) * length()) });
    const names: [Layer, string][] = [["centres", "centres of mass"], ["frames", "frames"], ["inertia", "inertia"]];
    const chips = names.map(([layer, words]) => {
        const chip = h("button.chip", { "aria-pressed": false, onclick: () => {
            const on = chip.getAttribute("aria-pressed") !== "true";
            chip.setAttribute("aria-pressed", String(on));
            shown.layer(layer, on);
        } }, words);
        return chip;
    });
    const bar = h("div.filmbar", {}, play, scrub, clock);
    const root = h("div.dalembert-view.stage", { "data-theme": dark ? "dark" : "light", "aria-label": first.shape.title }, view, h("div.chips", {}, ...chips), bar);
    element.replaceChildren(root);
    let film = first;
    const length = () => film.period * (film.poses.length - 1);
    const shown = stage(view, first.shape, lamp, { dark });
    shown.layer("centres", false);
    const player = new Player(length, (t, playing) => {
        shown.pose(Float64Array.from(film.poses[Math.round(t / film.period)] ?? film.poses[0]!));
        play.textContent = playing ? "Pause" : "Play";
        clock.textContent = `${number(t)} s`;
        scrub.value = String(t / (length() || 1));
    });
    const show = (next: Film) => {
        film = next;
        player.playing = false;
        bar.hidden = film.poses.length < 2;
        player.seek(0);
    };
    show(first);
    return { show, dispose: () => { player.playing = false; shown.dispose(); root.remove(); } };
}

interface Model { get(name: string): string; on(event: string, f: () => void): void; off(event: string, f: () => void): void }

export default {
    /** Entry point of anywidget. */
    render({ model, el }: { model: Model; el: HTMLElement }): () => void {
        const read = () => JSON.parse(model.get("data")) as Film;
        const made = mount(el, read());
        const changed = () => made.show(read());
        model.on("change:data", changed);
        return () => {
            model.off("change:data", changed);
            made.dispose();
        };
    },
};
