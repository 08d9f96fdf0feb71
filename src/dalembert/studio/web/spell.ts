/** Typeset code in sentences: -m2*lc2*sin(q2)*qd1**2 becomes −m₂ l_c2 sin(q₂) q̇₁². */

import { h, type Child } from "./element";

const DOTS: Record<string, string> = { q: "q", qd: "q̇", qdd: "q̈", tau: "τ" };
const PRODUCT = /(?<=[\w)])\s?\*\s?(?=[\w(])/g, POWER = /(?:\*\*|\^)(\d)/g, HIGH = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Symbols of the robot become letters with subscripts; other words stay unchanged. */
export function spelled(text: string, owners: Record<string, unknown>): Child[] {
    const plain = text.replace(POWER, (_, x: string) => HIGH[Number(x)]!).replace(PRODUCT, "\u2009").replace(/-(?=[\w(∂])/g, (x, at: number, all: string) => (/\w/.test(all[at - 1] ?? " ") ? x : "−"));
    return plain.split(/((?:\bq[\u0307\u0308]|\b[A-Za-z]+)\d+)(?![A-Za-z0-9])/).flatMap<Child>((x, i) => {
        const [, stem = "", index = ""] = /^(.+?)(\d+)$/.exec(x) ?? [], name = Object.keys(DOTS).find((y) => DOTS[y] === stem) ?? stem;
        if (i % 2 === 0 || !Object.hasOwn(owners, name + index)) return [x];
        const tail = DOTS[name] ? "" : stem.slice(1); // l of lc2 is the letter, c belongs to the index
        return [h("i", {}, DOTS[name] ?? stem[0]!), h("sub", {}, tail + index)];
    });
}
