/** Derive: the method, its steps, the equations term by term with their values, the shares of torque, quiz and proof. */

import { Bars } from "../bars";
import { h } from "../element";
import { EquationSheet, legend } from "../equation";
import { assumptions, claims } from "../lesson";
import { markup } from "../markup";
import type { Certificate, Kind, Step } from "../payload";
import { interactive } from "../symbol";
import type { Desk } from "./desk";
import { choose, list, section, trouble, waiting, type Panel } from "./panel";
import { Quiz } from "./quiz";

const WHOLE = '<math><mi mathvariant="normal">𝝉</mi><mo>=</mo><mi>𝑴</mi><mo>(</mo><mi>𝒒</mi><mo>)</mo><mover accent="true"><mrow><mi>𝒒</mi><mspace height="0.62em"/></mrow><mo stretchy="false">¨</mo></mover><mo>+</mo><mi>𝒄</mi><mo>+</mo><mi>𝒈</mi></math>';
const CLOSE = 1e-9; // rounding of the sum of the terms
const METHODS: [string, string][] = [["lagrange", "Lagrange"], ["newton-euler", "Newton-Euler"], ["kane", "Kane"], ["hamilton", "Hamilton"], ["virtual-work", "Virtual work"]];
const LETTERS = 19, LEAST = 8; // pixels of a letter of a formula; narrowest column in em
interface Group { title: string; steps: Step[] }

export class Derive implements Panel {
    readonly element = h("div.sheet.derive");
    private rail = h("nav.rail", { "aria-label": "Steps" });
    private steps = h("ol.steps");
    private proof = h("div.proof");
    private page = h("div.page");
    private method = "lagrange";
    private step = -1; // the equations
    private groups: Group[] = [];
    private equations: EquationSheet | null = null;
    private bars: Bars;
    private agreement = h("p.note");
    private quiz: Quiz | null;
    private last: HTMLElement;
    private pick: HTMLElement;
    private wide = 0; // em, width of the column for which the steps were broken into lines
    private resized = 0;

    constructor(private desk: Desk) {
        const { robot, lamp } = desk;
        const found = robot.equations;
        if (found && found.rows.length) this.equations = new EquationSheet(robot, found, lamp);
        const which = robot.coordinates.flatMap((x, k) => (x.driven || !robot.loops ? [k] : [])).slice(0, 40);
        this.bars = new Bars(robot.coordinates, which, lamp);
        this.quiz = robot.quiz && this.equations ? new Quiz(desk, this.equations.element) : null;
        const kinds = found ? ([...new Set(found.rows.flatMap((x) => x.terms.map((y) => y.kind)))] as Kind[]) : [];
        this.last = h("div", {},
            section(found?.title ?? "Equations of motion", found?.note ?? "",
                found && robot.reason ? h("p", {}, markup(WHOLE), `. ${robot.reason}`) : null,
                found ? legend(kinds, lamp) : null,
                this.equations?.element ?? h("div.empty", {}, robot.reason || "The closed form is too long to show; its current values are below.")),
            section("Share of each torque", robot.loops ? "motors at this posture, live" : "at this posture, live", found ? null : legend(Object.keys(desk.kernel.shares(desk.x).kinds) as Kind[], lamp), this.bars.element, this.agreement),
            this.quiz?.element ?? null,
        );
        if (robot.coordinates.some((x) => x.motion === "ball")) this.method = "kane"; // their rates have no coordinates behind them
        this.pick = choose("Method", METHODS, this.method, (x) => this.choose(x));
        this.rail.append(this.pick, this.steps, this.proof);
        this.element.append(this.rail, this.page);
        void this.proved();
        this.turn(-1);
        new ResizeObserver(() => this.fit()).observe(this.page);
    }

    /** Derive the steps for the width of the column, and again when it has changed much. */
    private fit(): void {
        const pixels = this.page.firstElementChild?.clientWidth ?? 0, wide = Math.max(LEAST, Math.floor(2 * pixels / LETTERS) / 2);
        if (!pixels || (wide >= this.wide && wide < this.wide + 3) || matchMedia("print").matches) return;
        clearTimeout(this.resized);
        this.resized = setTimeout(() => { this.wide = wide; void this.derived(); }, this.wide ? 300 : 0) as unknown as number;
    }

    private choose(method: string): void {
        this.method = method;
        this.step = -1;
        this.groups = [];
        void this.derived();
        this.turn(-1);
        this.desk.host.touched();
    }

    private async derived(): Promise<void> {
        if (!this.wide) return; // until the column is on the screen
        const { element, tick } = waiting("Deriving");
        if (!this.groups.length) this.steps.replaceChildren(element);
        try {
            const found = (await this.desk.requests.ask("derive", { method: this.method, width: this.wide }, tick, this.steps)) as { method: string; steps: Step[] };
            if (found.method !== this.method) return;
            this.groups = grouped(found.steps);
        } catch (error) {
            this.groups = [];
            this.steps.replaceChildren(trouble(error, () => void this.derived()));
            return;
        }
        this.list();
        if (this.step >= 0) this.turn(this.step);
    }

    private list(): void {
        const names = [...this.groups.map((x) => x.title), "Equations"];
        this.steps.replaceChildren(...names.map((name, i) => {
            const at = i === this.groups.length ? -1 : i;
            return h("li", {}, h("button.step", { "aria-current": at === this.step ? "step" : "false", "data-step": i + 1, onclick: () => this.turn(at) }, h("span.n", {}, String(i + 1)), name));
        }));
    }

    /** A step of the derivation, or the equations (−1). */
    private turn(step: number): void {
        this.step = step < this.groups.length ? step : -1;
        if (this.groups.length) this.list();
        const group = this.groups[this.step];
        if (!group) this.page.replaceChildren(this.last);
        else {
            const parts = group.steps.flatMap((x, i) => [i ? h("h3", {}, x.title) : null, ...x.parts.map((p) => h("div.formula", {}, markup(p))),
                x.folded && !x.parts.length ? h("p.note", {}, "Too long to show.") : null]);
            const folded = group.steps.some((x) => x.folded) ? h("p.note", {}, "Right sides with more than 24 terms are not shown. To write all of them to a file: ", h("code", {}, `${this.command()} --terms 100000 -o steps.txt`)) : null;
            const next = this.step + 1;
            const more = h("button", { onclick: () => this.turn(next < this.groups.length ? next : -1) }, next < this.groups.length ? `Next: ${this.groups[next]!.title}` : "Next: Equations");
            const page = section(`${this.step + 1}. ${group.title}`, METHODS.find(([x]) => x === this.method)?.[1] ?? "", ...parts, folded, h("div.row", {}, more));
            interactive(page, this.desk.robot, this.desk.lamp);
            this.page.replaceChildren(page);
        }
        this.page.parentElement?.scrollTo(0, 0);
        this.show();
        this.desk.host.touched();
    }

    private async proved(): Promise<void> {
        const { element, tick } = waiting("Proving");
        this.proof.replaceChildren(element);
        try {
            const found = (await this.desk.requests.ask("certificate", {}, tick)) as Certificate;
            const all = found.claims.every((x) => x.holds), title = !all ? "Some properties fail" : found.claims.every((x) => x.proved) ? "Proved exactly" : "Checked at random states";
            const card = h("div.verdict", {}, h("b", {}, title), h("p", {}, markup(found.short)), h("button.all", { onclick: () => this.claims(found) }, "Show details"));
            card.classList.add(all ? "good" : "bad");
            this.proof.replaceChildren(card);
        } catch (error) {
            this.proof.replaceChildren(trouble(error, () => void this.proved()));
        }
    }

    /** Claims that hold, and how each is known. */
    private claims(found: Certificate): void {
        this.page.replaceChildren(section("Properties", found.title, h("div.verdict.good", {}, ...claims(found)), assumptions(found),
            h("div.row", {}, h("button", { onclick: () => this.turn(-1) }, "Back to the equations"))));
        this.page.parentElement?.scrollTo(0, 0);
    }

    show(): void {
        if (this.step >= 0) return;
        const { kernel, x, robot } = this.desk;
        const shares = kernel.shares(x);
        this.bars.show(shares);
        if (!this.equations || !kernel.has("equation")) return;
        const values = kernel.equation(x, Object.values(robot.parameters));
        this.equations.show(values);
        let worst = 0, most = 1e-9;
        for (const row of robot.equations?.what === "tau" ? robot.equations.rows : []) {
            const sum = row.terms.reduce((a, t) => a + values[t.at]!, 0);
            worst = Math.max(worst, Math.abs(sum - shares.total[row.coordinate]!));
            most = Math.max(most, Math.abs(sum));
        }
        this.agreement.textContent = worst > CLOSE * most ? "The terms do not add up to these torques; please report this." : "";
    }

    python(digits: number): string {
        const { x } = this.desk;
        const tau = this.desk.robot.loops ? "" : `  # → ${list(this.desk.kernel.shares(x).total, 2)}`;
        if (this.step >= 0) return `da.derive(robot, "${this.method}").steps[${this.step}]`;
        return `da.inverse_dynamics(robot, ${list(x.q, digits)}, ${list(x.qd, digits)}, ${list(x.qdd, digits)})${tau}`;
    }

    command(): string {
        return `dalembert derive ${this.desk.command} --method ${this.method}`;
    }

    state(): Record<string, unknown> {
        return { method: this.method, step: this.step, answer: this.quiz?.text ?? "" };
    }

    restore(x: Record<string, unknown>): void {
        if (METHODS.some(([m]) => m === x.method) && x.method !== this.method) {
            this.method = String(x.method);
            this.groups = [];
            this.pick.querySelector("select")!.value = this.method;
            void this.derived();
        }
        if (typeof x.step === "number") this.step = x.step;
        if (this.groups.length) this.turn(this.step);
        if (typeof x.answer === "string" && this.quiz) this.quiz.text = x.answer;
    }

    key(e: KeyboardEvent): boolean {
        if (e.key.toLowerCase() !== "q" || e.ctrlKey || e.metaKey || e.altKey) return false;
        this.turn(-1);
        if (this.quiz) this.quiz.focus();
        else this.desk.notify("There is no quiz for this robot, because its equations are too long.");
        return true;
    }
}

/** Steps with those below them. */
function grouped(steps: Step[]): Group[] {
    const top = Math.min(...steps.map((x) => x.level));
    const found: Group[] = [];
    for (const x of steps) {
        if (x.level === top) found.push({ title: x.title.replace(/^[\d.]+ /, ""), steps: [x] });
        else found.at(-1)?.steps.push(x);
    }
    return found;
}
