/** Expressions that a student types, read by hand: nothing is run.
 *
 *     tau2 = (m2*lc2**2 + I2)*qdd2 + m2*g*lc2*cos(q1 + q2)        also ^ for powers, and 2 m1 for 2*m1
 */

export type Values = Record<string, number>;
export interface Formula { at(values: Values): number; text: string }

const FUNCTIONS: Record<string, (x: number) => number> = {
    sin: Math.sin, cos: Math.cos, tan: Math.tan, sqrt: Math.sqrt, exp: Math.exp, abs: Math.abs, sign: Math.sign, tanh: Math.tanh,
};
const TOKEN = /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|([A-Za-z_][A-Za-z_0-9]*)|(\*\*|[-+*/^(),]))/y;
const LONGEST = 4000, DEEPEST = 60;

export class Mistyped extends Error {}

/** The sum that was typed, and each of its terms by itself. */
export function parse(source: string, known: readonly string[], wanted = ""): { whole: Formula; terms: Formula[] } {
    if (source.length > LONGEST) throw new Mistyped(`The text is too long: at most ${LONGEST} characters.`);
    const sides = typed(source).split("="), left = sides.length > 1 ? sides[0]!.replace(/[\s_{}\\]/g, "") : "";
    if (sides.length > 2) throw new Mistyped("Enter one equation; the text contains more than one “=”.");
    if (/^tau\d+$/.test(left) && wanted && left !== wanted) throw new Mistyped(`The requested effort is ${wanted}, not ${left}.`);
    const right = sides.at(-1)!;
    const reader = new Reader(right, tokens(right), new Set(known));
    const terms = reader.sum(0);
    reader.end();
    return { whole: { text: right.trim(), at: (v) => terms.reduce((s, x) => s + x.at(v), 0) }, terms };
}

const LOW = "₀₁₂₃₄₅₆₇₈₉", HIGH = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** As on paper: q̇₁² is qd1**2, λ₁ is lambda1. */
function typed(source: string): string {
    return source.normalize("NFD").replace(/q\u0308/g, "qdd").replace(/q\u0307\u0307/g, "qdd").replace(/q\u0307/g, "qd").replace(/λ/g, "lambda").replace(/τ/g, "tau").replace(/π/g, "pi")
        .replace(/[₀-₉]/g, (d) => String(LOW.indexOf(d))).replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (x) => `**${[...x].map((d) => HIGH.indexOf(d)).join("")}`)
        .replace(/\u2212/g, "-").replace(/[·×⋅]/g, "*");
}

interface Token { kind: "number" | "name" | "sign"; text: string; from: number; to: number }

function tokens(text: string): Token[] {
    const found: Token[] = [];
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < text.length && text.slice(TOKEN.lastIndex).trim()) {
        const at = TOKEN.lastIndex, match = TOKEN.exec(text);
        if (!match) throw new Mistyped(`Cannot read “${text.slice(at).trim().slice(0, 12)}”.`);
        found.push({ kind: match[1] !== undefined ? "number" : match[2] !== undefined ? "name" : "sign", text: match[0].trim(), from: at, to: TOKEN.lastIndex });
    }
    if (!found.length) throw new Mistyped("Enter an equation.");
    return found;
}

class Reader {
    private i = 0;

    constructor(private source: string, private all: Token[], private known: Set<string>) {}

    private get next(): string {
        return this.all[this.i]?.text ?? "";
    }

    private take(text: string): boolean {
        if (this.next !== text || this.all[this.i]?.kind !== "sign") return false;
        this.i++;
        return true;
    }

    end(): void {
        if (this.i < this.all.length) throw new Mistyped(`Unexpected “${this.next}”.`);
    }

    sum(depth: number): Formula[] {
        if (depth > DEEPEST) throw new Mistyped("The brackets are nested too deeply.");
        const terms: Formula[] = [];
        let sign = this.take("-") ? -1 : (this.take("+"), 1);
        for (;;) {
            const start = this.i, x = this.product(depth), s = sign;
            const text = (s < 0 ? "\u2212" : "") + this.source.slice(this.all[start]!.from, this.all[this.i - 1]!.to).trim();
            terms.push({ text, at: s < 0 ? (v) => -x(v) : x });
            if (this.take("+")) sign = 1;
            else if (this.take("-")) sign = -1;
            else return terms;
        }
    }

    private product(depth: number): (v: Values) => number {
        let left = this.power(depth);
        for (;;) {
            const a = left;
            if (this.take("*")) {
                const b = this.power(depth);
                left = (v) => a(v) * b(v);
            } else if (this.take("/")) {
                const b = this.power(depth);
                left = (v) => a(v) / b(v);
            } else if (this.i < this.all.length && (this.all[this.i]!.kind !== "sign" || this.next === "(")) {
                const b = this.power(depth);
                left = (v) => a(v) * b(v);
            } else return left;
        }
    }

    private power(depth: number): (v: Values) => number {
        if (this.take("-")) {
            const x = this.power(depth);
            return (v) => -x(v);
        }
        const base = this.atom(depth);
        if (!this.take("**") && !this.take("^")) return base;
        const high = this.power(depth);
        return (v) => base(v) ** high(v);
    }

    private atom(depth: number): (v: Values) => number {
        const token = this.all[this.i];
        if (!token) throw new Mistyped("The expression is incomplete.");
        if (this.take("(")) return this.closed(depth);
        if (token.kind === "sign") throw new Mistyped(`Unexpected “${token.text}”.`);
        this.i++;
        if (token.kind === "number") {
            const x = Number(token.text);
            return () => x;
        }
        const name = token.text;
        if (name === "pi") return () => Math.PI;
        if (this.known.has(name)) return (v) => v[name]!;
        const f = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
        if (!f) throw new Mistyped(`Unknown symbol “${name}”; expected one of: ${[...this.known].join(", ")}.`);
        if (this.take("(")) {
            const x = this.closed(depth);
            return (v) => f(x(v));
        }
        const x = this.power(depth);
        return (v) => f(x(v));
    }

    private closed(depth: number): (v: Values) => number {
        const terms = this.sum(depth + 1);
        if (!this.take(")")) throw new Mistyped("A bracket is not closed.");
        return (v) => terms.reduce((s, x) => s + x.at(v), 0);
    }
}
