/** "Quiz me": one effort is hidden; Python checks exactly what a student types and explains mistakes. */

import { h } from "../element";
import { markup } from "../markup";
import { spelled } from "../spell";
import { interactive } from "../symbol";
import type { Desk } from "./desk";
import { trouble, waiting } from "./panel";

interface Term { kind: string; math: string; text: string; expected?: string }
interface Verdict {
    correct: boolean | null; right_if: string[]; missing: Term[]; wrong: Term[]; reasons: string[]; dimensions: string[]; conventions: string[]; notes: string[]; words: string;
}

export class Quiz {
    readonly element: HTMLElement;
    private field: HTMLTextAreaElement;
    private verdict = h("div.answer", { "aria-live": "polite" });
    private head = h("h2");
    private count = h("span.note");
    private at = 0;
    private rows: number[];
    private cover: HTMLElement;
    private hidden = false;

    constructor(private desk: Desk, private equations: HTMLElement) {
        this.rows = desk.robot.quiz!.rows;
        this.field = h<HTMLTextAreaElement>("textarea.mono", {
            rows: 2, spellcheck: "false", autocomplete: "off", placeholder: "(m2*lc2^2 + I2)*qdd1 + …   or   tau2 = …", "aria-label": "Your answer",
            onkeydown: (e) => {
                const key = e as KeyboardEvent;
                if (key.key === "Enter" && !key.shiftKey) { key.preventDefault(); void this.check(); }
                key.stopPropagation();
            },
        });
        this.cover = h("button", { "aria-pressed": "false", title: "Q", onclick: () => this.ask(!this.hidden) });
        const letter = (name: string) => h("button.letter", { "aria-label": `write ${name}`, onclick: () => this.write(name) }, name);
        this.element = h("section.part.quiz", {}, h("div.line", {}, this.head, h("span.space"), this.count), this.field,
            h("div.letters", { role: "group", "aria-label": "Symbols of an answer" }, ...desk.robot.quiz!.symbols.slice(0, 24).map(letter), ...["sin()", "cos()", "^2"].map(letter)),
            h("div.row", {}, h("button.primary", { onclick: () => void this.check() }, "Check"), this.cover, h("button", { onclick: () => this.turn(1) }, "Another")),
            h("p.note", {}, "Type the equation, then press Check (Enter). Every term is compared exactly, and mistakes are explained."), this.verdict);
        this.turn(0);
    }

    private get name(): string {
        return this.desk.robot.equations?.rows[this.rows[this.at]!]?.name ?? `tau${this.rows[this.at]! + 1}`;
    }

    private turn(by: number): void {
        this.at = (this.at + by) % this.rows.length;
        const left = this.desk.robot.equations?.rows[this.rows[this.at]!]?.left;
        this.head.replaceChildren("Quiz me: write ", left ? markup(left.replace(/<mo[^>]*>=<\/mo>/, "")) as unknown as Node : this.name);
        this.count.textContent = `${this.at + 1} of ${this.rows.length}`;
        this.verdict.replaceChildren();
        this.field.value = "";
        this.ask(this.hidden);
    }

    /** Whether the effort to find is hidden among the equations. */
    private ask(hidden: boolean): void {
        this.hidden = hidden;
        const row = this.rows[this.at]!;
        this.equations.querySelectorAll(".row").forEach((x, i) => x.classList.toggle("covered", hidden && i === row));
        this.cover.replaceChildren(hidden ? "Show the equation" : "Hide the equation");
        this.cover.setAttribute("aria-pressed", String(hidden));
    }

    /** Put a symbol where the caret is. */
    private write(text: string): void {
        const { field } = this, at = field.selectionStart, inner = text.endsWith("()") ? 1 : 0;
        field.setRangeText(text, at, field.selectionEnd, "end");
        field.selectionStart = field.selectionEnd = at + text.length - inner;
        field.focus();
    }

    get text(): string {
        return this.field.value;
    }

    set text(x: string) {
        this.field.value = x;
    }

    focus(): void {
        this.ask(true);
        this.field.scrollIntoView({ block: "center" });
        this.field.focus();
    }

    private async check(): Promise<void> {
        const written = this.field.value.trim();
        const text = written.includes("=") ? written : `${this.name} = ${written}`;
        const { element, tick } = waiting("Checking");
        this.verdict.replaceChildren(element);
        try {
            this.report((await this.desk.requests.ask("check", { text: written ? text : "" }, tick, this.verdict)) as Verdict);
        } catch (error) {
            this.verdict.replaceChildren(trouble(error));
        }
    }

    /** A sentence with formulas; symbols outside of formulas become letters with subscripts. */
    private reason(words: string): HTMLElement {
        const made = h("p.reason", {}, markup(words), ".");
        for (const x of [...made.childNodes]) if (x.nodeType === Node.TEXT_NODE) x.replaceWith(...x.textContent!.split(/(\S*∂\S*)/).flatMap((y, i) => (i % 2 ? [h("span", {}, ...this.spelled(y))] : this.spelled(y))));
        return made;
    }

    private spelled(text: string): (Node | string)[] {
        return spelled(text, this.desk.robot.owners).filter((y): y is Node | string => !!y);
    }

    private report(x: Verdict): void {
        const card = h("div.verdict", {});
        if (x.correct !== null) card.classList.add(x.correct ? "good" : "bad");
        if (x.correct) {
            this.ask(false);
            card.append(h("b", {}, "Right."), h("p", {}, x.conventions.length ? `In another convention: ${x.conventions.join("; ")}.` : "Every term equals that of the model for every state. The comparison is exact, not at sample states."));
        } else if (x.correct === null) {
            card.append(h("b", {}, "Right in this convention."), ...x.right_if.map((why) => h("p", {}, `${why}.`)));
        } else {
            card.append(h("b", {}, headline(x)));
            const part = (words: string, ...terms: HTMLElement[]) => h("span.pair", {}, h("span.note", {}, words), ...terms);
            card.append(h("div.terms", {}, ...x.missing.map((t) => part("missing", term(t))),
                ...x.wrong.map((t) => (t.expected ? part("instead of", struck(t), h("span.note", {}, "write"), term({ ...t, math: t.expected })) : part("remove", struck(t))))),
                ...[...x.dimensions, ...x.reasons].map((why) => this.reason(why)));
        }
        card.append(...x.notes.map((note) => h("p.note", {}, `${note}.`)));
        this.verdict.replaceChildren(card);
        interactive(card, this.desk.robot, this.desk.lamp);
        card.scrollIntoView({ block: "nearest" });
    }
}

function headline({ missing, wrong }: Verdict): string {
    const extra = wrong.filter((x) => !x.expected).length, changed = wrong.length - extra;
    const phrase = (n: number, words: string) => (n ? [`${["no", "one", "two", "three", "four", "five"][n] ?? n} term${n > 1 ? "s" : ""} ${n > 1 ? words.replace(/^is /, "are ") : words}`] : []);
    const parts = [...phrase(missing.length, "is missing"), ...phrase(extra, "must be removed"), ...phrase(changed, "is wrong")];
    return parts.length ? `Not yet: ${parts.join(", ")}.` : "Not yet.";
}

const wrapped = (math: string): string => (math.startsWith("<math") ? math : `<math>${math}</math>`);

function term(x: Term): HTMLElement {
    const made = h("span.term", { "data-kind": x.kind, title: x.kind }, markup(wrapped(x.math)));
    made.classList.add(x.kind.replace(/[^A-Za-z]/g, ""));
    return made;
}

function struck(x: Term): HTMLElement {
    const made = term(x);
    made.classList.add("struck");
    return made;
}
