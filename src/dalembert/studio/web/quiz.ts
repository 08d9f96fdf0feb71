/** “Quiz me”: a row of the equations is hidden, the student types it, and the page explains what is wrong and why. */

import { compare, STATES, type Finding, type Verdict } from "./compare";
import { WORDS } from "./equation";
import { h } from "./element";
import type { Kernel } from "./kernel";
import { markup } from "./markup";
import { Mistyped, parse } from "./parse";
import type { Payload, Row } from "./payload";

export class QuizCard {
    readonly element: HTMLElement;
    private field = h<HTMLTextAreaElement>("textarea.mono", { rows: 3, spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-label": "Your answer" });
    private answer = h("div", { "aria-live": "polite" });
    private title = h("h2");
    private count = h("span.note");
    private at = 0;

    /** `hide` receives the hidden row, or null. */
    constructor(private robot: Payload, private kernel: Kernel, private hide: (row: number | null) => void) {
        const button = (text: string, f: () => void, name = "button") => h(name, { onclick: f }, text);
        this.field.addEventListener("keydown", (e) => {
            if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) this.check();
            if (e.key === "Escape") this.field.blur();
            e.stopPropagation();
        });
        this.element = h("section.quiz", { id: "quiz" },
            h("div.head", {}, this.title, h("span.grow"), this.count),
            this.field,
            h("div.actions", {}, button("Check", () => this.check(), "button.primary"), button("Another", () => this.next()),
                button("Show", () => this.show()), h("span.note", {}, "Use Python notation: qd1, qdd2, sin(q1 + q2), lc2**2.")),
            this.answer);
        this.ask();
    }

    private get row(): Row {
        return this.robot.equations!.rows[this.robot.quiz!.rows[this.at]!]!;
    }

    private ask(): void {
        this.title.replaceChildren("Quiz me: write ", markup(this.row.left.replace("<mo>=</mo>", "")));
        this.count.textContent = `${this.at + 1} of ${this.robot.quiz!.rows.length}`;
        this.field.placeholder = `${this.row.name} = …`;
        this.answer.replaceChildren();
    }

    /** Begin: the row is hidden until it is answered or shown. */
    start(): void {
        this.hide(this.robot.quiz!.rows[this.at]!);
        this.element.scrollIntoView({ block: "center" });
        this.field.focus();
    }

    /** Check a given equation as an answer. */
    claim(row: string, typed: string): void {
        const { rows } = this.robot.equations!;
        this.at = Math.max(0, this.robot.quiz!.rows.findIndex((k) => rows[k]!.name === row));
        this.ask();
        this.start();
        this.field.value = `${row} = ${typed}`;
        this.check();
    }

    private next(): void {
        this.at = (this.at + 1) % this.robot.quiz!.rows.length;
        this.field.value = "";
        this.ask();
        this.start();
    }

    private show(): void {
        this.hide(null);
        this.answer.replaceChildren(h("div.verdict", {}, markup(this.row.left), ...this.row.terms.map((x) => formula(x.kind, x.math))));
    }

    check(): void {
        try {
            const typed = parse(this.field.value, this.robot.quiz!.symbols, this.row.name);
            const found = compare(this.kernel, this.row, typed);
            if (found.right) this.hide(null);
            this.answer.replaceChildren(card(found, this.robot));
        } catch (error) {
            if (!(error instanceof Mistyped)) throw error;
            this.answer.replaceChildren(h("div.verdict", {}, error.message));
        }
    }
}

/** How it was compared, in words. */
function method({ quiz }: Payload): string {
    const { digits, lambdas, balls } = quiz!;
    return `Random testing: compared term by term at ${STATES} random states and values of the symbols, to ${digits ? `the ${digits} digits that the page shows` : "nine digits"}.`
        + (lambdas.length ? " Coordinates and λ count as independent: forms that use the loop closure are not recognised." : "")
        + (balls.length ? " The rates of ball and free joints are angular velocities in the axes of their links." : "")
        + (digits || lambdas.length ? "" : " Exact proof: da.check in Python.");
}

function card(found: Verdict, robot: Payload): HTMLElement {
    if (found.right)
        return h("div.verdict.good", {}, h("strong", {}, "Right."), " Every term agrees.", h("p.note", {}, method(robot)));
    if (found.right === null)
        return h("div.verdict", {}, h("strong", {}, "Right in this convention:"), ` ${robot.quiz!.absolute!.words}.`, ...found.findings.map(line), h("p.note", {}, method(robot)));
    const count = (fault: Finding["fault"]) => found.findings.filter((x) => x.fault === fault).length;
    const parts = [[count("missing"), "missing"], [count("remove"), "to remove"], [count("sign"), "with the wrong sign"],
        [count("factor") + count("differs"), "with a wrong factor"]] as [number, string][];
    const counts = parts.filter(([n]) => n).map(([n, what]) => `${["no", "one", "two", "three"][n] ?? n} ${what}`);
    const title = found.other ? "Not yet: the answer does not have the form of an effort." : `Not yet: ${counts.join(", ")}.`;
    const why = found.forgot
        ? "You stopped at d/dt ∂T/∂q̇. Lagrange's equation also subtracts ∂T/∂q, because the inertia changes with the posture even at constant velocities."
        : reason(found.findings[0], robot);
    return h("div.verdict.bad", {}, h("strong", {}, title), ...found.findings.map(line), why && h("p", {}, why), h("p.note", {}, method(robot)));
}

function line(x: Finding): HTMLElement {
    const kind = x.term ? h("span.note", {}, WORDS[x.term.kind]) : null;
    if (x.fault === "remove")
        return h("div.finding", {}, h("span.note", {}, "remove"), h("s.mono", {}, x.typed ?? `the term with ${x.slot}`));
    const words = { missing: "missing", sign: "wrong sign; it is", factor: `yours is ${fraction(x.factor ?? 0)} times`, differs: "not the same as" }[x.fault];
    return h("div.finding", {}, h("span.note", {}, words), x.term ? formula(x.term.kind, x.term.math) : `the term with ${x.slot}`, kind);
}

function reason(x: Finding | undefined, robot: Payload): string {
    if (!x) return "";
    const kind = x.term?.kind;
    if (x.fault === "sign" && kind === "centrifugal") return "Its sign is that of −½ ∂M/∂q: the joint effort holds back a mass that moves outwards.";
    if (x.fault === "factor" && kind === "Coriolis") return "A product of two different velocities appears twice in q̇ᵀC q̇, once in each order, so it has the factor 2.";
    if (kind === "gravity") return "The gravity term is ∂U/∂q of this joint: differentiate the height of every mass that the joint moves.";
    if (kind === "inertial") return "The factor of an acceleration is an entry of M. It includes every mass that the joint moves, at its distance from the axis.";
    if (kind === "loop") return "The factor of λ is the derivative of a closure equation with respect to this coordinate, with the sign of τ = … − Jᵀλ.";
    if (x.fault === "remove") return "No Christoffel symbol of this row has these velocities: differentiate M again.";
    return robot.derivation.length ? "See the step “Equations of motion” of the derivation." : "";
}

function formula(kind: string, math: string): HTMLElement {
    const made = h("span.term", {}, h("span.pieces", {}, markup(math)));
    made.classList.add(kind);
    return made;
}

function fraction(x: number): string {
    for (const d of [1, 2, 3, 4, 6, 12]) if (Math.abs(x * d - Math.round(x * d)) < 1e-9) return d === 1 ? String(Math.round(x)) : `${Math.round(x * d)}/${d}`;
    return x.toPrecision(4);
}
