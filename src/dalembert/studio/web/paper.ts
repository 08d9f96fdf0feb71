/** Paper is white: while a page is printed it has the light theme. */

/** `show` gets the theme, and whether it is for paper. */
export function paper(isDark: () => boolean, show: (dark: boolean, on: boolean) => void): void {
    let dark = false;
    addEventListener("beforeprint", () => { dark = isDark(); show(false, true); });
    addEventListener("afterprint", () => show(dark, false));
}
