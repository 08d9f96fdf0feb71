/** Highlighting: an element highlighted in one view is highlighted in all; each view listens to one lamp. */

export interface Lit {
    symbol?: string; // q2, lc2
    coordinate?: number; // from 0
    body?: number;
    kind?: string; // of terms
}

type Listener = (lit: Lit) => void;
const OFF: Lit = {};

export class Lamp {
    private listeners: Listener[] = [];
    private held: Lit = OFF;
    lit: Lit = OFF;

    /** Call when what is lit changes. */
    listen(f: Listener): void {
        this.listeners.push(f);
    }

    /** Light an element while it is pointed at; without one, light the held element again. */
    point(lit?: Lit): void {
        this.set(lit ?? this.held);
    }

    /** Keep an element lit until Escape, or until it is held again. */
    hold(lit: Lit): void {
        this.held = same(lit, this.held) ? OFF : lit;
        this.set(this.held);
    }

    off(): void {
        this.held = OFF;
        this.set(OFF);
    }

    private set(lit: Lit): void {
        if (same(lit, this.lit)) return;
        this.lit = lit;
        for (const f of this.listeners) f(lit);
    }
}

function same(a: Lit, b: Lit): boolean {
    return a.symbol === b.symbol && a.coordinate === b.coordinate && a.body === b.body && a.kind === b.kind;
}
