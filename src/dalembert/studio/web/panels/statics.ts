/** Statics of a force on the tool: motor torques, and the wrench through each joint. */

import { Bars } from "../bars";
import { h, number } from "../element";
import { legend } from "../equation";
import type { Desk } from "./desk";
import { trouble, waiting } from "./panel";

interface Found { tau: number[]; gravity: number[]; external: number[]; through?: { joint: string; wrench: number[] }[]; reason?: string }

export class Statics {
    readonly element: HTMLElement;
    private bars: Bars;
    private through = h("div.scroll");
    private borne = h("div", { "aria-live": "polite" }); // whether the motors can hold the force
    private known = false;

    constructor(private desk: Desk) {
        const { coordinates } = desk.robot;
        this.bars = new Bars(coordinates, coordinates.flatMap((c, k) => (c.driven ? [k] : [])).slice(0, 24), desk.lamp);
        this.element = h("div", {}, legend(["external", "gravity"], desk.lamp), this.bars.element, this.borne,
            h("details", {}, h("summary", {}, "Force and moment through each joint"), this.through));
    }

    async show(q: number[], force: number[]): Promise<void> {
        const { element, tick } = waiting("Computing the torques");
        if (!this.known) this.borne.replaceChildren(element);
        try {
            this.display((await this.desk.requests.ask("statics", { q, frame: this.desk.robot.tool.name, wrench: [...force, 0, 0, 0] }, tick)) as Found);
            this.known = true;
        } catch (error) {
            this.borne.replaceChildren(trouble(error));
        }
    }

    private display(f: Found): void {
        const { robot } = this.desk;
        const without = robot.loops ? [] : robot.coordinates.flatMap((c, k) => (!c.driven && Math.abs(f.tau[k]!) > 1e-6 ? [k] : []));
        const lacking = without.slice(0, 3).map((k) => `${number(f.tau[k]!, 2, true)} ${robot.coordinates[k]!.effort} at ${k + 1}`).join(", ");
        this.borne.replaceChildren(...(without.length ? [h("p.note.bad", {}, `The motors cannot hold the robot: no motor for ${lacking}${without.length > 3 ? ", …" : ""}.`)] : []));
        this.bars.show({ total: Float64Array.from(f.tau), kinds: { external: Float64Array.from(f.external), gravity: Float64Array.from(f.gravity) } });
        if (f.through)
            this.through.replaceChildren(h("table.numbers", {}, h("thead", {}, h("tr", {}, h("th", {}, "joint"), ...["F", "M"].flatMap((x) => ["x", "y", "z"].map((y) => h("th", {}, h("i", {}, x), h("sub", {}, y), x === "F" ? " / N" : " / N·m"))))),
                h("tbody", {}, ...f.through.map((x) => h("tr", {}, h("th", {}, x.joint), ...x.wrench.map((v) => h("td", {}, number(v))))))));
        else this.through.replaceChildren(h("p.note", {}, f.reason ?? ""));
    }
}
