/** Share: the robot in one HTML file that opens from disk, a link to this state, a picture, the lines of Python. */

import { h } from "../element";
import { save } from "./code";
import type { Desk } from "./desk";
import { section, trouble, waiting, type Panel } from "./panel";

export class Share implements Panel {
    readonly element = h("div.sheet.share");
    private done = h("div", { "aria-live": "polite" });
    private title: HTMLInputElement;
    private note: HTMLInputElement;

    constructor(private desk: Desk) {
        this.title = h<HTMLInputElement>("input", { type: "text", "aria-label": "Title", value: desk.robot.title, maxlength: 80 });
        this.note = h<HTMLInputElement>("input", { type: "text", "aria-label": "Subtitle", placeholder: "Robot dynamics, lecture 7", maxlength: 120 });
        this.element.append(
            section("A page for the class", "one file: no server, no network, no installation",
                h("p", {}, "The robot, its equations with every symbol alive, its derivation, sliders, a drop and the quiz, as they stand now, in one HTML file that opens from disk. Its dynamics run as WebAssembly made from the same program."),
                h("div.fields", {}, h("label", {}, "Title", this.title), h("label", {}, "Subtitle", this.note)),
                h("div.row", {}, h("button.primary", { onclick: () => void this.make() }, "Save as HTML")), this.done),
            section("A link to this state", "works while this studio runs",
                h("div.row", {}, h("button", { onclick: () => void navigator.clipboard.writeText(desk.host.link()) }, "Copy link"))),
            section("A picture", "of the stage as it is seen",
                h("div.row", {}, h("button", { onclick: () => void this.picture() }, "Save as PNG"))),
            section("The same robot in Python", null, h("pre.source", { tabindex: 0 }, desk.script)),
        );
    }

    private async make(): Promise<void> {
        const { element, tick } = waiting("Writing the page");
        this.done.replaceChildren(element);
        try {
            const { html, size } = (await this.desk.line.ask("share", { title: this.title.value, subtitle: this.note.value, origin: this.desk.about.origin, q: [...this.desk.x.q] }, tick)) as { html: string; size: number };
            const name = `${this.desk.about.name.replace(/[^A-Za-z0-9_-]+/g, "_") || "robot"}.html`;
            save(name, new Blob([html], { type: "text/html" }));
            this.done.replaceChildren(h("p.note", {}, `${name}, ${Math.round(size / 1000)} kB, is among your downloads.`));
        } catch (error) {
            this.done.replaceChildren(trouble(error));
        }
    }

    private async picture(): Promise<void> {
        const found = await this.desk.stage.picture();
        if (found) save(found.type === "image/svg+xml" ? "robot.svg" : "robot.png", found);
    }

    python(): string {
        return `da.share(robot, "${this.desk.about.name.replace(/[^A-Za-z0-9_-]+/g, "_")}.html")`;
    }

    command(): string {
        return `dalembert share ${this.desk.command} -o robot.html${this.desk.values}`;
    }
}
