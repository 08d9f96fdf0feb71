/** Keys: one table, from which the list is shown too. */

import { h } from "./element";

export interface Key { keys: string[]; words: string; run: (e: KeyboardEvent) => void }

/** Listen for keys while no text is typed; `?` shows the list. */
export function keys(table: Key[]): () => void {
    const dialog = h<HTMLDialogElement>("dialog.keys", { "aria-label": "Keys" });
    const rows = table.map((x) => h("tr", {}, h("td", {}, ...x.keys.map((k) => h("kbd", {}, name(k)))), h("td", {}, x.words)));
    dialog.append(h("h2", {}, "Keys"), h("table", {}, h("tbody", {}, ...rows, h("tr", {}, h("td", {}, h("kbd", {}, "?")), h("td", {}, "this list")))),
        h("button", { onclick: () => dialog.close() }, "Close"));
    document.body.append(dialog);
    const listen = (e: KeyboardEvent) => {
        const typing = e.target instanceof HTMLElement && (e.target.matches("textarea, input[type=text], select") || e.target.isContentEditable);
        if (typing || e.ctrlKey || e.metaKey || e.altKey) return;
        if (dialog.open || e.key === "?") { // Escape closes a dialog by itself
            if (e.key === "?") dialog.open ? dialog.close() : dialog.showModal();
            return;
        }
        const found = table.find((x) => x.keys.includes(e.key) || x.keys.includes(e.key.toLowerCase()));
        if (!found || (e.target instanceof HTMLButtonElement && e.key === " ")) return;
        if (e.target instanceof HTMLInputElement && e.key.startsWith("Arrow")) return;
        e.preventDefault();
        found.run(e);
    };
    document.addEventListener("keydown", listen);
    return () => {
        document.removeEventListener("keydown", listen);
        dialog.remove();
    };
}

const name = (key: string): string => ({ " ": "Space", ArrowLeft: "←", ArrowRight: "→", Escape: "Esc" })[key] ?? key.toUpperCase();
