/** The page that is sent to a class: one robot or several, interactive, in one file. */

import "./theme.css";
import "./share.css";
import { h, number, s } from "./element";
import { Kernel } from "./kernel";
import { keys } from "./keys";
import { Lamp } from "./light";
import { read, written } from "./link";
import type { Page } from "./payload";
import { paper } from "./paper";
import { Screen } from "./screen";

const TABS = [["equation", "Equation"], ["torque", "Torque"], ["drop", "Drop"], ["derivation", "Learn"], ["code", "Code"]] as const;

function logo(): SVGElement {
    return s("svg.logo", { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": true },
        s("path", { d: "M4 20 L9 9 L19 6", fill: "none", stroke: "currentColor", "stroke-width": 2.6, "stroke-linecap": "round", "stroke-linejoin": "round" }),
        s("circle.spot", { cx: 9, cy: 9, r: 3.1 }), s("circle", { cx: 4, cy: 20, r: 2.2, fill: "currentColor" }), s("circle", { cx: 19, cy: 6, r: 2.2, fill: "currentColor" }));
}

class Shared {
    private screen: Screen | null = null;
    private lamp = new Lamp();
    private place = h("main.stage", { id: "stage" });
    private sheet = h("div.sheet", { id: "sheet", role: "region", "aria-label": "Equations, efforts, motion and code" });
    private strip = h("code.line");
    private cost = h("span.note.cost");
    private options: HTMLButtonElement[] = [];
    private chosen = 0;
    private turn = 0;
    private timer = 0;

    constructor(private page: Page) {
        const shown = read(location.hash, page.robots.length);
        this.theme(shown.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
        this.build();
        this.show(shown.robot).then(() => {
            const x = this.screen!, { nv } = x.robot;
            if (shown.damaged || (shown.q && !x.posture.restore(shown.q, shown.qd, shown.qdd))) x.notify("The link is damaged; only part of it could be read.");
            if (shown.view?.length === 3) x.stage.view = shown.view;
            if (shown.lit !== undefined && shown.lit < nv) this.lamp.hold({ coordinate: shown.lit, symbol: `q${shown.lit + 1}` });
        }).catch((reason: unknown) => this.sheet.replaceChildren(h("p.verdict.bad", { role: "alert" }, `This robot cannot be shown here: ${reason}`)));
    }

    private build(): void {
        const { robots, title, subtitle } = this.page;
        this.options = robots.map((x, i) => h<HTMLButtonElement>("button", { role: "tab", onclick: () => void this.show(i) }, x.title));
        const many = robots.length > 5;
        const select = h("select", { "aria-label": "Robot", onchange: (e) => void this.show((e.target as HTMLSelectElement).selectedIndex) },
            ...robots.map((x, i) => h("option", {}, `${i + 1}. ${x.title}`)));
        const choice = robots.length < 2 ? null : many
            ? h("div.segments.walk", {}, h("button", { "aria-label": "previous robot", onclick: () => void this.show(this.chosen - 1) }, "‹"), select,
                h("button", { "aria-label": "next robot", onclick: () => void this.show(this.chosen + 1) }, "›"))
            : h("div.segments", { role: "tablist" }, ...this.options);
        const dark = h("button.plain.theme", { "aria-label": "light or dark", title: "T", onclick: () => this.toggle() }, half() as unknown as Node);
        document.getElementById("app")!.replaceChildren(
            h("header.bar", {}, logo() as unknown as Node, h("strong.name", {}, "dalembert"), h("span.title", {}, h("b", { role: "heading", "aria-level": 1 }, title), " ", h("span.note", {}, subtitle)),
                h("span.grow"), choice, h("button.copy", { onclick: () => this.copy() }, "Copy as Python"), dark),
            this.place, this.sheet,
            h("footer.strip", {}, h("span.note", {}, "Python"), this.strip, h("span.grow"), this.cost,
                h("button", { onclick: () => void this.picture() }, "Picture"), h("button", { onclick: () => this.put(location.href) }, "Copy link"),
                h("button", { onclick: () => this.copy() }, "Copy")),
            h("nav.tabs", { "aria-label": "Parts" }, ...TABS.map(([id, words]) => h("button", { "data-part": id, onclick: () => this.part(id) }, words))));
        keys([
            { keys: [" "], words: "play or pause", run: () => this.screen?.drop.toggle() },
            { keys: ["d"], words: "drop", run: () => this.screen?.drop.start(null) },
            { keys: ["r"], words: "reset", run: () => (this.screen?.drop.run ? this.screen.drop.reset() : this.screen?.posture.reset()) },
            { keys: ["t"], words: "light or dark", run: () => this.toggle() },
            { keys: [..."123456789"], words: "light a joint", run: (e) => this.joint(Number(e.key) - 1) },
            { keys: ["ArrowLeft", "ArrowRight"], words: "move the joint a little (Shift: ×10)", run: (e) => this.screen?.sliders.nudge((e.key === "ArrowLeft" ? -1 : 1) * (e.shiftKey ? 10 : 1)) },
            { keys: [",", "."], words: "one frame back or forward", run: (e) => this.screen?.drop.frame(e.key === "," ? -1 : 1) },
            { keys: ["f"], words: "frame the view", run: () => this.screen?.stage.frame() },
            { keys: ["q"], words: "quiz", run: () => this.screen?.quiz?.start() },
            { keys: ["c"], words: "copy as Python", run: () => this.copy() },
            { keys: ["/"], words: "go to the symbols", run: () => document.querySelector<HTMLElement>(".symbol[tabindex='0']")?.focus() },
            { keys: ["Escape"], words: "unlight", run: () => this.lamp.off() },
        ]);
        document.title = title;
        paper(() => this.dark, (dark, on) => this.paint(dark, on));
    }

    private joint(k: number): void {
        if (this.screen && k < this.screen.robot.nv) this.lamp.hold({ coordinate: k, symbol: `q${k + 1}` });
    }

    async show(i: number): Promise<void> {
        const robot = this.page.robots[i];
        if (!robot) return;
        this.chosen = i;
        const turn = ++this.turn;
        this.options.forEach((x, k) => x.setAttribute("aria-selected", String(k === i)));
        const select = document.querySelector<HTMLSelectElement>(".walk select");
        if (select) select.selectedIndex = i;
        this.screen?.dispose();
        this.screen = null;
        this.lamp = new Lamp();
        performance.mark("compile");
        const kernel = await Kernel.load(robot);
        performance.mark("build");
        if (turn !== this.turn) return; // another was requested meanwhile
        const quality = new URLSearchParams(location.search).get("quality") === "low" || location.hash.includes("quality=low") ? "low" : "high";
        this.screen = new Screen(robot, kernel, this.lamp, this.place, this.sheet, { dark: this.dark, quality }, () => this.changed());
        performance.mark("built");
        this.sheet.scrollTop = 0;
        this.changed();
        Object.assign(globalThis, { dalembert: { page: this.page, screen: this.screen, lamp: this.lamp, show: (k: number) => this.show(k) } });
        const { screen } = this;
        await drawn();
        document.documentElement.dataset.ready ??= String(performance.now());
        screen.complete();
        setTimeout(() => screen === this.screen && (this.cost.textContent = `${number(screen.measure(), 1)} µs a frame of dynamics`), 400);
    }

    private changed(): void {
        if (!this.screen) return;
        this.strip.textContent = `${this.screen.python} → ${this.screen.result}`;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.link(), 400) as unknown as number;
    }

    private link(): void {
        if (!this.screen) return;
        const { posture, stage } = this.screen;
        const hash = written({ robot: this.chosen, q: [...posture.q], qd: [...posture.qd], qdd: [...posture.qdd], view: stage.view, theme: this.dark ? "dark" : "light", lit: this.lamp.lit.coordinate });
        const low = location.hash.includes("quality=low") ? "&quality=low" : "";
        try {
            history.replaceState(null, "", hash + low);
        } catch {
            // a page that may not change its address still works
        }
    }

    private paint(dark: boolean, on: boolean): void {
        this.theme(dark ? "dark" : "light");
        this.screen?.stage.theme(dark);
        this.screen?.paper(on);
    }

    private get dark(): boolean {
        return document.documentElement.dataset.theme === "dark";
    }

    private theme(name: string): void {
        document.documentElement.dataset.theme = name;
    }

    private toggle(): void {
        this.theme(this.dark ? "light" : "dark");
        this.screen?.stage.theme(this.dark);
        this.changed();
    }

    private copy(): void {
        if (!this.screen) return;
        this.put(this.screen.program);
        for (const x of document.querySelectorAll("button.copy")) {
            x.textContent = "Copied";
            setTimeout(() => (x.textContent = "Copy as Python"), 1200);
        }
    }

    private put(text: string): void {
        void navigator.clipboard?.writeText(text).catch(() => undefined);
    }

    /** Save the picture of the stage as a file. */
    private async picture(): Promise<void> {
        const made = await this.screen?.stage.picture();
        if (!made) return;
        const link = h<HTMLAnchorElement>("a", { href: URL.createObjectURL(made), download: `${this.screen!.robot.name.replace(/\W+/g, "_")}.${made.type.includes("svg") ? "svg" : "png"}` });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    }

    private part(id: string): void {
        document.getElementById(id)?.scrollIntoView({ behavior: "auto", block: "start" });
        for (const x of document.querySelectorAll<HTMLElement>(".tabs button")) x.setAttribute("aria-current", String(x.dataset.part === id));
    }
}

/** After the requested picture: its frame is over when the next one begins. */
const drawn = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));

function half(): SVGElement {
    return s("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": true }, s("circle", { cx: 8, cy: 8, r: 6.2, fill: "none", stroke: "currentColor", "stroke-width": 1.6 }),
        s("path", { d: "M8 1.8 A6.2 6.2 0 0 1 8 14.2 Z", fill: "currentColor" }));
}

performance.mark("program");
const page = JSON.parse(document.getElementById("page")!.textContent!) as Page;
new Shared(page);
