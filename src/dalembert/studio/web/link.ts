/** The state in the address: a link brings back the robot, its posture, the view and the theme. */

export interface Shown { robot: number; q?: number[]; qd?: number[]; qdd?: number[]; view?: number[]; theme?: string; lit?: number; damaged?: boolean }

const list = (x: ArrayLike<number>): string => Array.from(x, (v) => String(Math.round(v * 1e6) / 1e6)).join(",");
const numbers = (text: string | null): number[] | undefined => {
    const found = text?.split(",").map(Number);
    return found?.every(Number.isFinite) ? found : undefined;
};

export function written(x: Shown): string {
    const parts = new URLSearchParams();
    parts.set("r", String(x.robot + 1));
    if (x.theme) parts.set("t", x.theme);
    if (x.lit !== undefined) parts.set("l", String(x.lit + 1));
    for (const key of ["q", "qd", "qdd", "view"] as const) if (x[key]?.length) parts.set(key, list(x[key]!));
    return "#" + parts.toString().replaceAll("%2C", ",");
}

export function read(hash: string, robots: number): Shown {
    const parts = new URLSearchParams(hash.replace(/^#/, ""));
    const robot = Math.max(0, Math.min(robots - 1, Math.trunc(Number(parts.get("r") ?? 1)) - 1 || 0));
    const theme = parts.get("t") ?? undefined, lit = Number(parts.get("l") ?? NaN) - 1;
    const damaged = ["q", "qd", "qdd", "view"].some((key) => parts.has(key) && !numbers(parts.get(key)));
    return {
        damaged, robot, q: numbers(parts.get("q")), qd: numbers(parts.get("qd")), qdd: numbers(parts.get("qdd")), view: numbers(parts.get("view")),
        theme: theme === "dark" || theme === "light" ? theme : undefined, lit: Number.isInteger(lit) ? lit : undefined,
    };
}
