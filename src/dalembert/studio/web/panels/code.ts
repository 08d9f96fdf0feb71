/** Code: the robot's functions in each language, how many operations they are, how fast they run here. */

import { h, number } from "../element";
import type { Desk } from "./desk";
import { choose, filled, section, type Panel } from "./panel";

interface Answer { files: { name: string; text: string; cut: boolean }[] }
interface Count { mul: number; add: number; div: number; sincos: number; total: number }
interface Speed { quantity: string; batch_ns: number; single_us: number; batch: number }

const TARGETS = ["c", "cpp", "cuda", "ptx", "matlab", "python", "rust", "julia", "javascript", "ros", "fmu"];
const NAMES: Record<string, string> = { c: "C", cpp: "C++", cuda: "CUDA", ptx: "PTX", matlab: "MATLAB", python: "Python", rust: "Rust", julia: "Julia", javascript: "JavaScript", ros: "ROS 2", fmu: "FMU" };
const QUANTITIES = ["inverse_dynamics", "forward_dynamics", "mass_matrix", "gravity_vector", "coriolis_vector", "forward_kinematics", "jacobian"];

export class Code implements Panel {
    readonly element = h("div.sheet.code");
    private target = "c";
    private quantity = "inverse_dynamics";
    private source = h("div");
    private counts = h("div");
    private speed = h("div.speeds");
    private begun = false;

    constructor(private desk: Desk) {
        this.element.append(
            h("section.part", {}, h("div.controls", {},
                choose("Language", TARGETS.map((x) => [x, NAMES[x]!]), this.target, (x) => { this.target = x; this.ask(); }),
                choose("Function", QUANTITIES.map((x) => [x, x.replaceAll("_", " ")]), this.quantity, (x) => { this.quantity = x; this.ask(); })),
            this.source),
            section("Operations", "of the compiled programs", this.counts),
            section("Speed", "per state, on this machine and in this browser", this.speed),
        );
    }

    enter(): void {
        if (this.begun) return;
        this.begun = true;
        this.ask();
        void filled<{ counts: Record<string, Count> }>(this.counts, this.desk, "Counting", "counts", {}, (x) => [h("div.scroll", {}, h("table.numbers", {},
            h("thead", {}, h("tr", {}, ...["", "products", "sums", "divisions", "sine, cosine"].map((y) => h("th", {}, y)))),
            h("tbody", {}, ...Object.entries(x.counts).map(([name, c]) => h("tr", {}, h("th", { scope: "row" }, name.replaceAll("_", " ")), ...[c.mul, c.add, c.div, c.sincos].map((v) => h("td", {}, String(v))))))))]);
        void filled<Speed>(this.speed, this.desk, "Measuring", "speed", { quantity: "inverse_dynamics" }, (x) => {
            const here = this.browser();
            return ([[`${number(x.batch_ns, 0)} ns`, `compiled, ${x.batch} states at once`], [`${number(x.single_us)} µs`, "compiled, one call from Python"], [here ? `${number(here, 2)} µs` : "–", "WebAssembly, one call in this page"]] as const)
                .map(([value, words]) => h("div", {}, h("span.note", {}, words), h("b", {}, value)));
        });
    }

    /** µs of one call of the page's own kernel, over many. */
    private browser(): number {
        const { kernel, x } = this.desk;
        const calls = 2000;
        for (let i = 0; i < 200; i++) kernel.shares(x);
        const begun = performance.now();
        for (let i = 0; i < calls; i++) kernel.shares(x);
        return 1000 * (performance.now() - begun) / calls;
    }

    private ask(): void {
        this.desk.host.touched();
        void filled<Answer>(this.source, this.desk, "Writing", "code", { target: this.target, quantity: this.quantity }, (x) => {
            const show = (k: number) => {
                const file = x.files[k]!;
                const tabs = h("div.segments", { role: "tablist" }, ...x.files.map((f, i) => h("button.segment", { role: "tab", "aria-selected": String(i === k), onclick: () => { const made = show(i); this.source.replaceChildren(...made); } }, f.name)));
                return [h("div.line", {}, tabs, h("span.space"), h("button", { onclick: () => void navigator.clipboard.writeText(file.text) }, "Copy"), h("button", { onclick: () => save(file.name, file.text) }, "Save")),
                    h("pre.source", { tabindex: 0 }, file.text.slice(0, 60000), file.cut || file.text.length > 60000 ? "\n…" : "")];
            };
            return show(Math.max(0, x.files.findIndex((f) => /\.(c|hpp|cu|m|py|rs|jl|mjs|js)$/.test(f.name))));
        });
    }

    python(): string {
        return `da.export_code(robot, "${this.quantity}", "${this.target}", "out")`;
    }

    command(): string {
        return `dalembert codegen ${this.desk.command} ${this.quantity} --target ${this.target} -o out${this.desk.values}`;
    }

    state(): Record<string, unknown> {
        return { target: this.target, quantity: this.quantity };
    }

    restore(x: Record<string, unknown>): void {
        if (TARGETS.includes(String(x.target))) this.target = String(x.target);
        if (QUANTITIES.includes(String(x.quantity))) this.quantity = String(x.quantity);
        const [a, b] = this.element.querySelectorAll("select");
        a!.value = this.target;
        b!.value = this.quantity;
        if (this.begun) this.ask();
    }
}

/** Hand a file to the browser. */
export function save(name: string, data: string | Blob): void {
    const link = h<HTMLAnchorElement>("a", { download: name });
    const blob = typeof data === "string" ? new Blob([data], { type: "text/plain" }) : data;
    link.href = URL.createObjectURL(blob);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
