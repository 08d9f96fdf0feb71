/** A link with the whole state: robot, screen, posture, view, and data of the screen. */

import type { Change } from "./desk";

export interface Place {
    robot?: string; // of the gallery
    changes?: Change[]; // of its tables
    layers?: Record<string, boolean>; // of the picture
    screen?: string;
    q?: number[];
    qd?: number[];
    qdd?: number[];
    view?: number[];
    dark?: boolean;
    panel?: Record<string, unknown>;
    damaged?: boolean; // not all of it could be read
}

/** The place as the part of an address after #. */
export function written(place: Place): string {
    const text = JSON.stringify(place, (_, x) => (typeof x === "number" ? Number(x.toPrecision(9)) : x));
    return btoa(String.fromCharCode(...new TextEncoder().encode(text))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Contents of a link; only their types are checked. */
export function read(hash: string): Place {
    try {
        const text = atob(hash.replace(/^#/, "").replaceAll("-", "+").replaceAll("_", "/"));
        const found = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (x) => x.charCodeAt(0)))) as Record<string, unknown>;
        if (!found || typeof found !== "object" || Array.isArray(found)) return { damaged: true };
        const place: Place = {};
        for (const key of ["robot", "screen"] as const) if (typeof found[key] === "string") place[key] = found[key];
        for (const key of ["q", "qd", "qdd", "view"] as const) {
            const x = found[key];
            if (Array.isArray(x) && x.every((v) => typeof v === "number" && Number.isFinite(v))) place[key] = x as number[];
        }
        const texts = (x: unknown) => !!x && typeof x === "object" && ["table", "row", "column", "text"].every((key) => typeof (x as Record<string, unknown>)[key] === "string");
        if (Array.isArray(found.changes) && found.changes.every(texts)) place.changes = found.changes as Change[];
        if (found.layers && typeof found.layers === "object") place.layers = Object.fromEntries(Object.entries(found.layers).filter(([key, x]) => /^[a-z]+$/.test(key) && typeof x === "boolean"));
        if (typeof found.dark === "boolean") place.dark = found.dark;
        if (found.panel && typeof found.panel === "object") place.panel = found.panel as Record<string, unknown>;
        return Object.keys(found).some((key) => !(key in place)) ? { ...place, damaged: true } : place;
    } catch {
        return hash.length > 1 ? { damaged: true } : {};
    }
}
