/** Formulas and paragraphs that came with the robot: elements and attributes on a list are taken, all else is text.
 *
 * MathML is read as XML by the browser's parser and copied piece by piece, so that no name in a robot's file becomes
 * more than letters on the screen.
 */

const MATHML = "http://www.w3.org/1998/Math/MathML";
const MATH = new Set(
    ("math mrow mi mn mo mtext mspace msub msup msubsup mover munder mfrac msqrt mtable mtr mtd mpadded mstyle").split(" "),
);
const PLAIN = new Set(["p", "em", "strong", "code", "sub", "sup"]);
const ATTRIBUTES = new Set(
    "display displaystyle form stretchy accent mathvariant width height depth lspace rspace scriptlevel class data-s".split(" "),
);
const CLASSES = /^[a-z ]*$/;

export function markup(source: string): DocumentFragment {
    const made = document.createDocumentFragment();
    const wrapped = `<root>${source.replace(/&(?!(amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)/g, "&amp;")}</root>`;
    const parsed = new DOMParser().parseFromString(wrapped, "application/xml");
    if (parsed.querySelector("parsererror")) made.append(source);
    else for (const x of parsed.documentElement.childNodes) copy(x, made);
    return made;
}

function copy(from: Node, to: Node): void {
    if (from.nodeType === Node.TEXT_NODE) {
        to.appendChild(document.createTextNode(from.textContent ?? ""));
        return;
    }
    if (!(from instanceof Element)) return;
    const name = from.localName;
    const made = MATH.has(name)
        ? document.createElementNS(MATHML, name)
        : PLAIN.has(name) ? document.createElement(name) : document.createElement("span");
    for (const { name: key, value } of from.attributes)
        if (ATTRIBUTES.has(key) && (key !== "class" || CLASSES.test(value))) made.setAttribute(key, value);
    for (const x of from.childNodes) copy(x, made);
    to.appendChild(made);
}
