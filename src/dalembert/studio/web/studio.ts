/** The studio: bar, stage, sheet, strip. The stage never moves when the screen changes; only the sheet does. */

import "./theme.css";
import "./panels/studio.css";
import { h } from "./element";
import { Kernel } from "./kernel";
import { Code, save } from "./panels/code";
import { Derive } from "./panels/derive";
import { Desk, type About, type Found, type Host } from "./panels/desk";
import { dropped } from "./panels/dropped";
import { camera, half, logo } from "./panels/icon";
import { Identify } from "./panels/identify";
import { Kinematics } from "./panels/kinematics";
import { Requests, Line, type Status } from "./panels/line";
import { read, written, type Place } from "./panels/link";
import { Model } from "./panels/model";
import { trouble, waiting, type Make, type Screen } from "./panels/panel";
import { Share } from "./panels/share";
import { Simulate } from "./panels/simulate";
import { paper } from "./paper";

const SCREENS: [Screen, string, Make][] = [
    ["model", "Model", (d) => new Model(d)], ["derive", "Derive", (d) => new Derive(d)], ["kinematics", "Kinematics", (d) => new Kinematics(d)],
    ["simulate", "Simulate", (d) => new Simulate(d)], ["identify", "Identify", (d) => new Identify(d)], ["code", "Code", (d) => new Code(d)], ["share", "Share", (d) => new Share(d)],
];
const MAKERS = Object.fromEntries(SCREENS.map(([name, , make]) => [name, make])) as Record<Screen, Make>;
const KEYS: [string, string][] = [
    ["Alt+1 … 7", "screens"], ["Space", "play"], ["D", "drop"], ["R", "reset"], [", .", "one frame"], ["1 – 9", "highlight a joint"], ["← →", "move the highlighted joint a little (Shift: ×10)"],
    ["T", "theme"], ["F", "frame the view"], ["G", "ghosts"], ["Q", "quiz"], ["C", "copy as Python"], ["P", "save a picture"], ["/", "find a symbol or joint"], ["?", "this list"], ["Esc", "clear the highlight"],
];
const WORDS: Record<Status, string> = { connecting: "Connecting", connected: `Connected, ${location.hostname}`, lost: "Offline; kernels in the page still work" };

class Studio implements Host {
    dark: boolean;
    low = new URLSearchParams(location.search).get("quality") === "low";
    folder?: string;
    meshes?: boolean;
    table?: Host["table"];
    desk: Desk | null = null;
    line: Line;
    private robots: Requests; // which robot is shown: the last requested one
    private shown = 0; // robots so far
    private target: number | null = null; // the edit that undo and redo go to, however many clicks that is
    private stepping: Promise<void> | null = null;
    private name = h("span.name");
    private state = h("span.state", { role: "status" }, h("span", {}, WORDS.connecting));
    private stage = h("main.stage", { id: "stage", "aria-label": "The robot" });
    private sheet = h("section", { id: "sheet", role: "tabpanel", tabindex: -1 });
    private code = h("code", { tabindex: 0 });
    private tabs: HTMLElement;
    private language: "Python" | "Command" = "Python";
    private screen: Screen = "model";
    private wanted: Place = read(location.hash);
    private list: HTMLElement | null = null;

    constructor() {
        const kept = localStorage.getItem("theme");
        this.dark = this.wanted.dark ?? (kept ? kept === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
        if (SCREENS.some(([x]) => x === this.wanted.screen)) this.screen = this.wanted.screen as Screen;
        this.tabs = h("div.tabs", { role: "tablist", "aria-label": "Screens" }, ...SCREENS.map(([name, words], i) =>
            h("button", { role: "tab", id: `tab-${name}`, "aria-controls": "sheet", "aria-selected": "false", title: `Alt+${i + 1}`, onclick: () => this.go(name) }, words)));
        const languages = h("div.segments", { role: "group", "aria-label": "Copy as" }, ...(["Python", "Command"] as const).map((x) => h("button.segment", {
            "aria-pressed": String(x === "Python"), onclick: (e) => {
                this.language = x;
                for (const b of languages.children) b.setAttribute("aria-pressed", String(b === e.currentTarget));
                this.touched();
            },
        }, x)));
        const copied = (e: Event, text: string) => {
            void navigator.clipboard.writeText(text);
            const button = e.currentTarget as HTMLElement, words = button.textContent;
            button.textContent = "Copied";
            setTimeout(() => { button.textContent = words; }, 900);
        };
        const app = h("div", { id: "studio" },
            h("header.top", {}, h("span.brand", {}, logo(), "dalembert"), this.name, this.tabs, h("span.space"), this.state,
                h("button.icon", { title: "Save a picture (P)", "aria-label": "Save a picture", onclick: () => void this.picture() }, camera()),
                h("button", { onclick: (e) => copied(e, this.link()) }, "Copy link"),
                h("button.icon", { title: "Theme (T)", "aria-label": "Light or dark", onclick: () => this.theme(!this.dark) }, half())),
            this.stage, this.sheet,
            h("footer", { id: "strip" }, languages, this.code, h("button.copy", { title: "Includes the code that creates the robot (C)", onclick: (e) => copied(e, this.language === "Python" ? this.script() : this.code.textContent ?? "") }, "Copy")));
        document.body.append(app);
        this.theme(this.dark);
        this.line = new Line((x) => this.status(x), (state, again) => void this.greeted(state, again));
        this.robots = new Requests(this.line);
        addEventListener("keydown", (e) => this.key(e));
        addEventListener("hashchange", () => { this.wanted = read(location.hash); void this.open(); });
        this.listenDrops(app);
        paper(() => this.dark, (dark) => { this.theme(dark); this.desk?.describe(); void this.desk?.stage.picture(); });
        void document.fonts.load('20px "Dalembert Math"'); // while Python thinks: formulas without it wait for the system's fonts
    }

    private status(x: Status): void {
        this.state.className = `state ${x}`;
        this.state.firstElementChild!.textContent = WORDS[x];
    }

    /** Connected: open the tab's own robot, the one in the link, or the first. */
    private async greeted(state: Partial<About>, again: boolean): Promise<void> {
        if (again && this.desk) {
            if (state.name) return;
            return this.open(this.desk.about.command); // a new server, without this tab's session
        }
        await this.open(undefined, !!state.name);
    }

    /** A robot of the gallery by its name, the tab's `own`, or the first one. */
    private async open(name = this.wanted.robot, own = false): Promise<void> {
        const place = this.wanted;
        this.wanted = {};
        const given = name && /^\w+$/.test(name) ? name : undefined;
        const { element, tick } = waiting(`Opening ${given?.replaceAll("_", " ") ?? "the robot"}`), note = h("div.sheet.opening", {}, element);
        const late = (seconds: number) => { if (!note.isConnected) this.sheet.prepend(note); tick(seconds); };
        const ask = (what: string, values = {}) => this.robots.ask(what, values, late, this.stage);
        try {
            let answer = given ? await ask("open", { name: given })
                : own ? { state: await this.line.ask("hello"), model: await ask("show") } : await ask("start");
            let refused: unknown;
            if (given && place.changes?.length) answer = await ask("edit", { changes: place.changes }).catch((error: unknown) => { refused = error; return answer; });
            if (place.screen && Object.hasOwn(MAKERS, place.screen)) this.screen = place.screen as Screen;
            await this.opened(answer as { state: About; model: Found }, false, true);
            this.desk?.restore(place);
            if (refused) this.fail(refused);
        } catch (error) {
            note.remove();
            this.fail(error);
        }
    }

    async load(source: { name: string } | { folder: string; file?: string }, progress: (seconds: number) => void): Promise<void> {
        const answer = await this.robots.ask("name" in source ? "open" : "load", source, progress, this.stage);
        if ("folder" in source) this.folder = source.folder;
        await this.opened(answer);
    }

    step(by: number): Promise<void> {
        const { undo, redo } = this.desk!.about;
        this.target = Math.max(0, Math.min(undo + redo, (this.target ?? undo) + by));
        this.stepping ??= this.stepped().finally(() => { this.stepping = this.target = null; });
        return this.stepping;
    }

    private async stepped(): Promise<void> {
        for (;;) {
            const by = this.target! - this.desk!.about.undo;
            if (!by) return;
            await this.opened(await this.line.ask(by < 0 ? "undo" : "redo", { steps: Math.abs(by) }), true);
        }
    }

    async opened(answer: { state: About; model: Found }, keep = false, linked = false): Promise<void> {
        const turn = ++this.shown;
        const kernel = await Kernel.load(answer.model.payload);
        if (turn !== this.shown) return; // another came while its programs were compiled
        if (!linked && location.hash) history.replaceState(null, "", location.pathname + location.search); // it names another robot now
        const before = this.desk, place = keep ? before?.place : undefined, scroll = this.sheet.scrollTop;
        before?.dispose();
        this.desk = new Desk(this.line, this, answer.state, answer.model, kernel, this.stage, MAKERS);
        this.name.textContent = this.name.title = answer.state.name;
        document.title = `${answer.state.name} – dalembert studio`;
        this.go(this.screen);
        if (place) this.desk.restore({ ...place, panel: undefined });
        if (keep) this.sheet.scrollTop = scroll;
    }

    go(screen: Screen): void {
        this.screen = screen;
        for (const x of this.tabs.children) x.setAttribute("aria-selected", String(x.id === `tab-${screen}`));
        document.getElementById(`tab-${screen}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
        if (!this.desk) return;
        this.sheet.replaceChildren(this.desk.go(screen).element);
        this.sheet.scrollTop = 0;
        this.sheet.setAttribute("aria-labelledby", `tab-${screen}`);
        this.touched();
    }

    touched(): void {
        const panel = this.desk?.current;
        if (panel) this.code.textContent = this.language === "Python" ? panel.python(4) : panel.command();
    }

    link(): string {
        return `${location.href.replace(/#.*/, "")}#${written(this.desk?.place ?? {})}`;
    }

    /** A program that computes the shown results: the robot's lines, then the screen's. */
    script(): string {
        const { desk } = this, panel = desk?.current;
        if (!desk || !panel) return "";
        const printed = panel.python(12).split("; ").map((x) => (x.startsWith("print(") ? x : `print(${x.replace(/ +#.*/, "")})`));
        return [desk.script, ...(panel.before?.() ?? []), ...printed, ""].join("\n");
    }

    /** The stage as it is seen, as a file. */
    private async picture(): Promise<void> {
        const found = await this.desk?.stage.picture();
        if (found) save(found.type === "image/svg+xml" ? "robot.svg" : "robot.png", found);
    }

    fail(error: unknown): void {
        const card = h("div.sheet", {}, trouble(error));
        if (!this.desk) card.append(h("div.row", {}, h("button.primary", { onclick: () => void this.open("planar_2r") }, "Open the planar 2R")));
        if (this.desk) this.sheet.prepend(card);
        else this.sheet.replaceChildren(card);
    }

    private theme(dark: boolean): void {
        this.dark = dark;
        document.documentElement.dataset.theme = dark ? "dark" : "light";
        localStorage.setItem("theme", dark ? "dark" : "light");
        this.desk?.stage.theme(dark);
    }

    private key(e: KeyboardEvent): void {
        if (e.altKey && /^[1-7]$/.test(e.key)) {
            const screen = SCREENS[Number(e.key) - 1];
            if (screen) this.go(screen[0]);
            return e.preventDefault();
        }
        if (e.key === "Escape") {
            this.list?.remove();
            this.list = null;
            this.desk?.lamp.off();
            return;
        }
        const typing = (e.target as HTMLElement).closest?.("input[type=text], textarea, select, .cell");
        if (typing || !this.desk) return;
        if (this.desk.panel(this.screen).key?.(e)) return e.preventDefault();
        if (e.ctrlKey || e.metaKey || e.altKey) return;
        const { desk } = this;
        const nudge = (steps: number) => {
            if (!(e.target as HTMLElement).closest?.("input, .symbol")) desk.sliders.nudge(steps * (e.shiftKey ? 10 : 1));
        };
        const keys: Record<string, () => void> = {
            t: () => this.theme(!this.dark), f: () => desk.stage.frame(), c: () => void navigator.clipboard.writeText(this.script()), p: () => void this.picture(),
            "?": () => this.help(), "/": () => this.find(), ArrowLeft: () => nudge(-1), ArrowRight: () => nudge(1),
            r: () => desk.x.reset(), q: () => { this.go("derive"); this.desk!.panel("derive").key?.(e); }, d: () => { this.go("simulate"); this.desk!.panel("simulate").key?.(e); },
        };
        const k = Number(e.key);
        const found = k >= 1 && k <= desk.robot.nv ? () => desk.lamp.hold({ coordinate: k - 1, symbol: `q${k}` }) : keys[e.key] ?? keys[e.key.toLowerCase()];
        if (!found) return;
        found();
        e.preventDefault();
    }

    private help(): void {
        this.list?.remove();
        this.list = h("div.keys", { role: "dialog", "aria-label": "Keys", onclick: () => { this.list?.remove(); } }, h("div", {}, ...KEYS.flatMap(([key, words]) => [h("kbd", {}, key), h("span", {}, words)])));
        document.body.append(this.list);
    }

    /** Light what is typed: a symbol of the equations or a joint's name. */
    private find(): void {
        this.list?.remove();
        const { desk } = this;
        if (!desk) return;
        const names = [...Object.keys(desk.robot.owners), ...desk.robot.coordinates.map((x) => x.name)];
        const field = h<HTMLInputElement>("input.mono", {
            type: "text", "aria-label": "Symbol or joint", placeholder: "q2, m1, …", oninput: () => {
                const x = names.find((y) => y === field.value) ?? names.find((y) => y.toLowerCase().startsWith(field.value.toLowerCase()));
                const k = desk.robot.coordinates.findIndex((c) => c.name === x), owner = x ? desk.robot.owners[x] : undefined;
                desk.lamp.point(k >= 0 ? { coordinate: k, symbol: `q${k + 1}` } : owner ? { symbol: x, coordinate: owner.coordinate, body: owner.body } : undefined);
            }, onkeydown: (e) => { if ((e as KeyboardEvent).key === "Enter") this.list?.remove(); },
        });
        this.list = h("div.keys", { role: "dialog", "aria-label": "Find", onclick: (e) => { if (e.target === e.currentTarget) this.list?.remove(); } }, h("div", {}, h("span", {}, "Find"), field));
        document.body.append(this.list);
        field.focus();
    }

    private listenDrops(app: HTMLElement): void {
        app.addEventListener("dragover", (e) => { e.preventDefault(); app.classList.add("dropping"); });
        app.addEventListener("dragleave", () => app.classList.remove("dropping"));
        app.addEventListener("drop", (e) => {
            e.preventDefault();
            app.classList.remove("dropping");
            void dropped(e.dataTransfer!).then((files) => {
                if (!files.length || !this.desk) return;
                if (this.screen !== "identify" || files.length !== 1) this.go("model");
                this.desk.panel(this.screen).drop?.(files);
            });
        });
    }
}

declare global {
    interface Window { studio: Studio }
}
window.studio = new Studio();
